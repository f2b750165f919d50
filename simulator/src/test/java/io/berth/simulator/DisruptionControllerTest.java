package io.berth.simulator;

import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.replicaSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.Beans;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DisruptionControllerTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);

  @BeforeEach
  void start() {
    DisruptionController.on(time, cluster).start();
  }

  private static PodFixture running(String name) {
    return pod(name)
        .label("app", "a")
        .on("n")
        .phase("Running")
        .condition("Ready", "True", null)
        .terminationGracePeriodSeconds(30)
        .ownerReference("apps/v1", "ReplicaSet", "r");
  }

  private PodDisruptionBudgetStatus status() {
    time.advance(Duration.ofSeconds(1));
    return cluster.get(ResourceKind.POD_DISRUPTION_BUDGETS, "default", "b").getStatus();
  }

  private EvictionOutcome evict(String name) {
    Pod pod = cluster.pod(name);
    return cluster.evict(ObjectRef.of(ResourceKind.PODS, pod), null).toCompletableFuture().join();
  }

  @Test
  void aNumberOfAvailablePodsIsCountedAgainstTheHealthyOnes() {
    cluster.create(pdb("b").minAvailable("2").matchLabel("app", "a").obj());
    assertThat(status().getDisruptionsAllowed()).as("no pods, nothing to disrupt").isZero();
    for (int i = 0; i < 3; i++) {
      cluster.create(running("p" + i).obj());
    }
    cluster.create(pod("pending").label("app", "a").obj());
    assertThat(status().getDisruptionsAllowed()).isEqualTo(1);
    assertThat(status().getCurrentHealthy()).isEqualTo(3);
    assertThat(status().getExpectedPods()).isEqualTo(4);
    assertThat(status().getConditions()).singleElement().satisfies(c -> assertThat(c.getReason()).isEqualTo("SufficientPods"));
  }

  @Test
  void evictionsUseUpWhatIsAllowedAndReplacementsGiveItBack() {
    cluster.create(pdb("b").minAvailable("1").matchLabel("app", "a").obj());
    cluster.create(running("p").obj());
    cluster.create(running("q").obj());
    assertThat(status().getDisruptionsAllowed()).isEqualTo(1);

    assertThat(evict("p")).isInstanceOf(EvictionOutcome.Evicted.class);
    assertThat(evict("q")).isInstanceOf(EvictionOutcome.BlockedByBudget.class);
    assertThat(status().getDisruptionsAllowed()).isZero();
    assertThat(status().getDisruptedPods()).as("the controller has seen it going").isNullOrEmpty();

    cluster.create(running("r").obj());
    assertThat(status().getDisruptionsAllowed()).isEqualTo(1);
    assertThat(evict("q")).isInstanceOf(EvictionOutcome.Evicted.class);
  }

  @Test
  void sharesAreTakenOfWhatTheOwnersAskForAndRoundedUp() {
    cluster.create(replicaSet("r", 5, "app", "a"));
    cluster.create(pdb("b").minAvailable("50%").matchLabel("app", "a").obj());
    for (int i = 0; i < 5; i++) {
      cluster.create(running("p" + i).obj());
    }
    assertThat(status().getDesiredHealthy()).isEqualTo(3);
    assertThat(status().getDisruptionsAllowed()).isEqualTo(2);
  }

  @Test
  void whatMayBeMissingIsTakenOfWhatTheOwnersAskFor() {
    cluster.create(replicaSet("r", 4, "app", "a"));
    cluster.create(pdb("b").maxUnavailable("1").matchLabel("app", "a").obj());
    for (int i = 0; i < 3; i++) {
      cluster.create(running("p" + i).obj());
    }
    assertThat(status().getDisruptionsAllowed()).as("one is missing already").isZero();
    cluster.create(running("p3").obj());
    assertThat(status().getDisruptionsAllowed()).isEqualTo(1);
  }

  @Test
  void anUnknownOwnerBlocksTheBudgetAndSaysSo() {
    cluster.create(pdb("b").maxUnavailable("1").matchLabel("app", "a").obj());
    cluster.create(running("p").obj());
    assertThat(status().getDisruptionsAllowed()).isZero();
    assertThat(status().getConditions()).singleElement().satisfies(condition -> {
      assertThat(condition.getReason()).isEqualTo("SyncFailed");
      assertThat(condition.getMessage()).isEqualTo("found no controllers for pod \"p\"");
    });
  }

  @Test
  void anEvictedPodThatDoesNotGoCountsAgainAfterTwoMinutes() {
    cluster.create(pdb("b").minAvailable("0").matchLabel("app", "a").obj());
    cluster.create(running("p").obj());
    assertThat(status().getDisruptionsAllowed()).isEqualTo(1);
    var budget = cluster.get(ResourceKind.POD_DISRUPTION_BUDGETS, "default", "b");
    var announced = Beans.shallow(budget);
    announced.setStatus(Beans.shallow(budget.getStatus()));
    announced.getStatus().setDisruptedPods(Map.of("p", time.now().toString()));
    cluster.update(announced);

    assertThat(status().getCurrentHealthy()).isZero();
    time.advance(Duration.ofMinutes(2));
    assertThat(status().getCurrentHealthy()).isEqualTo(1);
    assertThat(status().getDisruptedPods()).isNullOrEmpty();
  }
}
