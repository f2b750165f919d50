package io.berth.simulator.controllers;

import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.controllers.NodeDrain.Wish;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A drain from one start to the next stop. Lives on its executor. */
final class NodeDrainSession {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Session session;
  private final Map<String, Wish> wishes;
  private final Set<String> drained;
  private final WorkQueue<String> queue;
  private final Mirror<Node> nodes;
  private final Mirror<Pod> pods;

  NodeDrainSession(Session session, Map<String, Wish> wishes, Set<String> drained) {
    this.session = session;
    this.wishes = wishes;
    this.drained = drained;
    this.queue = session.queue(this::reconcile);
    this.nodes = session.mirror(ResourceKind.NODES, (key, before, after) -> look(key.name()));
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
  }

  void look(String node) {
    if (wishes.containsKey(node)) {
      queue.add(node);
    }
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    Pod known = after == null ? before : after;
    if (known != null && wishes.get(PodRules.nodeName(known)) == Wish.DRAINED && isNews(before, after)) {
      queue.add(PodRules.nodeName(known));
    }
  }

  private static boolean isNews(@Nullable Pod before, @Nullable Pod after) {
    return before == null
        || after == null
        || !PodRules.nodeName(before).equals(PodRules.nodeName(after))
        || PodRules.isFinished(before) != PodRules.isFinished(after);
  }

  private Next reconcile(String name) {
    Node node = nodes.get(new ObjectKey("", name));
    Wish wish = wishes.get(name);
    if (node == null || wish == null) {
      return Next.DONE;
    }
    boolean closed = node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    if (closed == (wish == Wish.OPEN)) {
      return new Next.Answered(session.cluster().update(ResourceKind.NODES, with(node, !closed)), Duration.ZERO);
    }
    if (wish != Wish.DRAINED) {
      wishes.remove(name, wish);
      return Next.DONE;
    }
    List<Pod> left = pods.list().stream().filter(pod -> PodRules.nodeName(pod).equals(name) && mustGo(pod)).toList();
    if (left.isEmpty()) {
      drained.add(name);
      return Next.DONE;
    }
    List<CompletionStage<? extends WriteOutcome<?>>> evictions = new ArrayList<>();
    for (Pod pod : left) {
      if (!PodRules.isTerminating(pod)) {
        evictions.add(session.cluster().evict(ObjectRef.of(ResourceKind.PODS, pod), null).thenApply(NodeDrainSession::outcome));
      }
    }
    return evictions.isEmpty() ? Next.DONE : new Next.Answered(Writes.all(evictions), RETRY);
  }

  /** An eviction that was blocked was answered all the same; it is tried again with the others. */
  private static WriteOutcome<?> outcome(EvictionOutcome outcome) {
    return outcome instanceof EvictionOutcome.Throttled throttled
        ? new WriteOutcome.Throttled<>(throttled.retryAfter(), "throttled")
        : new WriteOutcome.Done<>(outcome);
  }

  private static boolean mustGo(Pod pod) {
    for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController()) && "DaemonSet".equals(owner.getKind())) {
        return false;
      }
    }
    return !PodRules.isFinished(pod);
  }

  private static Node with(Node node, boolean unschedulable) {
    NodeSpec spec = node.getSpec() == null ? new NodeSpec() : Beans.shallow(node.getSpec());
    spec.setUnschedulable(unschedulable ? Boolean.TRUE : null);
    Node next = Beans.shallow(node);
    next.setSpec(spec);
    return next;
  }
}
