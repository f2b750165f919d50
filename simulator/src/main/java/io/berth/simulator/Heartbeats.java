package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ClusterKinds;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.NodeConditions;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Renews the leases of nodes, and says that a node is ready that was thought to be lost. Lives on the kubelets' executor.
 *
 * <p>Source: component-helpers/apimachinery/lease/controller.go, v0.37.2, and pkg/kubelet/kubelet_node_status.go, v1.37.2.
 */
final class Heartbeats {
  private static final int LEASE_SECONDS = 40;

  private final Cluster cluster;
  private final Timers timers;
  private final Mirror<Node> nodes;
  private final Mirror<Lease> leases;
  private final Duration every;
  private final Predicate<String> disconnected;
  private final WorkQueue<String> queue;
  private final Executor executor;
  private final Map<String, Instant> renewed = new HashMap<>();

  Heartbeats(Session session, Mirror<Node> nodes, Duration every, Predicate<String> disconnected) {
    this.cluster = session.cluster();
    this.timers = session.timers();
    this.nodes = nodes;
    this.every = every;
    this.disconnected = disconnected;
    this.executor = session.executor();
    this.queue = session.queue(this::reconcile);
    this.leases = session.mirror(ClusterKinds.LEASES, (key, before, after) -> {});
  }

  /** The node is to be looked at now. */
  void beat(String node) {
    queue.add(node);
  }

  private Next reconcile(String name) {
    Node node = nodes.get(new ObjectKey("", name));
    if (node == null || disconnected.test(name)) {
      return Next.DONE;
    }
    boolean lost = "Unknown".equals(NodeConditions.status(node, "Ready"));
    Instant last = renewed.get(name);
    Duration left = last == null ? Duration.ZERO : Duration.between(timers.now(), last.plus(every));
    if (left.isNegative() || left.isZero()) {
      return new Next.Answered(renew(name), lost ? Duration.ZERO : every);
    }
    if (lost) {
      Node next = NodeConditions.with(node, "Ready", "True", "KubeletReady", "kubelet is posting ready status", timers.now());
      return new Next.Answered(cluster.updateStatus(ResourceKind.NODES, next), left);
    }
    return new Next.After(left);
  }

  private CompletionStage<WriteOutcome<Lease>> renew(String name) {
    Lease lease = leases.get(new ObjectKey(ClusterKinds.NODE_LEASES, name));
    CompletionStage<WriteOutcome<Lease>> answer =
        lease == null
            ? cluster.create(ClusterKinds.LEASES, renewed(newLease(name)))
            : cluster.update(ClusterKinds.LEASES, renewed(lease));
    Instant now = timers.now();
    answer.whenComplete(
        (outcome, failure) -> {
          if (outcome != null && outcome.isDone()) {
            executor.execute(() -> renewed.put(name, now));
          }
        });
    return answer;
  }

  private Lease renewed(Lease lease) {
    Lease next = Beans.shallow(lease);
    LeaseSpec spec = Beans.shallow(lease.getSpec());
    spec.setRenewTime(timers.now().truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC));
    next.setSpec(spec);
    return next;
  }

  private static Lease newLease(String node) {
    ObjectMeta meta = new ObjectMeta();
    meta.setNamespace(ClusterKinds.NODE_LEASES);
    meta.setName(node);
    LeaseSpec spec = new LeaseSpec();
    spec.setHolderIdentity(node);
    spec.setLeaseDurationSeconds(LEASE_SECONDS);
    Lease lease = new Lease();
    lease.setMetadata(meta);
    lease.setSpec(spec);
    return lease;
  }
}
