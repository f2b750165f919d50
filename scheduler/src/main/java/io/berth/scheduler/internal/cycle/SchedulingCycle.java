package io.berth.scheduler.internal.cycle;

import io.berth.framework.CycleState;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.queue.QueuedPod;
import io.berth.scheduler.internal.runtime.CancellationSource;
import io.berth.scheduler.internal.runtime.PermitOutcome;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Places one pod after the other. At most one cycle is under way; it occupies nobody's thread while a PostFilter plugin thinks.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (scheduleOnePod, schedulingCycle, schedulingAlgorithm), v1.37.2.
 */
public final class SchedulingCycle {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulingCycle.class);
  private static final int PLUGIN_METRICS_SAMPLE = 10;

  private final CycleContext context;
  private final Map<String, ProfileRunner> profiles;
  private final SnapshotFeed snapshots;
  private final NodeFinder finder;
  private final NodePicker picker;
  private final FailureHandler failures;
  private final BindingCycles bindings;
  private final PodStatusWriter statuses;
  private @Nullable Occupation occupation;
  private long cycles;

  /** A cycle that waits for PostFilter. */
  private record Occupation(Attempt attempt, CancellationSource cancellation) {}

  /** No cycle yet. */
  public SchedulingCycle(
      CycleContext context,
      Map<String, ProfileRunner> profiles,
      SnapshotFeed snapshots,
      RandomGenerator random,
      int percentageOfNodesToScore) {
    this.context = context;
    this.profiles = profiles;
    this.snapshots = snapshots;
    this.finder = new NodeFinder(percentageOfNodesToScore, new KnownRejections(context.queue().nominator(), context.nodeChanges()));
    this.picker = new NodePicker(random);
    this.statuses = new PodStatusWriter(new PodPatches(context.cluster(), context.thread()), context.timers());
    this.failures = new FailureHandler(context, statuses);
    this.bindings = new BindingCycles(context, failures, statuses);
  }

  /** Whether a cycle is under way, so that none may begin. */
  public boolean isOccupied() {
    return occupation != null;
  }

  /** The binding cycles under way. */
  public BindingCycles bindings() {
    return bindings;
  }

  /** Runs the pod's cycle; when this returns it is over, or waits for PostFilter. */
  public void run(QueuedPod queued) {
    PodInfo pod = queued.pod();
    ProfileRunner profile = profiles.get(pod.schedulerName());
    if (profile == null) {
      LOG.error("pod {} asks for scheduler {}, which is no profile of this one", pod.key(), pod.schedulerName());
      context.queue().done(queued.uid());
      return;
    }
    measureCache();
    if (skip(pod, profile)) {
      context.queue().done(queued.uid());
      return;
    }
    CycleState state = new CycleState();
    state.recordPluginMetrics(cycles++ % PLUGIN_METRICS_SAMPLE == 0);
    schedule(new Attempt(queued, pod, profile, state, context.timers().nanoTime()));
  }

  /** A pod that is being deleted, or is assumed by an earlier attempt, is left alone. */
  private boolean skip(PodInfo pod, ProfileRunner profile) {
    if (pod.terminating()) {
      String note = "skip schedule deleting pod: " + pod.key();
      context.cluster().event(pod, null, EventNote.warning("FailedScheduling", "Scheduling", note, profile.name()));
      return true;
    }
    return context.cache().isAssumed(pod.uid());
  }

  private void schedule(Attempt attempt) {
    ClusterSnapshot snapshot = snapshots.update();
    ProfileRunner profile = attempt.profile();
    Status trust = snapshots.trust(profile);
    if (!trust.isSuccess()) {
      fail(attempt, CycleFailure.error(trust), NominatingInfo.CLEAR);
      return;
    }
    int nodes = snapshot.nodes().size();
    if (nodes == 0) {
      fail(attempt, CycleFailure.NO_NODES, NominatingInfo.CLEAR);
      return;
    }
    NodeSearch search = finder.find(profile, attempt.state(), attempt.pod(), snapshot);
    if (!search.status().isSuccess()) {
      fail(attempt, CycleFailure.error(search.status()), NominatingInfo.CLEAR);
    } else if (!search.feasible().isEmpty()) {
      pick(attempt, search);
    } else if (profile.hasPostFilterPlugins()) {
      postFilter(attempt, search.diagnosis(), nodes);
    } else {
      fail(attempt, CycleFailure.unfit(search.diagnosis(), nodes), NominatingInfo.CLEAR);
    }
  }

  private void pick(Attempt attempt, NodeSearch search) {
    NodePicker.Choice choice = picker.pick(attempt.profile(), attempt.state(), attempt.pod(), search.feasible());
    if (choice.node() == null) {
      fail(attempt, CycleFailure.error(choice.status()), NominatingInfo.CLEAR);
      return;
    }
    measureAlgorithm(attempt);
    place(attempt, choice.node().name());
  }

  private void postFilter(Attempt attempt, Diagnosis diagnosis, int nodes) {
    Occupation mine = new Occupation(attempt, new CancellationSource());
    occupation = mine;
    attempt.profile().runPostFilterPlugins(
        attempt.state(),
        attempt.pod(),
        diagnosis.nodes(),
        mine.cancellation,
        result -> {
          occupation = null;
          postFiltered(attempt, diagnosis, nodes, result);
        });
  }

  private void postFiltered(Attempt attempt, Diagnosis diagnosis, int nodes, PostFilterResult result) {
    Status status = result.status();
    if (status.isError()) {
      // Plugins behind the PreFilter that turned the pod down had no turn, so that their PostFilter misses what they would have left.
      boolean expected = diagnosis.isRejectedByPreFilter() && status.cause() == null;
      LOG.atLevel(expected ? Level.DEBUG : Level.ERROR)
          .setCause(status.cause())
          .log("PostFilter failed for pod {}: {}", attempt.pod().key(), status.message());
    }
    diagnosis.postFilterMessage(result.status().message());
    diagnosis.addUnschedulable(result.waitsFor());
    fail(attempt, CycleFailure.unfit(diagnosis, nodes), result.nominating());
  }

  private void fail(Attempt attempt, CycleFailure failure, NominatingInfo nominating) {
    measureAlgorithm(attempt);
    failures.failed(attempt, failure, nominating);
  }

  private void measureCache() {
    SchedulerCache cache = context.cache();
    context.metrics().cacheSize(cache.nodeCount(), cache.podCount(), cache.assumedPods().size());
  }

  private void measureAlgorithm(Attempt attempt) {
    context.metrics().schedulingAlgorithm(context.timers().nanoTime() - attempt.start());
  }

  /** Assumes the pod on the node, reserves and asks for permission; then its binding cycle begins. */
  private void place(Attempt attempt, String nodeName) {
    ProfileRunner profile = attempt.profile();
    PodInfo assumed = attempt.pod().withNodeName(nodeName);
    Status status = context.cache().assume(assumed);
    if (!status.isSuccess()) {
      failures.failed(attempt, CycleFailure.error(status), NominatingInfo.CLEAR);
      return;
    }
    context.queue().nominator().deleteNominatedPodIfExists(assumed, NominationLoss.BOUND);
    status = profile.runReservePluginsReserve(attempt.state(), assumed, nodeName);
    if (!status.isSuccess()) {
      takeBack(attempt, assumed, status);
      return;
    }
    PermitOutcome permit = profile.runPermitPlugins(attempt.state(), assumed, nodeName);
    if (!permit.status().isSuccess() && !permit.status().isWait()) {
      takeBack(attempt, assumed, permit.status());
      return;
    }
    bindings.begin(attempt, assumed, permit.waits());
  }

  private void takeBack(Attempt attempt, PodInfo assumed, Status status) {
    bindings.unreserveAndForget(attempt, assumed);
    failures.failed(attempt, CycleFailure.onNode(status), NominatingInfo.CLEAR);
  }

  /** The pod is gone or has a node: what its cycle waits for is no longer wanted. */
  public void podGone(PodInfo pod) {
    statuses.forget(pod.uid());
    Occupation occupied = occupation;
    if (occupied != null && occupied.attempt.uid().equals(pod.uid())) {
      occupied.cancellation.cancel("pod " + pod.key() + " is gone or has a node");
    }
  }

  /** No cycle begins any more; what is under way is told to stop. */
  public void close() {
    failures.close();
    Occupation occupied = occupation;
    if (occupied != null) {
      occupied.cancellation.cancel("the scheduler is closed");
    }
    bindings.close();
  }
}
