package io.berth.preemption;

import io.berth.framework.Cancellation;
import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.Handle;
import io.berth.framework.NodeToStatus;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PluginFactory;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Makes room for a pod that fits nowhere: finds the node where evicting pods of lower priority costs least, nominates the pod to it, and
 * evicts them. The evictions go on when the cycle is over; meanwhile the pod is kept out of the active queue.
 *
 * <p>Who may preempt, who may be evicted and who is spared can be changed by {@link PreemptionRules}. Plugins that hold resources for
 * nominated pods take part through {@link io.berth.framework.NominationExtensions}.
 *
 * <p>Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go and pkg/scheduler/framework/preemption/preemption.go
 * (Preempt), v1.37.2.
 */
public final class DefaultPreemption implements PostFilterPlugin, PreEnqueuePlugin, EnqueueExtensions {
  /** The name under which it is configured. */
  public static final String NAME = "DefaultPreemption";

  private static final String WAITING = "waiting for the preemption for this pod to be finished";
  private static final Status GATED = Status.unresolvable(WAITING).withPlugin(NAME);

  private final Handle handle;
  private final PreemptorCheck preemptors;
  private final DryRun dryRun;
  private final Preemptions preemptions;
  private final PreemptionObserver observer;

  private DefaultPreemption(
      Handle handle, DefaultPreemptionArgs args, PreemptionRules rules, PreemptionObserver observer) {
    this.handle = handle;
    this.observer = observer;
    this.preemptors = new PreemptorCheck(handle, rules);
    Budgets budgets = new Budgets();
    handle.informer(ResourceKind.POD_DISRUPTION_BUDGETS).addHandler(budgets);
    this.dryRun = new DryRun(handle, args, rules, budgets);
    this.preemptions = new Preemptions(handle, new Evictor(handle, NAME));
  }

  /** As upstream configures it, to be put into a profile. */
  public static Profile.EnabledPlugin withDefaults() {
    return new Profile.EnabledPlugin(NAME, factory(DefaultPreemptionArgs.DEFAULT), 1);
  }

  /** With these arguments. */
  public static PluginFactory factory(DefaultPreemptionArgs args) {
    return factory(args, PreemptionRules.UPSTREAM);
  }

  /** With these arguments and rules. */
  public static PluginFactory factory(DefaultPreemptionArgs args, PreemptionRules rules) {
    return factory(args, rules, PreemptionObserver.NONE);
  }

  /** As above, observed. */
  public static PluginFactory factory(DefaultPreemptionArgs args, PreemptionRules rules, PreemptionObserver observer) {
    Objects.requireNonNull(args, "args");
    Objects.requireNonNull(rules, "rules");
    Objects.requireNonNull(observer, "observer");
    return handle -> new DefaultPreemption(handle, args, rules, observer);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    return Set.of(ResourceKind.POD_DISRUPTION_BUDGETS);
  }

  @Override
  public Status preEnqueue(PodInfo pod) {
    PreemptionTask task = preemptions.find(pod);
    return task != null && task.holdsBack() ? GATED : Status.SUCCESS;
  }

  /**
   * The end of a pod lets a gated pod be looked at again; whether it is worth an attempt is for the plugins to say that rejected it.
   */
  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.ASSIGNED_POD, ActionType.DELETE, (pod, oldObject, newObject) -> QueueingHint.QUEUE_SKIP));
  }

  @Override
  public CompletionStage<PostFilterResult> postFilter(
      CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation) {
    handle.metrics().preemptionAttempt();
    PostFilterResult result = preempt(state, pod, statuses);
    Status status = result.status();
    Status named = status.reasons().isEmpty()
        ? status
        : new Status(status.code(), List.of("preemption: " + status.message()), NAME, status.cause());
    return CompletableFuture.completedStage(new PostFilterResult(named, result.nominating(), result.waitsFor()));
  }

  private PostFilterResult preempt(CycleState state, PodInfo pod, NodeToStatus statuses) {
    PreemptionTask task = preemptions.find(pod);
    if (task != null) {
      task.turnedAway();
      return PostFilterResult.unschedulable(WAITING);
    }
    PodInfo latest = handle.pod(pod.key());
    if (latest == null || !latest.uid().equals(pod.uid())) {
      return new PostFilterResult(Status.error("pod \"" + pod.name() + "\" not found"), NominatingInfo.NOOP);
    }
    if (preemptors.eligible(latest, statuses) instanceof PreemptionEligibility.NotEligible not) {
      Set<String> waitsFor = not.plugin() == null ? Set.of() : Set.of(not.plugin());
      return new PostFilterResult(Status.unschedulable(not.reason()), NominatingInfo.NOOP, waitsFor);
    }
    DryRun.Found found = dryRun.candidates(state, latest, statuses);
    Candidate best =
        found.candidates().isEmpty() ? null : NodeChoice.best(found.candidates(), handle.timers().now());
    if (observer != PreemptionObserver.NONE) {
      observer.considered(latest, found.candidates(), found.rejected(), best);
    }
    if (best != null) {
      return actuate(state, latest, best);
    }
    if (found.error().isError()) {
      return new PostFilterResult(found.error(), NominatingInfo.NOOP);
    }
    String message = NoCandidates.message(handle.snapshot().nodes().size(), found.reasons());
    return new PostFilterResult(Status.unschedulable(message), NominatingInfo.CLEAR);
  }

  private PostFilterResult actuate(CycleState state, PodInfo pod, Candidate best) {
    Status told = handle.runner().runNominationExtensionsAddNominatedPod(state, pod, best.node(), best.victims());
    if (!told.isSuccess()) {
      // Some plugins may have taken note of it.
      handle.runner().runNominationExtensionsVictimsSpared(pod, best.node(), best.victims());
      return new PostFilterResult(told, NominatingInfo.NOOP);
    }
    preemptions.begin(pod, best);
    String message =
        "found a potential placement for pod on node " + best.node() + ", preempting " + best.victims().size() + " victims";
    return new PostFilterResult(Status.of(Code.SUCCESS, message), NominatingInfo.override(best.node()));
  }
}
