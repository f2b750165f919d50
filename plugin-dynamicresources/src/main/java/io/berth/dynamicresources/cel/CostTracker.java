package io.berth.dynamicresources.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import org.jspecify.annotations.Nullable;

/** Adds up what one evaluation costs, and ends it when that is too much. For one thread. */
final class CostTracker implements CelEvaluationListener {

  private final CostModel model;
  private final long limit;
  private final @Nullable Object[] values;
  private long cost;

  CostTracker(CostModel model, long limit) {
    this.model = model;
    this.limit = limit;
    this.values = new Object[model.size()];
  }

  @Override
  public void callback(CelExpr expression, Object value) {
    int step = (int) expression.id();
    if (step >= values.length) {
      return;
    }
    if (!model.mayFail(step)) {
      // Logical operators give the failure of an operand as a value, which the next step would take for an operand.
      RuntimeErrors.rethrow(value);
    }
    values[step] = value;
    CallCost call = model.callCost(step);
    cost += call == null ? model.fixedCost(step) : call.of(values, value);
    if (cost > limit) {
      throw CostLimitExceeded.INSTANCE;
    }
  }

  /** The costs so far. */
  long cost() {
    return cost;
  }
}
