package io.berth.examples;

import io.berth.framework.cluster.ResourceKind;
import io.berth.plugins.DefaultPlugins;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Schedules two pods with the default profile on an in-memory cluster, in virtual time. */
public final class EmbeddedScheduler {
  public static void main(String[] args) {
    var time = VirtualTime.create();
    var cluster = InMemoryCluster.on(time);
    var room = Map.of("cpu", new Quantity("1"), "pods", new Quantity("10"));
    cluster.create(new NodeBuilder().withNewMetadata().withName("n1").endMetadata()
        .withNewStatus().withAllocatable(room).endStatus().build());
    for (var name : new String[] {"db", "web"}) {
      cluster.create(new PodBuilder().withNewMetadata().withName(name).withNamespace("default").endMetadata()
          .withNewSpec().addNewContainer().withName("main").withNewResources()
          .withRequests(Map.of("cpu", new Quantity("700m"))).endResources().endContainer().endSpec().build());
    }
    try (var scheduler = Scheduler.builder().cluster(cluster).profile(DefaultPlugins.profile())
        .timers(time).schedulingExecutor(time.executor()).workExecutor(time.executor()).build()) {
      scheduler.start();
      time.run();
    }
    for (var pod : cluster.list(ResourceKind.PODS)) {
      var condition = pod.getStatus().getConditions().get(0);
      System.out.println(pod.getMetadata().getName() + ": " + (pod.getSpec().getNodeName() != null
          ? "on " + pod.getSpec().getNodeName() : condition.getReason() + ", " + condition.getMessage()));
    }
  }
}
