package io.berth.dynamicresources.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelMap;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.exceptions.CelRuntimeException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelRuntime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What upstream finds out about literals before evaluation: elements of lists and maps of different types, patterns that are
 * none, literals that cannot be converted.
 *
 * <p>Source: github.com/google/cel-go/cel/validator.go, interpreter/decorators.go (as used by v1.37.2).
 */
final class LiteralChecks {

  private static final Set<String> CONVERSIONS = Set.of("bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint");
  private static final Set<String> PATTERNS = Set.of("matches", "find", "findAll");

  private final CelAbstractSyntaxTree tree;
  private final CelRuntime runtime;
  private @Nullable String problem;

  LiteralChecks(CelAbstractSyntaxTree tree, CelRuntime runtime) {
    this.tree = tree;
    this.runtime = runtime;
  }

  /** The first problem; {@code null} if there is none. */
  @Nullable String problem() {
    visit(tree.getExpr(), false);
    return problem;
  }

  private void visit(CelExpr expression, boolean mixed) {
    if (problem != null) {
      return;
    }
    switch (expression.getKind()) {
      case SELECT -> visit(expression.select().operand(), mixed);
      case CALL -> visitCall(expression, mixed || expression.call().function().equals("format"));
      case LIST -> visitList(expression, mixed);
      case MAP -> visitMap(expression, mixed);
      case STRUCT -> expression.struct().entries().forEach(entry -> visit(entry.value(), mixed));
      case COMPREHENSION -> {
        visit(expression.comprehension().iterRange(), mixed);
        visit(expression.comprehension().accuInit(), mixed);
        visit(expression.comprehension().loopCondition(), mixed);
        visit(expression.comprehension().loopStep(), mixed);
        visit(expression.comprehension().result(), mixed);
      }
      default -> { }
    }
  }

  private void visitCall(CelExpr expression, boolean mixed) {
    CelCall call = expression.call();
    call.target().ifPresent(target -> visit(target, mixed));
    call.args().forEach(arg -> visit(arg, mixed));
    if (call.function().equals("format") && call.target().isPresent() && call.args().size() == 1) {
      checkFormat(call.target().get(), call.args().get(0));
    }
    int pattern = call.target().isPresent() ? 0 : 1;
    if (PATTERNS.contains(call.function()) && call.args().size() > pattern) {
      checkPattern(call.args().get(pattern));
    } else if (CONVERSIONS.contains(call.function()) && call.target().isEmpty() && call.args().size() == 1
        && literal(call.args().get(0)).getKind() == Kind.CONSTANT) {
      checkConversion(expression);
    }
  }

  private static CelExpr literal(CelExpr value) {
    return value.getKind() == Kind.CALL && value.call().function().equals("dyn") ? value.call().args().get(0) : value;
  }

  private void checkPattern(CelExpr pattern) {
    CelExpr literal = literal(pattern);
    if (problem == null && literal.getKind() == Kind.CONSTANT && literal.constant().getKind() == CelConstant.Kind.STRING_VALUE) {
      try {
        RegexFunctions.pattern(literal.constant().stringValue());
      } catch (CelRuntimeException e) {
        problem = "compilation failed: invalid matches argument: " + e.getMessage();
      }
    }
  }

  private void checkFormat(CelExpr format, CelExpr values) {
    if (problem == null && format.getKind() == Kind.CONSTANT && format.constant().getKind() == CelConstant.Kind.STRING_VALUE
        && values.getKind() == Kind.LIST) {
      String wrong = FormatChecks.problem(tree, format.constant().stringValue(), values.list().elements());
      problem = wrong == null ? null : "compilation failed: " + wrong;
    }
  }

  private void checkConversion(CelExpr conversion) {
    try {
      runtime.createProgram(CelAbstractSyntaxTree.newCheckedAst(conversion, tree.getSource(), tree.getReferenceMap(), tree.getTypeMap()))
          .eval();
    } catch (dev.cel.runtime.CelEvaluationException e) {
      String function = conversion.call().function();
      boolean isTime = function.equals("duration") || function.equals("timestamp");
      if (problem == null && isTime && conversion.call().args().get(0).getKind() == Kind.CONSTANT) {
        problem = "compilation failed: invalid " + function + " argument";
      }
      problem = problem != null ? problem : ExpressionCompiler.INSTANTIATION_FAILED + RuntimeErrors.describe(e);
    }
  }

  private void visitList(CelExpr expression, boolean mixed) {
    List<CelExpr> elements = expression.list().elements();
    elements.forEach(element -> visit(element, mixed));
    CelType first = null;
    for (int i = 0; i < elements.size() && !mixed; i++) {
      first = checkType(elements.get(i), expression.list().optionalIndices().contains(i), first);
    }
  }

  private void visitMap(CelExpr expression, boolean mixed) {
    CelType firstKey = null;
    CelType firstValue = null;
    for (CelMap.Entry entry : expression.map().entries()) {
      visit(entry.key(), mixed);
      visit(entry.value(), mixed);
      if (!mixed) {
        firstKey = checkType(entry.key(), false, firstKey);
        firstValue = checkType(entry.value(), entry.optionalEntry(), firstValue);
      }
    }
  }

  private CelType checkType(CelExpr element, boolean optional, @Nullable CelType first) {
    CelType type = tree.getType(element.id()).orElse(SimpleType.DYN);
    if (optional && !type.parameters().isEmpty()) {
      type = type.parameters().get(0);
    }
    if (first != null && !first.equals(type) && problem == null) {
      problem = "compilation failed: expected type '" + TypeNames.of(first) + "' but found '" + TypeNames.of(type) + "'";
    }
    return first == null ? type : first;
  }
}
