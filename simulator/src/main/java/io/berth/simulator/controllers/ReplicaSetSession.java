package io.berth.simulator.controllers;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The ReplicaSet controller from one start to the next stop. Lives on its executor. */
final class ReplicaSetSession {
  private final Session session;
  private final WorkQueue<ObjectKey> queue;
  private final Mirror<ReplicaSet> sets;
  private final OwnedPods pods;

  ReplicaSetSession(Session session) {
    this.session = session;
    this.queue = session.queue(this::reconcile);
    this.sets = session.mirror(ResourceKind.REPLICA_SETS, this::setChanged);
    this.pods = new OwnedPods(session, ResourceKind.REPLICA_SETS, queue::add);
  }

  private void setChanged(ObjectKey key, @Nullable ReplicaSet before, @Nullable ReplicaSet after) {
    boolean same = before != null && after != null && before.getMetadata().getUid().equals(after.getMetadata().getUid());
    if (!same) {
      pods.forget(key);
    }
    queue.add(key);
  }

  private Next reconcile(ObjectKey key) {
    ReplicaSet set = sets.get(key);
    if (set == null || set.getSpec() == null) {
      return Next.DONE;
    }
    List<Pod> active = OwnedPods.active(pods.of(set));
    List<CompletionStage<? extends WriteOutcome<?>>> writes = new ArrayList<>();
    Duration uncertain = pods.uncertainFor(key);
    if (uncertain == null && set.getMetadata().getDeletionTimestamp() == null) {
      Integer replicas = set.getSpec().getReplicas();
      int missing = (replicas == null ? 1 : replicas) - active.size();
      if (missing > 0) {
        writes.add(pods.create(set, set.getSpec().getTemplate(), missing));
      } else if (missing < 0) {
        writes.add(pods.delete(set, Victims.inOrder(active, session.timers().now()).subList(0, -missing)));
      }
    }
    Duration toAvailable = null;
    int available = 0;
    for (Pod pod : active) {
      Duration left = untilAvailable(set, pod);
      if (left != null && (left.isZero() || left.isNegative())) {
        available++;
      } else if (left != null && (toAvailable == null || left.compareTo(toAvailable) < 0)) {
        toAvailable = left;
      }
    }
    ReplicaSetStatus status = status(set, active, available);
    if (!status.equals(set.getStatus())) {
      ReplicaSet next = Beans.shallow(set);
      next.setStatus(status);
      writes.add(session.cluster().updateStatus(ResourceKind.REPLICA_SETS, next));
    }
    Duration again = toAvailable != null ? toAvailable : uncertain;
    if (!writes.isEmpty()) {
      return new Next.Answered(Writes.all(writes), again);
    }
    return again == null ? Next.DONE : new Next.After(again);
  }

  private static ReplicaSetStatus status(ReplicaSet set, List<Pod> active, int available) {
    ReplicaSetStatus status = set.getStatus() == null ? new ReplicaSetStatus() : Beans.shallow(set.getStatus());
    Map<String, String> labels =
        set.getSpec().getTemplate() == null || set.getSpec().getTemplate().getMetadata() == null
            ? Map.of()
            : set.getSpec().getTemplate().getMetadata().getLabels();
    status.setReplicas(active.size());
    status.setFullyLabeledReplicas(
        (int) active.stream().filter(pod -> pod.getMetadata().getLabels().entrySet().containsAll(labels.entrySet())).count());
    status.setReadyReplicas((int) active.stream().filter(PodRules::isReady).count());
    status.setAvailableReplicas(available);
    status.setObservedGeneration(set.getMetadata().getGeneration());
    return status;
  }

  /** How long until the pod counts as available; {@code null} when it is not ready. */
  private @Nullable Duration untilAvailable(ReplicaSet set, Pod pod) {
    if (!PodRules.isReady(pod)) {
      return null;
    }
    Integer seconds = set.getSpec().getMinReadySeconds();
    PodCondition ready = PodRules.condition(pod, "Ready");
    String since = ready == null ? null : ready.getLastTransitionTime();
    if (seconds == null || seconds == 0 || since == null) {
      return Duration.ZERO;
    }
    return Duration.between(session.timers().now(), Instant.parse(since).plusSeconds(seconds));
  }
}
