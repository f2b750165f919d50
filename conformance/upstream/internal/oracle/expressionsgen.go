package oracle

import "fmt"

// expressionGenerator makes random expressions over the device of expressionsDevice. Types mostly fit.
type expressionGenerator struct {
	*rng
	variables int
}

func (g *expressionGenerator) attribute(name string) string {
	if g.chance(0.03) {
		name = "missing"
	}
	switch g.weighted(6, 2, 1, 1) {
	case 0:
		return fmt.Sprintf("device.attributes['d'].%s", name)
	case 1:
		return fmt.Sprintf("device.attributes[\"d\"]['%s']", name)
	case 2:
		return fmt.Sprintf("device.attributes['d'].?%s.value()", name)
	default:
		return fmt.Sprintf("cel.bind(a, device.attributes['d'], a.%s)", name)
	}
}

func (g *expressionGenerator) capacity() string {
	return pick(g.rng, "device.capacity['d'].c", "device.capacity['other.example.com']['c']", "device.capacity['d'].c")
}

func (g *expressionGenerator) literal() string {
	return pick(g.rng, "'a100'", "'a'", "''", "'1'", "1", "7", "0", "-3", "2u", "1.0", "true", "semver('1.2.3')", "['a', 'b']", "null")
}

// truth makes an expression that is true or false.
func (g *expressionGenerator) truth(depth int) string {
	if depth == 0 {
		return pick(g.rng, "true", "false", g.attribute("b"), "device.allowMultipleAllocations", "device.driver == 'd'")
	}
	switch g.weighted(5, 4, 3, 6, 3, 3, 3, 3, 3, 3, 2, 2, 1, 2, 2) {
	case 0:
		return fmt.Sprintf("(%s && %s)", g.truth(depth-1), g.truth(depth-1))
	case 1:
		return fmt.Sprintf("(%s || %s)", g.truth(depth-1), g.truth(depth-1))
	case 2:
		return fmt.Sprintf("!(%s)", g.truth(depth-1))
	case 3:
		return fmt.Sprintf("%s %s %s", g.text(depth-1), pick(g.rng, "==", "!=", "<", "<=", ">", ">="), g.text(depth-1))
	case 4:
		return fmt.Sprintf("%s %s %s", g.number(depth-1), pick(g.rng, "==", "!=", "<", "<=", ">", ">="), g.number(depth-1))
	case 5:
		return fmt.Sprintf("%s.%s(%s)", g.version(depth-1), pick(g.rng, "isGreaterThan", "isLessThan"), g.version(depth-1))
	case 6:
		return fmt.Sprintf("%s.%s(%s)", g.quantity(depth-1), pick(g.rng, "isGreaterThan", "isLessThan"), g.quantity(depth-1))
	case 7:
		return fmt.Sprintf("%s in %s", pick(g.rng, g.text, g.number)(depth-1), pick(g.rng, g.attribute("ss"), g.attribute("is"), "['a', 'b']", "[1, 2]", "device.attributes['d']", "device.attributes"))
	case 8:
		return fmt.Sprintf("has(device.attributes['%s'].%s)", pick(g.rng, "d", "other.example.com", "nobody"), pick(g.rng, "s", "i", "missing"))
	case 9:
		return g.quantified(depth - 1)
	case 10:
		return fmt.Sprintf("%s %s %s", g.attribute(pick(g.rng, "s", "i", "b", "v", "ss")), pick(g.rng, "==", "!="), g.literal())
	case 11:
		return fmt.Sprintf("%s.includes(%s)", g.attribute(pick(g.rng, "s", "ss", "is", "vs", "i")), g.literal())
	case 12:
		return fmt.Sprintf("%s.%s(%s)", g.text(depth-1), pick(g.rng, "startsWith", "endsWith", "contains"), g.text(depth-1))
	case 13:
		return fmt.Sprintf("%s.matches('%s')", g.text(depth-1), pick(g.rng, "^a", "[0-9]+", "a.*0$", "ü", "(a|b)*"))
	default:
		return fmt.Sprintf("(%s ? %s : %s)", g.truth(depth-1), g.truth(depth-1), g.truth(depth-1))
	}
}

