package io.berth.conformance.histories;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.Handle;
import io.berth.framework.NodeToStatus;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Status;
import io.berth.framework.WaitingPod;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One plugin that takes its time, as each pod's annotation says; words that are separated by blanks:
 *
 * <ul>
 *   <li>{@code wait:N} the pod waits N seconds for permission;
 *   <li>{@code reject:N} the first time it is turned down after N seconds, and activated a second later; {@code timeout:N} the same by
 *       the end of its time; {@code no} at once;
 *   <li>{@code prebind:N} its PreBind takes N seconds; {@code prebindfails:N} the first one fails after that time;
 *   <li>{@code think:N} its PostFilter takes N seconds and does not help; {@code nominate:NODE} it nominates the pod the first time
 *       and clears the nomination after that.
 * </ul>
 *
 * <p>Counts attempts from its scheduler's start.
 */
final class SlowPlugins implements EnqueueExtensions, PermitPlugin, PreBindPlugin, PostFilterPlugin {
  static final String NAME = "SlowPlugins";

  private final Handle handle;
  private final Consumer<PodInfo> whenUnfit;
  private final Consumer<String> whenActivated;
  private final Map<String, Integer> calls = new HashMap<>();

  SlowPlugins(Handle handle, Consumer<PodInfo> whenUnfit, Consumer<String> whenActivated) {
    this.handle = handle;
    this.whenUnfit = whenUnfit;
    this.whenActivated = whenActivated;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Nothing but activation wakes a pod that this turned down. */
  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of();
  }

  @Override
  public PermitDecision permit(CycleState state, PodInfo pod, String nodeName) {
    String wait = word(pod, "wait");
    if (wait != null) {
      after(seconds(wait), () -> decide(pod, waiting -> waiting.allow(NAME)));
      return new PermitDecision.WaitAtMost(Duration.ofMinutes(1));
    }
    String reject = word(pod, "reject");
    if (reject != null && isFirst(pod, "reject")) {
      after(seconds(reject), () -> decide(pod, waiting -> waiting.reject(NAME, "not today")));
      after(seconds(reject).plusSeconds(1), () -> activate(pod));
      return new PermitDecision.WaitAtMost(Duration.ofMinutes(1));
    }
    String timeout = word(pod, "timeout");
    if (timeout != null && isFirst(pod, "timeout")) {
      after(seconds(timeout).plusSeconds(1), () -> activate(pod));
      return new PermitDecision.WaitAtMost(seconds(timeout));
    }
    if (word(pod, "no") != null && isFirst(pod, "no")) {
      after(Duration.ofSeconds(1), () -> activate(pod));
      return new PermitDecision.Reject(Status.unschedulable("not yet"));
    }
    return PermitDecision.ALLOW;
  }

  private void activate(PodInfo pod) {
    whenActivated.accept(pod.uid());
    handle.activator().activate(List.of(pod));
  }

  private void decide(PodInfo pod, Consumer<WaitingPod> decision) {
    WaitingPod waiting = handle.waitingPod(pod.uid());
    if (waiting != null) {
      decision.accept(waiting);
    }
  }

  @Override
  public PreFlightDecision preBindPreFlight(CycleState state, PodInfo pod, String nodeName) {
    boolean needed = word(pod, "prebind") != null || word(pod, "prebindfails") != null;
    return needed ? new PreFlightDecision.Run(true) : new PreFlightDecision.Skip(true);
  }

  @Override
  public CompletionStage<Status> preBind(CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) {
    CompletableFuture<Status> done = new CompletableFuture<>();
    cancellation.onCancel(() -> done.complete(Status.error("cancelled: " + cancellation.reason())));
    String fails = word(pod, "prebindfails");
    if (fails != null && isFirst(pod, "prebindfails")) {
      after(seconds(fails), () -> done.complete(Status.error("could not be prepared")));
    } else {
      String takes = word(pod, "prebind");
      after(takes == null ? Duration.ZERO : seconds(takes), () -> done.complete(Status.SUCCESS));
    }
    return done;
  }

  @Override
  public CompletionStage<PostFilterResult> postFilter(
      CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation) {
    whenUnfit.accept(pod);
    String node = word(pod, "nominate");
    PostFilterResult result =
        node == null
            ? PostFilterResult.unschedulable()
            : isFirst(pod, "nominate")
                ? PostFilterResult.nominate(node)
                : new PostFilterResult(Status.unschedulable(), NominatingInfo.CLEAR);
    String think = word(pod, "think");
    if (think == null) {
      return CompletableFuture.completedStage(result);
    }
    CompletableFuture<PostFilterResult> done = new CompletableFuture<>();
    cancellation.onCancel(() -> done.complete(PostFilterResult.unschedulable()));
    after(seconds(think), () -> done.complete(result));
    return done;
  }

  private void after(Duration delay, Runnable action) {
    handle.timers().schedule(delay, () -> handle.schedulingExecutor().execute(action));
  }

  private boolean isFirst(PodInfo pod, String what) {
    return calls.merge(pod.uid() + what, 1, Integer::sum) == 1;
  }

  /** What stands behind the word, empty when nothing does; {@code null} without the word. */
  private static @Nullable String word(PodInfo pod, String key) {
    String held = pod.pod().getMetadata().getAnnotations().getOrDefault(PodBeans.HELD, "");
    for (String word : held.split(" ")) {
      int colon = word.indexOf(':');
      if ((colon < 0 ? word : word.substring(0, colon)).equals(key)) {
        return colon < 0 ? "" : word.substring(colon + 1);
      }
    }
    return null;
  }

  private static Duration seconds(String number) {
    return Duration.ofSeconds(Long.parseLong(number));
  }
}
