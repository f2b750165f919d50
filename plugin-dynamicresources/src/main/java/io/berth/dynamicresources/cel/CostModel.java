package io.berth.dynamicresources.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelSelect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each step of one expression costs, as far as that is known without its values; which steps may fail. Immutable.
 *
 * <p>Source: github.com/google/cel-go/interpreter/runtimecost.go (as used by v1.37.2).
 */
final class CostModel {

  private static final int LIST_COST = 10;
  private static final int MAP_COST = 30;
  private static final int STRUCT_COST = 40;

  private final long limit;
  private @Nullable CallCost[] calls = new CallCost[16];
  private int[] fixed = new int[16];
  private final BitSet rounds = new BitSet();

  /**
   * @param limit what an evaluation may cost
   */
  CostModel(CelAbstractSyntaxTree tree, long limit) {
    this.limit = limit;
    visit(tree.getExpr());
  }

  CostTracker newTracker() {
    return new CostTracker(this, limit);
  }

  /** Whether it is a round of a macro, whose failure does not end the macro. */
  boolean mayFail(int step) {
    return rounds.get(step);
  }

  /** The number of steps: their identifiers are below it. */
  int size() {
    return fixed.length;
  }

  int fixedCost(int step) {
    return fixed[step];
  }

  @Nullable CallCost callCost(int step) {
    return calls[step];
  }

  private void visit(CelExpr expression) {
    int id = slot(expression);
    switch (expression.getKind()) {
      case IDENT -> fixed[id] = 1;
      case SELECT -> visitSelect(id, expression.select());
      case CALL -> visitCall(id, expression.call());
      case LIST -> {
        fixed[id] = isConstant(expression) ? 0 : LIST_COST;
        expression.list().elements().forEach(this::visit);
      }
      case STRUCT -> {
        fixed[id] = STRUCT_COST;
        expression.struct().entries().forEach(entry -> visit(entry.value()));
      }
      case MAP -> {
        fixed[id] = isConstant(expression) ? 0 : MAP_COST;
        expression.map().entries().forEach(entry -> {
          visit(entry.key());
          visit(entry.value());
        });
      }
      case COMPREHENSION -> visitComprehension(expression.comprehension());
      default -> fixed[id] = 0;
    }
  }

  /** Whether upstream makes the value before evaluation. */
  private static boolean isConstant(CelExpr expression) {
    return switch (expression.getKind()) {
      case CONSTANT -> true;
      case LIST -> expression.list().optionalIndices().isEmpty()
          && expression.list().elements().stream().allMatch(CostModel::isConstant);
      case MAP -> expression.map().entries().stream().allMatch(
          entry -> !entry.optionalEntry() && isConstant(entry.key()) && isConstant(entry.value()));
      default -> false;
    };
  }

  /** Selections from a variable are one step of the interpreter. A presence test costs nothing by itself. */
  private void visitSelect(int id, CelSelect select) {
    int cost = select.testOnly() ? 0 : 1;
    CelExpr operand = select.operand();
    while (operand.getKind() == CelExpr.ExprKind.Kind.SELECT && !operand.select().testOnly()) {
      cost++;
      operand = operand.select().operand();
    }
    if (operand.getKind() == CelExpr.ExprKind.Kind.IDENT) {
      fixed[id] = cost + 1;
    } else {
      fixed[id] = select.testOnly() ? 0 : 1;
      visit(select.operand());
    }
  }

  private void visitCall(int id, CelCall call) {
    List<CelExpr> args = new ArrayList<>();
    call.target().ifPresent(args::add);
    args.addAll(call.args());
    int[] argIds = new int[args.size()];
    for (int i = 0; i < argIds.length; i++) {
      visit(args.get(i));
      argIds[i] = (int) args.get(i).id();
    }
    calls[id] = CallCost.of(call.function(), argIds);
  }

  private void visitComprehension(CelComprehension comprehension) {
    visit(comprehension.iterRange());
    visit(comprehension.accuInit());
    visit(comprehension.loopCondition());
    visit(comprehension.loopStep());
    rounds.set((int) comprehension.loopStep().id());
    visit(comprehension.result());
  }

  private int slot(CelExpr expression) {
    int id = Math.toIntExact(expression.id());
    if (id >= fixed.length) {
      int length = Math.max(id + 1, fixed.length * 2);
      fixed = Arrays.copyOf(fixed, length);
      calls = Arrays.copyOf(calls, length);
    }
    return id;
  }
}