func (g *expressionGenerator) quantified(depth int) string {
	g.variables++
	x := fmt.Sprintf("x%d", g.variables)
	over := pick(g.rng, g.attribute("is"), "[1, 2, 3]", "[]", "[3, 4].map(y, y * 2)", "lists.range(5)")
	if g.chance(0.3) {
		i := x + "i"
		return fmt.Sprintf("%s.%s(%s, %s, %s > 0 || %s > 1 || %s)", over, pick(g.rng, "all", "exists", "existsOne"), i, x, i, x, g.truth(depth/2))
	}
	return fmt.Sprintf("%s.%s(%s, %s > 1 || %s)", over, pick(g.rng, "all", "exists", "exists_one"), x, x, g.truth(depth/2))
}

func (g *expressionGenerator) number(depth int) string {
	if depth == 0 {
		return pick(g.rng, "0", "1", "7", "-3", g.attribute("i"), g.attribute("i"))
	}
	switch g.weighted(3, 3, 2, 2, 1, 1, 2) {
	case 0:
		return g.attribute("i")
	case 1:
		return fmt.Sprintf("(%s %s %s)", g.number(depth-1), pick(g.rng, "+", "-", "*", "/", "%"), g.number(depth-1))
	case 2:
		return fmt.Sprintf("%s.size()", g.text(depth-1))
	case 3:
		return fmt.Sprintf("device.attributes['d'].?%s.orValue(%s)", pick(g.rng, "i", "missing"), g.number(depth-1))
	case 4:
		return fmt.Sprintf("%s.compareTo(%s)", g.version(depth-1), g.version(depth-1))
	case 5:
		return fmt.Sprintf("%s.%s()", g.attribute("is"), pick(g.rng, "size", "size"))
	default:
		return fmt.Sprintf("[%s, 2, 5].%s()", g.number(0), pick(g.rng, "sum", "min", "max"))
	}
}

func (g *expressionGenerator) text(depth int) string {
	if depth == 0 {
		return pick(g.rng, "'a100'", "'a'", "''", "'日本'", "device.driver", g.attribute("s"), g.attribute("s"), g.attribute("s"))
	}
	switch g.weighted(4, 2, 2, 1, 1, 1, 1) {
	case 0:
		return g.attribute("s")
	case 1:
		return fmt.Sprintf("(%s + %s)", g.text(depth-1), g.text(depth-1))
	case 2:
		return fmt.Sprintf("%s.%s()", g.text(depth-1), pick(g.rng, "lowerAscii", "upperAscii", "trim"))
	case 3:
		return fmt.Sprintf("%s.substring(%d)", g.text(depth-1), g.between(0, 2))
	case 4:
		return fmt.Sprintf("%s.replace('%s', '%s')", g.text(depth-1), pick(g.rng, "a", "", "10", "日"), pick(g.rng, "x", "", "yy"))
	case 5:
		return fmt.Sprintf("%s.split('%s').join('-')", g.text(depth-1), pick(g.rng, "0", "", "a"))
	default:
		return fmt.Sprintf("string(%s)", g.number(depth-1))
	}
}

func (g *expressionGenerator) version(depth int) string {
	if depth == 0 || g.chance(0.5) {
		return pick(g.rng, "semver('1.2.3')", "semver('2.0.0-rc.1')", "semver('v1.02', true)", g.attribute("v"), g.attribute("v"))
	}
	return fmt.Sprintf("(%s ? %s : %s)", g.truth(depth-1), g.version(depth-1), g.version(depth-1))
}

func (g *expressionGenerator) quantity(depth int) string {
	if depth == 0 {
		return pick(g.rng, "quantity('1Gi')", "quantity('1')", "quantity('100E')", g.capacity())
	}
	switch g.weighted(3, 2, 2) {
	case 0:
		return g.capacity()
	case 1:
		return fmt.Sprintf("%s.%s(%s)", g.quantity(depth-1), pick(g.rng, "add", "sub"), g.quantity(depth-1))
	default:
		return fmt.Sprintf("%s.%s(%s)", g.quantity(depth-1), pick(g.rng, "add", "sub"), pick(g.rng, "1", "-3", "7"))
	}
}
