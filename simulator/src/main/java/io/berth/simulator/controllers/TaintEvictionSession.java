package io.berth.simulator.controllers;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The taint eviction controller from one start to the next stop. Lives on its executor. */
final class TaintEvictionSession {
  private final Session session;
  private final WorkQueue<ObjectKey> queue;
  private final Mirror<Pod> pods;
  private final Mirror<Node> nodes;
  private final Map<String, Instant> taintedSince = new HashMap<>();

  TaintEvictionSession(Session session) {
    this.session = session;
    this.queue = session.queue(this::reconcile);
    this.nodes = session.mirror(ResourceKind.NODES, this::nodeChanged);
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
  }

  private void nodeChanged(ObjectKey key, @Nullable Node before, @Nullable Node after) {
    if (!evicting(before).equals(evicting(after))) {
      pods.list().stream()
          .filter(pod -> PodRules.nodeName(pod).equals(key.name()))
          .forEach(pod -> queue.add(ObjectKey.of(pod)));
    }
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    if (before != null && (after == null || !uid(before).equals(uid(after)))) {
      taintedSince.remove(uid(before));
    }
    if (after != null && !PodRules.nodeName(after).isEmpty()) {
      queue.add(key);
    }
  }

  private Next reconcile(ObjectKey key) {
    Pod pod = pods.get(key);
    if (pod == null || PodRules.isTerminating(pod) || PodRules.isFinished(pod)) {
      return Next.DONE;
    }
    List<Taint> taints = evicting(nodes.get(new ObjectKey("", PodRules.nodeName(pod))));
    if (taints.isEmpty()) {
      taintedSince.remove(uid(pod));
      return Next.DONE;
    }
    Duration stays = staysFor(pod, taints);
    if (stays == null) {
      taintedSince.remove(uid(pod));
      return Next.DONE;
    }
    Instant since = taintedSince.computeIfAbsent(uid(pod), uid -> session.timers().now());
    Duration left = Duration.between(session.timers().now(), since.plus(stays));
    return left.isNegative() || left.isZero() ? new Next.Answered(evict(pod)) : new Next.After(left);
  }

  /** How long the pod may stay; {@code null} for ever. */
  private static @Nullable Duration staysFor(Pod pod, List<Taint> taints) {
    Long least = null;
    for (Taint taint : taints) {
      List<Toleration> tolerating =
          pod.getSpec().getTolerations().stream().filter(toleration -> tolerates(toleration, taint)).toList();
      if (tolerating.isEmpty()) {
        return Duration.ZERO;
      }
      for (Toleration toleration : tolerating) {
        Long seconds = toleration.getTolerationSeconds();
        if (seconds != null) {
          least = least == null ? Math.max(0, seconds) : Math.min(least, Math.max(0, seconds));
        }
      }
    }
    return least == null ? null : Duration.ofSeconds(least);
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    String effect = toleration.getEffect();
    if (effect != null && !effect.isEmpty() && !effect.equals(taint.getEffect())) {
      return false;
    }
    String key = toleration.getKey();
    boolean anyKey = key == null || key.isEmpty();
    if ("Exists".equals(toleration.getOperator())) {
      return anyKey || key.equals(taint.getKey());
    }
    return !anyKey && key.equals(taint.getKey()) && text(toleration.getValue()).equals(text(taint.getValue()));
  }

  private CompletionStage<WriteOutcome<Pod>> evict(Pod pod) {
    ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, pod);
    PodCondition target = new PodCondition();
    target.setType("DisruptionTarget");
    target.setStatus("True");
    target.setReason("DeletionByTaintManager");
    target.setMessage("Taint manager: deleting due to NoExecute taint");
    return session.cluster()
        .patchPodStatus(ref, new PodStatusPatch(List.of(target), null))
        .thenCompose(
            outcome -> outcome.isDone() ? session.cluster().delete(ref) : CompletableFuture.completedStage(outcome));
  }

  private static List<Taint> evicting(@Nullable Node node) {
    return node == null ? List.of() : NodeTaints.of(node).stream().filter(t -> "NoExecute".equals(t.getEffect())).toList();
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
