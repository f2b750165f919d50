package io.berth.dynamicresources.cel;

import dev.cel.runtime.CelRuntime;
import java.util.Optional;

/** A compiled expression that can be run on a device. Safe for several threads. */
final class CelProgram {

  private final CelRuntime.Program program;
  private final CostModel costs;

  CelProgram(CelRuntime.Program program, CostModel costs) {
    this.program = program;
    this.costs = costs;
  }

  Object run(CelDevice device) throws CelEvaluationException {
    DeviceValue value = device.value();
    if (value.problem() != null) {
      throw new CelEvaluationException(value.problem(), null);
    }
    try {
      return program.trace(
          name -> name.equals(DraTypes.DEVICE_VARIABLE) ? value.variable() : Optional.empty(), costs.newTracker());
    } catch (CostLimitExceeded e) {
      throw new CelEvaluationException(RuntimeErrors.COST_EXCEEDED, null);
    } catch (dev.cel.runtime.CelEvaluationException e) {
      throw new CelEvaluationException(RuntimeErrors.describe(e), e);
    }
  }
}
