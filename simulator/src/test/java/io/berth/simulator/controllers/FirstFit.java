package io.berth.simulator.controllers;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.ResourceName;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;

/** Binds each pod to the first node without taints that has enough CPU left; looks again every minute. */
final class FirstFit extends Restartable<FirstFit.Binding> {
  FirstFit(VirtualTime time, InMemoryCluster cluster) {
    super(cluster, time, time.executor(), Duration.ZERO);
  }

  static final class Binding {
    private final Session session;
    private final WorkQueue<ObjectKey> queue;
    private final Mirror<Pod> pods;
    private final Mirror<Node> nodes;

    Binding(Session session) {
      this.session = session;
      this.queue = session.queue(this::reconcile);
      this.nodes = session.mirror(ResourceKind.NODES, (key, before, after) -> {});
      this.pods = session.mirror(ResourceKind.PODS, (key, before, after) -> queue.add(key));
    }

    private Next reconcile(ObjectKey key) {
      Pod pod = pods.get(key);
      if (pod == null || !PodRules.nodeName(pod).isEmpty() || PodRules.isTerminating(pod)) {
        return Next.DONE;
      }
      long wanted = EffectiveRequests.upstream().of(pod).incoming().get(ResourceName.CPU);
      for (Node node : nodes.list()) {
        String name = node.getMetadata().getName();
        boolean open = node.getSpec() == null || node.getSpec().getTaints().isEmpty();
        long allocatable = node.getStatus().getAllocatable().get("cpu").getNumericalAmount().longValue() * 1000;
        if (open && used(name) + wanted <= allocatable) {
          return new Next.Answered(session.cluster().bind(ObjectRef.of(ResourceKind.PODS, pod), name));
        }
      }
      return new Next.After(Duration.ofMinutes(1));
    }

    private long used(String node) {
      return pods.list().stream()
          .filter(pod -> PodRules.nodeName(pod).equals(node) && !PodRules.isFinished(pod))
          .mapToLong(pod -> EffectiveRequests.upstream().of(pod).onNode().get(ResourceName.CPU))
          .sum();
    }
  }

  @Override
  protected Binding begin(Session next) {
    return new Binding(next);
  }
}
