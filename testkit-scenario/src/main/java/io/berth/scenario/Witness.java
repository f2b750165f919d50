package io.berth.scenario;

import io.berth.framework.CycleState;
import io.berth.framework.ReservePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;

/** Sees which node is chosen for a pod, and when that is taken back. Objects to nothing. */
final class Witness implements ReservePlugin {
  static final String NAME = "Witness";

  private final SchedulerProcess process;

  Witness(SchedulerProcess process) {
    this.process = process;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Status reserve(CycleState state, PodInfo pod, String nodeName) {
    process.world.observe(observer -> observer.placed(process.world, pod, nodeName, process.known));
    process.known.choose(pod);
    return Status.SUCCESS;
  }

  @Override
  public void unreserve(CycleState state, PodInfo pod, String nodeName) {
    process.known.giveBack(pod);
    process.world.observe(observer -> observer.unreserved(process.world, pod, nodeName, process.known));
  }
}
