package io.berth.examples;

import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Profile;
import io.berth.framework.VictimEligibility;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.DefaultPlugins;
import io.berth.preemption.DefaultPreemption;
import io.berth.preemption.DefaultPreemptionArgs;
import io.berth.preemption.PreemptionRules;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Nobody but a system service preempts pods of another namespace. */
public final class ProtectedTenants implements VictimEligibility {
  private static final int SYSTEM = 2_000_000_000;

  @Override
  public PreemptionEligibility eligibleAsVictim(PodInfo preemptor, PodInfo victim, NodeInfo node) {
    return preemptor.priority() >= SYSTEM || victim.namespace().equals(preemptor.namespace())
        ? PreemptionEligibility.ELIGIBLE
        : PreemptionEligibility.notEligible("pods of namespace " + victim.namespace() + " are protected");
  }

  /** The default profile with this rule beside upstream's. */
  public static Profile profile() {
    var rules = PreemptionRules.UPSTREAM.andVictim(new ProtectedTenants());
    var plugin =
        new Profile.EnabledPlugin(
            DefaultPreemption.NAME, DefaultPreemption.factory(DefaultPreemptionArgs.DEFAULT, rules), 1);
    return DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME)
        .enableBefore("NodeResourcesBalancedAllocation", plugin)
        .build();
  }

  /** Two teams on one full node: one of them preempts its own pod, the other one nobody. */
  public static void main(String[] args) {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.on(time);
    cluster.create(
        new NodeBuilder()
            .withNewMetadata().withName("n1").endMetadata()
            .withNewStatus().withAllocatable(Map.of("cpu", new Quantity("1"), "pods", new Quantity("10"))).endStatus()
            .build());
    cluster.create(pod("red", "batch", 1).editSpec().withNodeName("n1").endSpec().build());
    try (Scheduler scheduler =
        Scheduler.builder()
            .cluster(cluster)
            .profile(profile())
            .timers(time)
            .schedulingExecutor(time.executor())
            .workExecutor(time.executor())
            .build()) {
      scheduler.start();
      cluster.create(pod("red", "web", 100).build());
      time.run();
      cluster.create(pod("blue", "web", 200).build());
      time.run();
    }
    cluster.events().stream()
        .filter(event -> event.reason().equals("Preempted"))
        .forEach(event -> System.out.println(event.regarding() + " went for " + event.related()));
    Pod waiting = cluster.get(ResourceKind.PODS, "blue", "web");
    System.out.println("blue/web waits: " + waiting.getStatus().getConditions().get(0).getMessage());
  }

  private static PodBuilder pod(String namespace, String name, int priority) {
    return new PodBuilder()
        .withNewMetadata().withNamespace(namespace).withName(name).endMetadata()
        .withNewSpec()
        .withPriority(priority)
        .withTerminationGracePeriodSeconds(0L)
        .addNewContainer().withName("c").withNewResources().addToRequests("cpu", new Quantity("1")).endResources().endContainer()
        .endSpec();
  }
}
