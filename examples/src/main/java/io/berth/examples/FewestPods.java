package io.berth.examples;

import io.berth.framework.BindPlugin;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.Profile;
import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.concurrent.CompletionStage;

/** Puts each pod on the node with the fewest pods; first come, first served. */
public record FewestPods(Handle handle) implements QueueSortPlugin, ScorePlugin, BindPlugin {
  @Override
  public String name() {
    return "FewestPods";
  }

  @Override
  public boolean less(QueuedPodInfo a, QueuedPodInfo b) {
    return a.timestamp().isBefore(b.timestamp());
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return Math.max(0, MAX_NODE_SCORE - node.pods().size());
  }

  @Override
  public CompletionStage<Status> bind(CycleState state, PodInfo pod, String node) {
    return handle
        .writes()
        .bind(ObjectRef.of(ResourceKind.PODS, pod.pod()), node)
        .thenApply(outcome -> outcome.isDone() ? Status.SUCCESS : Status.error(outcome.describe()));
  }

  /** Schedules four pods onto two nodes, in virtual time, and prints where they are. */
  public static void main(String[] args) {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.on(time);
    for (String name : new String[] {"a", "b"}) {
      cluster.create(new NodeBuilder().withNewMetadata().withName("node-" + name).endMetadata().build());
    }
    for (int i = 1; i <= 4; i++) {
      cluster.create(
          new PodBuilder().withNewMetadata().withName("pod-" + i).withNamespace("default").endMetadata().build());
    }
    Profile profile = Profile.builder("default-scheduler").enable("FewestPods", FewestPods::new).build();
    try (Scheduler scheduler =
        Scheduler.builder()
            .cluster(cluster)
            .profile(profile)
            .timers(time)
            .schedulingExecutor(time.executor())
            .workExecutor(time.executor())
            .build()) {
      scheduler.start();
      time.run();
    }
    cluster
        .list(ResourceKind.PODS)
        .forEach(pod -> System.out.println(pod.getMetadata().getName() + " -> " + pod.getSpec().getNodeName()));
  }
}
