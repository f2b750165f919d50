package io.berth.conformance;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.WaitingPod;
import io.berth.framework.model.PodInfo;
import java.time.Duration;

/** Lets every pod wait in the permit phase until the test allows it. */
final class HeldPermit implements PermitPlugin {

  static final String NAME = "HeldPermit";

  private final Handle handle;

  HeldPermit(Handle handle) {
    this.handle = handle;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PermitDecision permit(CycleState state, PodInfo pod, String nodeName) {
    return new PermitDecision.WaitAtMost(Duration.ofMinutes(10));
  }

  /** Allows every pod that waits. */
  void allow() {
    for (WaitingPod pod : handle.waitingPods()) {
      pod.allow(NAME);
    }
  }
}
