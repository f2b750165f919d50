package oracle

import (
	"context"

	resourceapi "k8s.io/api/resource/v1"
	dracel "k8s.io/dynamic-resource-allocation/cel"
)

var expressionsSuite = Suite{
	Name: "expressions",
	Describe: `  case.input: expression; derived: whether it derives an attribute, else it selects; driver, attributes, capacity, allowMultipleAllocations: the device (resource.k8s.io/v1 Device)
  case.input.features: the environment that it is compiled in (stored expressions: everything)
  case.expected: one of compileError, match, matchError, attribute (resource.k8s.io/v1 DeviceAttribute), evaluationError; with cost, what the evaluation cost`,
	Case: expressionsCase,
}

// expressionsCase first goes through the tables of expressions, then invents some.
func expressionsCase(seed int64, i int, st *Stats) obj {
	r := newRng("expressions", seed, i)
	input := expressionsDevice(r)
	input["features"] = obj{"consumableCapacity": true, "listTypeAttributes": true}
	if i < len(expressionTable) {
		input["expression"] = expressionTable[i]
		input["derived"] = true
	} else if i < len(expressionTable)+len(expressionEdges) {
		input["expression"] = expressionEdges[i-len(expressionTable)]
		input["derived"] = true
	} else if r.chance(0.3) {
		g := &expressionGenerator{rng: r}
		input["expression"] = pick(r, g.number, g.text, g.version)(3)
		input["derived"] = true
	} else {
		g := &expressionGenerator{rng: r}
		input["expression"] = g.truth(4)
		input["derived"] = false
	}
	expected := evaluateExpression(input)
	for key := range expected {
		st.Add(key)
	}
	return obj{"input": input, "expected": expected}
}

func evaluateExpression(input obj) obj {
	tree := obj{}
	for _, key := range []string{"attributes", "capacity", "allowMultipleAllocations"} {
		if value, ok := input[key]; ok {
			tree[key] = value
		}
	}
	device := decode[resourceapi.Device](tree)
	given := dracel.Device{
		Driver:                   input["driver"].(string),
		AllowMultipleAllocations: device.AllowMultipleAllocations,
		Attributes:               device.Attributes,
		Capacity:                 device.Capacity,
	}
	derived := input["derived"].(bool)
	compiler := dracel.GetCompiler(dracel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
	program := compiler.CompileCELExpression(input["expression"].(string), dracel.Options{DisableCostEstimation: true, DerivedAttribute: derived})
	if program.Error != nil {
		return obj{"compileError": program.Error.Error()}
	}
	expected := obj{}
	if derived {
		attribute, details, err := program.EvaluateDerivedAttribute(context.Background(), given)
		if cost := details.ActualCost(); cost != nil {
			expected["cost"] = *cost
		}
		if err != nil {
			expected["evaluationError"] = err.Error()
		} else {
			expected["attribute"] = attribute
		}
		return expected
	}
	match, details, err := program.DeviceMatches(context.Background(), given)
	if cost := details.ActualCost(); cost != nil {
		expected["cost"] = *cost
	}
	if err != nil {
		expected["matchError"] = err.Error()
	} else {
		expected["match"] = match
	}
	return expected
}

// expressionsDevice makes a device: some attributes are sometimes missing, or of another type.
func expressionsDevice(r *rng) obj {
	attributes := obj{}
	add := func(name string, value obj) {
		switch {
		case r.chance(0.08):
		case r.chance(0.06):
			attributes[name] = pick(r, obj{"string": "1"}, obj{"int": 1}, obj{"bool": true}, obj{"version": "1.0.0"}, obj{"strings": list{"a", "b"}})
		default:
			attributes[name] = value
		}
	}
	add("s", obj{"string": pick(r, "a100", "h100", "a", "", "üöä-日本", "v1.2")})
	add("i", obj{"int": pick(r, 0, 1, -3, 7, 1<<40)})
	add("b", obj{"bool": r.chance(0.5)})
	add("v", obj{"version": pick(r, "1.0.0", "1.2.3", "2.0.0-rc.1", "2.0.0-rc.1.2", "2.0.0-alpha", "1.2.3+build", "0.0.1")})
	add("ss", obj{"strings": list{"b", "a", pick(r, "a100", "c")}})
	add("is", obj{"ints": list{3, 1, 2}})
	add("bs", obj{"bools": list{true, false}})
	add("vs", obj{"versions": list{"1.2.3", "1.0.0"}})
	add("other.example.com/s", obj{"string": "other"})
	capacity := obj{
		"c":                   obj{"value": pick(r, "1Gi", "1024Mi", "0", "500m", "1k", "-1", "9223372036854775808", "100E", "0.1n")},
		"other.example.com/c": obj{"value": "2Gi"},
	}
	device := obj{"driver": "d", "attributes": attributes, "capacity": capacity}
	if r.chance(0.5) {
		device["allowMultipleAllocations"] = r.chance(0.5)
	}
	return device
}
