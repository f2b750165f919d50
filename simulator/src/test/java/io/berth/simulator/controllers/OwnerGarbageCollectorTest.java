package io.berth.simulator.controllers;

import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.replicaSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import io.berth.simulator.internal.ClusterKinds;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnerGarbageCollectorTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster =
      InMemoryCluster.builder(time, time.executor())
          .writeInterceptor(WriteFault.failing().on(Verb.GET).atMost(2))
          .build();

  @BeforeEach
  void start() {
    OwnerGarbageCollector.on(time, cluster).start();
  }

  private Pod owned(String name, ReplicaSet... owners) {
    Pod pod = pod(name).withoutUid().obj();
    return cluster.create(
        new PodBuilder(pod)
            .editMetadata()
            .withOwnerReferences(
                List.of(owners).stream().map(owner -> Owned.reference(owner, ResourceKind.REPLICA_SETS)).toList())
            .endMetadata()
            .build());
  }

  private void minute() {
    time.advance(Duration.ofMinutes(1));
  }

  @Test
  void whatADeploymentOwnsGoesWithItStepByStep() {
    Deployment deployment =
        cluster.create(
            new DeploymentBuilder().withNewMetadata().withNamespace("default").withName("d").endMetadata().build());
    ReplicaSet set =
        cluster.create(
            new ReplicaSetBuilder(replicaSet("r", 1))
                .editMetadata()
                .withUid(null)
                .withOwnerReferences(Owned.reference(deployment, ClusterKinds.DEPLOYMENTS))
                .endMetadata()
                .build());
    owned("p", set);
    minute();
    assertThat(cluster.pod("p")).isNotNull();
    cluster.delete(deployment);
    minute();
    assertThat(cluster.list(ResourceKind.REPLICA_SETS)).isEmpty();
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void anObjectStaysAsLongAsOneOwnerIsThere() {
    ReplicaSet one = cluster.create(replicaSet("one", 1));
    ReplicaSet other = cluster.create(replicaSet("other", 1));
    owned("p", one, other);
    cluster.delete(one);
    minute();
    assertThat(cluster.pod("p")).isNotNull();
    cluster.delete(other);
    minute();
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void anotherObjectOfTheSameNameIsNotTheOwner() {
    ReplicaSet first = cluster.create(replicaSet("r", 1));
    owned("p", first);
    minute();
    cluster.delete(first);
    cluster.create(new ReplicaSetBuilder(replicaSet("r", 1)).editMetadata().withUid("another").endMetadata().build());
    minute();
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void ownersOfUnknownKindsCountAsThere() {
    cluster.create(pod("p").ownerReference("example.com/v1", "Thing", "t").obj());
    minute();
    assertThat(cluster.pod("p")).isNotNull();
  }
}
