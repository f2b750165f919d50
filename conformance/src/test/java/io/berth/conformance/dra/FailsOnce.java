package io.berth.conformance.dra;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.ReservePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Fails one pod in one phase, the first time. */
final class FailsOnce implements ReservePlugin, PermitPlugin, PreBindPlugin {
  static final String NAME = "FailsOnce";
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** When it fails. */
  enum Phase {
    RESERVE,
    PERMIT,
    PERMIT_AFTER_A_WAIT,
    PRE_BIND
  }

  private final String pod;
  private final Phase phase;
  private boolean done;

  FailsOnce(String pod, Phase phase) {
    this.pod = pod;
    this.phase = phase;
  }

  @Override
  public String name() {
    return NAME;
  }

  private boolean fails(PodInfo asked, Phase now) {
    if (done || phase != now || !asked.name().equals(pod)) {
      return false;
    }
    done = true;
    return true;
  }

  private Status status() {
    return Status.error(phase + " fails once");
  }

  @Override
  public Status reserve(CycleState state, PodInfo asked, String nodeName) {
    return fails(asked, Phase.RESERVE) ? status() : Status.SUCCESS;
  }

  @Override
  public void unreserve(CycleState state, PodInfo asked, String nodeName) {}

  @Override
  public PermitDecision permit(CycleState state, PodInfo asked, String nodeName) {
    if (fails(asked, Phase.PERMIT_AFTER_A_WAIT)) {
      return new PermitDecision.WaitAtMost(PATIENCE);
    }
    return fails(asked, Phase.PERMIT) ? new PermitDecision.Reject(status()) : PermitDecision.ALLOW;
  }

  @Override
  public PreFlightDecision preBindPreFlight(CycleState state, PodInfo asked, String nodeName) {
    return new PreFlightDecision.Run(false);
  }

  @Override
  public CompletionStage<Status> preBind(CycleState state, PodInfo asked, String nodeName, Cancellation cancellation) {
    return CompletableFuture.completedFuture(fails(asked, Phase.PRE_BIND) ? status() : Status.SUCCESS);
  }
}
