package io.berth.conformance.dra;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Status;
import io.berth.framework.Timers;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes its time, more for some pods than for others, so that things happen while their claims are in flight. */
final class SlowPreBind implements PreBindPlugin {
  static final String NAME = "SlowPreBind";
  private static final int LONGEST_SECONDS = 7;

  private final Timers timers;

  SlowPreBind(Timers timers) {
    this.timers = timers;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFlightDecision preBindPreFlight(CycleState state, PodInfo pod, String nodeName) {
    return new PreFlightDecision.Run(false);
  }

  @Override
  public CompletionStage<Status> preBind(CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) {
    CompletableFuture<Status> done = new CompletableFuture<>();
    int seconds = Math.floorMod(pod.name().hashCode(), LONGEST_SECONDS);
    timers.schedule(Duration.ofSeconds(seconds), () -> done.complete(Status.SUCCESS));
    return done;
  }
}
