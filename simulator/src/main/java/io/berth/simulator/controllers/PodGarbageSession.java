package io.berth.simulator.controllers;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The pod garbage collector from one start to the next stop. Lives on its executor. */
final class PodGarbageSession {
  private static final Duration QUARANTINE = Duration.ofSeconds(40);
  private static final int MOST_ENDED = 12_500;

  private final Session session;
  private final WorkQueue<ObjectKey> queue;
  private final Mirror<Pod> pods;
  private final Mirror<Node> nodes;
  private final Map<String, Instant> missedSince = new HashMap<>();
  private final TreeSet<Ended> ended = new TreeSet<>();

  /** A pod that has ended, ordered by age. */
  private record Ended(String created, ObjectKey key) implements Comparable<Ended> {
    static Ended of(Pod pod) {
      String created = pod.getMetadata().getCreationTimestamp();
      return new Ended(created == null ? "" : created, ObjectKey.of(pod));
    }

    @Override
    public int compareTo(Ended other) {
      return Comparator.comparing(Ended::created).thenComparing(Ended::key).compare(this, other);
    }
  }

  PodGarbageSession(Session session) {
    this.session = session;
    this.queue = session.queue(this::reconcile);
    this.nodes = session.mirror(ResourceKind.NODES, this::nodeChanged);
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
  }

  private void nodeChanged(ObjectKey key, @Nullable Node before, @Nullable Node after) {
    if (after != null) {
      missedSince.remove(key.name());
    } else {
      pods.list().stream()
          .filter(pod -> PodRules.nodeName(pod).equals(key.name()))
          .forEach(pod -> queue.add(ObjectKey.of(pod)));
    }
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    if (before != null && PodRules.isFinished(before)) {
      ended.remove(Ended.of(before));
    }
    if (after != null) {
      if (PodRules.isFinished(after)) {
        ended.add(Ended.of(after));
      }
      queue.add(key);
    }
    if (ended.size() > MOST_ENDED) {
      queue.add(ended.first().key());
    }
  }

  private Next reconcile(ObjectKey key) {
    Pod pod = pods.get(key);
    if (pod == null) {
      return Next.DONE;
    }
    String node = PodRules.nodeName(pod);
    if (node.isEmpty()) {
      return PodRules.isTerminating(pod) ? new Next.Answered(delete(pod)) : Next.DONE;
    }
    if (nodes.get(new ObjectKey("", node)) == null) {
      Instant since = missedSince.computeIfAbsent(node, name -> session.timers().now());
      Duration left = Duration.between(session.timers().now(), since.plus(QUARANTINE));
      return left.isNegative() || left.isZero() ? new Next.Answered(deleteOrphan(pod)) : new Next.After(left);
    }
    boolean oldest = ended.size() > MOST_ENDED && PodRules.isFinished(pod) && ended.first().key().equals(key);
    return oldest ? new Next.Answered(delete(pod)) : Next.DONE;
  }

  /** Says that the pod has failed, so that whoever owns it counts it, and deletes it. */
  private CompletionStage<WriteOutcome<Pod>> deleteOrphan(Pod pod) {
    if (PodRules.isFinished(pod)) {
      return delete(pod);
    }
    PodCondition target = new PodCondition();
    target.setType("DisruptionTarget");
    target.setStatus("True");
    target.setReason("DeletionByPodGC");
    target.setMessage("PodGC: node no longer exists");
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setPhase("Failed");
    String now = session.timers().now().truncatedTo(ChronoUnit.SECONDS).toString();
    status.setConditions(List.copyOf(PodRules.withCondition(status.getConditions(), target, now)));
    Pod failed = Beans.shallow(pod);
    failed.setStatus(status);
    return session.cluster()
        .updateStatus(ResourceKind.PODS, failed)
        .thenCompose(outcome -> outcome.isDone() ? delete(pod) : CompletableFuture.completedStage(outcome));
  }

  private CompletionStage<WriteOutcome<Pod>> delete(Pod pod) {
    return session.cluster().delete(ObjectRef.of(ResourceKind.PODS, pod), 0L);
  }
}
