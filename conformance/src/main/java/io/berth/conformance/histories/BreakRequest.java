package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.faults.WriteFault;

/** The next request of this kind goes wrong. */
public record BreakRequest(ResourceKind<?> kind, Verb verb, WriteDecision decision) implements Action.OfTheme {
  @Override
  public void happen(RunningHistory history) {
    history.world().faults().arm(WriteFault.of(decision).on(verb).ofKind(kind).atMost(1));
  }

  @Override
  public String toString() {
    return "BreakRequest[" + kind.plural() + ", " + verb + ", " + decision + "]";
  }
}
