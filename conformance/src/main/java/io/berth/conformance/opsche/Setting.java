package io.berth.conformance.opsche;

import io.berth.simulator.trace.TraceSettings;
import java.time.Duration;

/**
 * A cell of the evaluation's matrix.
 *
 * @param interArrival mean seconds from one workload to the next
 */
record Setting(int nodes, int interArrival, int priorities) {

  TraceSettings trace() {
    return TraceSettings.of(nodes, Duration.ofSeconds(interArrival)).withPriorities(priorities);
  }

  @Override
  public String toString() {
    return nodes + " nodes, " + interArrival + " s";
  }
}
