package io.berth.simulator.controllers;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ClusterKinds;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.NodeConditions;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The node life cycle controller from one start to the next stop. Lives on its executor. */
final class NodeLifecycleSession {
  private static final Duration GRACE = Duration.ofSeconds(50);

  private final Session session;
  private final WorkQueue<String> queue;
  private final Mirror<Node> nodes;
  private final Mirror<Pod> pods;
  private final Map<String, Instant> lastHeard = new HashMap<>();

  NodeLifecycleSession(Session session) {
    this.session = session;
    this.queue = session.queue(this::reconcile);
    this.nodes = session.mirror(ResourceKind.NODES, (key, before, after) -> queue.add(key.name()));
    session.mirror(ClusterKinds.LEASES, this::leaseChanged);
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
  }

  private void leaseChanged(ObjectKey key, @Nullable Lease before, @Nullable Lease after) {
    if (!key.namespace().equals(ClusterKinds.NODE_LEASES)) {
      return;
    }
    if (after == null) {
      lastHeard.remove(key.name());
      return;
    }
    if (lastHeard.put(key.name(), session.timers().now()) == null) {
      queue.add(key.name());
    }
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    if (after != null && PodRules.isReady(after) && (before == null || !PodRules.isReady(before))) {
      Node node = nodes.get(new ObjectKey("", PodRules.nodeName(after)));
      if (node != null && !isReady(node)) {
        queue.add(PodRules.nodeName(after));
      }
    }
  }

  private Next reconcile(String name) {
    Node node = nodes.get(new ObjectKey("", name));
    if (node == null) {
      return Next.DONE;
    }
    Instant heard = lastHeard.get(name);
    Duration left = heard == null ? null : Duration.between(session.timers().now(), heard.plus(GRACE));
    boolean silent = left != null && (left.isNegative() || left.isZero());
    if (silent && !"Unknown".equals(NodeConditions.status(node, "Ready"))) {
      Node next =
          NodeConditions.with(
              node, "Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.", session.timers().now());
      return new Next.Answered(session.cluster().updateStatus(ResourceKind.NODES, next));
    }
    Duration again = silent ? null : left;
    List<Taint> before = NodeTaints.of(node);
    List<Taint> taints = NodeTaints.wanted(node, session.timers().now());
    if (!taints.equals(before)) {
      Node next = Beans.shallow(node);
      NodeSpec spec = node.getSpec() == null ? new NodeSpec() : Beans.shallow(node.getSpec());
      spec.setTaints(taints);
      next.setSpec(spec);
      return new Next.Answered(session.cluster().update(ResourceKind.NODES, next), again);
    }
    if (!isReady(node)) {
      List<CompletionStage<? extends WriteOutcome<?>>> writes = new ArrayList<>();
      for (Pod pod : pods.list()) {
        if (PodRules.nodeName(pod).equals(name) && PodRules.isReady(pod) && !PodRules.isFinished(pod)) {
          writes.add(session.cluster().updateStatus(ResourceKind.PODS, notReady(pod)));
        }
      }
      if (!writes.isEmpty()) {
        return new Next.Answered(Writes.all(writes), again);
      }
    }
    return again == null ? Next.DONE : new Next.After(again);
  }

  private static boolean isReady(Node node) {
    String ready = NodeConditions.status(node, "Ready");
    return ready == null || ready.equals("True");
  }

  private Pod notReady(Pod pod) {
    PodCondition condition = new PodCondition();
    condition.setType("Ready");
    condition.setStatus("False");
    PodStatus status = Beans.shallow(pod.getStatus());
    String now = session.timers().now().truncatedTo(ChronoUnit.SECONDS).toString();
    status.setConditions(List.copyOf(PodRules.withCondition(status.getConditions(), condition, now)));
    Pod next = Beans.shallow(pod);
    next.setStatus(status);
    return next;
  }
}
