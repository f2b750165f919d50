package io.berth.preemption;

import io.berth.framework.Handle;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PodNominator;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One preemption under way: lower-priority pods lose their nominations to the node, all victims but the last are evicted side by side, then
 * the last one, unless an earlier one was refused. All of it happens on the scheduler's own thread but for the waiting.
 *
 * <p>Source: pkg/scheduler/framework/preemption/executor.go (prepareCandidateAsync), v1.37.2.
 */
final class PreemptionTask {
  private static final Logger LOG = LoggerFactory.getLogger(PreemptionTask.class);

  private final Handle handle;
  private final Evictor evictor;
  private final PodInfo preemptor;
  private final String node;
  private final List<PodInfo> victims;
  private final Consumer<PreemptionTask> ended;
  private final List<PodInfo> spared = new ArrayList<>();
  private final long start;
  private Duration retryAfter = Duration.ZERO;
  private int open;
  private boolean lastBegun;
  private @Nullable Eviction lastEviction;
  private boolean heldBack;

  /**
   * Prepares it.
   *
   * @param victims those that must be evicted, at least one
   * @param ended called on the scheduler's own thread when nothing is open any more
   */
  PreemptionTask(
      Handle handle, Evictor evictor, PodInfo preemptor, Candidate candidate, List<PodInfo> victims, Consumer<PreemptionTask> ended) {
    this.handle = handle;
    this.evictor = evictor;
    this.preemptor = preemptor;
    this.node = candidate.node();
    this.victims = List.copyOf(victims);
    this.ended = ended;
    this.start = handle.timers().nanoTime();
  }

  PodInfo preemptor() {
    return preemptor;
  }

  String node() {
    return node;
  }

  /** The victims that stay after all. */
  List<PodInfo> spared() {
    return List.copyOf(spared);
  }

  /** Whether the next cycle sees the same as the last one: a victim stays, or is going or gone and this scheduler does not know it yet. */
  boolean isVain() {
    return !spared.isEmpty() || !(lastEviction instanceof Eviction.InMemory) && !isGoing(last());
  }

  /** Every victim has been asked to go, or one could not be. */
  void measure() {
    handle.metrics().preemptionExecution(spared.isEmpty() ? "success" : "error", handle.timers().nanoTime() - start);
  }

  /** How long the cluster wants to be left alone. */
  Duration retryAfter() {
    return retryAfter;
  }

  void begin() {
    clearLowerNominations();
    List<PodInfo> first = victims.subList(0, victims.size() - 1);
    if (first.isEmpty()) {
      evictLast();
      return;
    }
    open = first.size();
    first.forEach(victim -> evict(victim, eviction -> firstEvicted()));
  }

  private void firstEvicted() {
    open--;
    if (open > 0) {
      return;
    }
    if (spared.isEmpty()) {
      evictLast();
    } else {
      spared.add(last());
      ended.accept(this);
    }
  }

  private PodInfo last() {
    return victims.get(victims.size() - 1);
  }

  private void evictLast() {
    lastBegun = true;
    evict(
        last(),
        eviction -> {
          lastEviction = eviction;
          ended.accept(this);
        });
  }

  private void evict(PodInfo victim, Consumer<Eviction> then) {
    evictor
        .evict(victim, preemptor, node)
        .whenCompleteAsync(
            (eviction, thrown) -> {
              Eviction result = eviction;
              if (result == null) {
                LOG.error("the eviction of pod {} for pod {} failed", victim.key(), preemptor.key(), thrown);
                result = new Eviction.Refused(String.valueOf(thrown), Duration.ZERO);
              }
              if (result instanceof Eviction.Refused refused) {
                LOG.warn("pod {} could not be evicted for pod {}: {}", victim.key(), preemptor.key(), refused.message());
                spared.add(victim);
                retryAfter = refused.retryAfter().compareTo(retryAfter) > 0 ? refused.retryAfter() : retryAfter;
              }
              then.accept(result);
            },
            handle.schedulingExecutor());
  }

  /** Pods of lower priority may no longer fit beside the preemptor: they are tried elsewhere at once, not when the victims are gone. */
  private void clearLowerNominations() {
    PodNominator nominator = handle.nominator();
    for (PodInfo nominated : nominator.nominatedPodsForNode(node)) {
      if (nominated.priority() < preemptor.priority()) {
        nominator.addNominatedPod(nominated, NominatingInfo.CLEAR);
        handle
            .writes()
            .patchPodStatus(ObjectRef.of(ResourceKind.PODS, nominated.pod()), new PodStatusPatch(List.of(), ""))
            .whenComplete(
                (outcome, thrown) -> {
                  if (thrown != null || !outcome.isDone()) {
                    LOG.warn(
                        "the nomination of pod {} to node {} was not cleared: {}",
                        nominated.key(), node, thrown == null ? outcome.describe() : thrown);
                  }
                });
      }
    }
  }

  /**
   * Whether the preemptor must not be tried yet: as long as victims have to be evicted, and the last of them is still there. What has been
   * answered last is remembered.
   */
  boolean holdsBack() {
    heldBack = !lastBegun || !isGoing(last());
    return heldBack;
  }

  /** The preemptor was turned away for the sake of this preemption. */
  void turnedAway() {
    heldBack = true;
  }

  private boolean isGoing(PodInfo victim) {
    PodInfo known = handle.pod(victim.key());
    return known == null || !known.uid().equals(victim.uid()) || known.terminating();
  }

  /**
   * Whether nothing else wakes the preemptor: no pod is on its way out whose end would, or the preemptor was held back from the last event
   * that it had.
   */
  boolean mustActivate() {
    return heldBack || !(lastEviction instanceof Eviction.Accepted);
  }
}
