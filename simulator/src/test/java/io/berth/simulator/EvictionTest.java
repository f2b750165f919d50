package io.berth.simulator;

import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.internal.PodRules;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EvictionTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);

  private static PodFixture running(String name) {
    return pod(name).label("app", "a").on("n").phase("Running").condition("Ready", "True", null).terminationGracePeriodSeconds(30);
  }

  private EvictionOutcome evict(Pod pod) {
    return cluster.evict(ObjectRef.of(ResourceKind.PODS, pod), null).toCompletableFuture().join();
  }

  private PodDisruptionBudget budget(String name) {
    return cluster.get(ResourceKind.POD_DISRUPTION_BUDGETS, "default", name);
  }

  @Test
  void aPodWithoutABudgetIsEvictedAndSaysWhy() {
    assertThat(evict(cluster.create(running("p").obj()))).isInstanceOf(EvictionOutcome.Evicted.class);
    Pod going = cluster.pod("p");
    assertThat(going.getMetadata().getDeletionTimestamp()).isNotNull();
    assertThat(PodRules.condition(going, "DisruptionTarget").getReason()).isEqualTo("EvictionByEvictionAPI");
  }

  @Test
  void theBudgetIsCountedDownUntilItBlocks() {
    cluster.create(pdb("b").minAvailable("1").matchLabel("app", "a").disruptionsAllowed(1).healthy(2, 1).obj());
    Pod p = cluster.create(running("p").obj());
    Pod q = cluster.create(running("q").obj());

    assertThat(evict(p)).isInstanceOf(EvictionOutcome.Evicted.class);
    assertThat(budget("b").getStatus().getDisruptionsAllowed()).isZero();
    assertThat(budget("b").getStatus().getDisruptedPods()).containsEntry("p", "2026-01-01T00:00:00Z");
    assertThat(budget("b").getStatus().getConditions()).singleElement().satisfies(condition -> {
      assertThat(condition.getStatus()).isEqualTo("False");
      assertThat(condition.getReason()).isEqualTo("InsufficientPods");
    });

    assertThat(evict(q)).isInstanceOfSatisfying(EvictionOutcome.BlockedByBudget.class,
        blocked -> assertThat(blocked.message()).contains("The disruption budget b "));
    assertThat(cluster.pod("q").getMetadata().getDeletionTimestamp()).isNull();
    assertThat(evict(p)).as("what goes already does not need the budget again").isInstanceOf(EvictionOutcome.Evicted.class);
  }

  @Test
  void aBudgetThatNobodyHasLookedAtYetBlocks() {
    cluster.create(pdb("b").minAvailable("1").matchLabel("app", "a").obj());
    assertThat(evict(cluster.create(running("p").obj()))).isInstanceOfSatisfying(EvictionOutcome.BlockedByBudget.class,
        blocked -> assertThat(blocked.message()).contains("still being processed"));
  }

  @Test
  void aPodThatIsGoneIsGoneAndAnotherOfItsNameIsNotMeant() {
    Pod first = cluster.create(running("p").uid("1").obj());
    cluster.remove(first);
    assertThat(evict(first)).isInstanceOf(EvictionOutcome.AlreadyGone.class);
    cluster.create(running("p").uid("2").obj());
    assertThat(evict(first)).isInstanceOf(EvictionOutcome.Failed.class);
    assertThat(cluster.pod("p").getMetadata().getDeletionTimestamp()).isNull();
  }

  @Test
  void twoBudgetsForOnePodAreAFailure() {
    cluster.create(pdb("b").matchLabel("app", "a").disruptionsAllowed(1).obj());
    cluster.create(pdb("c").matchLabel("app", "a").disruptionsAllowed(1).obj());
    assertThat(evict(cluster.create(running("p").obj()))).isInstanceOfSatisfying(EvictionOutcome.Failed.class,
        failed -> assertThat(failed.message()).contains("more than one PodDisruptionBudget"));
  }

  @Test
  void aNegativeAllowanceIsAFailure() {
    cluster.create(pdb("b").matchLabel("app", "a").disruptionsAllowed(-1).obj());
    assertThat(evict(cluster.create(running("p").obj()))).isInstanceOf(EvictionOutcome.Failed.class);
  }

  @Test
  void aThrottledEvictionIsNeitherDoneNorBlocked() {
    InMemoryCluster busy =
        InMemoryCluster.builder(time, time.executor())
            .writeInterceptor(r -> r.verb() == Verb.EVICT ? new WriteDecision.Throttle(Duration.ofSeconds(7)) : WriteDecision.PROCEED)
            .build();
    Pod p = busy.create(running("p").obj());
    assertThat(busy.evict(ObjectRef.of(ResourceKind.PODS, p), null).toCompletableFuture().join())
        .isEqualTo(new EvictionOutcome.Throttled(Duration.ofSeconds(7)));
    assertThat(busy.pod("p").getMetadata().getDeletionTimestamp()).isNull();
  }

  @Test
  void podsThatAreNotReadyMayGoWhenTheRestIsWhole() {
    cluster.create(pdb("b").matchLabel("app", "a").disruptionsAllowed(0).healthy(3, 3).obj());
    Pod unready = cluster.create(pod("p").label("app", "a").on("n").phase("Running").obj());
    assertThat(evict(unready)).isInstanceOf(EvictionOutcome.Evicted.class);
    assertThat(budget("b").getStatus().getDisruptedPods()).isNullOrEmpty();
  }

  @Test
  void podsThatAreNotReadyAreKeptByABudgetThatIsNotMetUnlessItAlwaysAllows() {
    cluster.create(pdb("b").matchLabel("app", "a").disruptionsAllowed(0).healthy(1, 3).obj());
    Pod unready = cluster.create(pod("p").label("app", "a").on("n").phase("Running").obj());
    assertThat(evict(unready)).isInstanceOf(EvictionOutcome.BlockedByBudget.class);

    cluster.remove(budget("b"));
    cluster.create(
        pdb("b").matchLabel("app", "a").disruptionsAllowed(0).healthy(1, 3).unhealthyPodEvictionPolicy("AlwaysAllow").obj());
    assertThat(evict(unready)).isInstanceOf(EvictionOutcome.Evicted.class);
  }

  @Test
  void anotherPodOfTheNameThatIsNotReadyCountsAsBlockedAsUpstreamHasIt() {
    cluster.create(pdb("b").matchLabel("app", "a").disruptionsAllowed(0).healthy(3, 3).obj());
    Pod first = cluster.create(pod("p").uid("1").label("app", "a").on("n").phase("Running").obj());
    cluster.remove(first);
    cluster.create(pod("p").uid("2").label("app", "a").on("n").phase("Running").obj());
    assertThat(evict(first)).isInstanceOf(EvictionOutcome.BlockedByBudget.class);
    assertThat(cluster.pod("p").getMetadata().getDeletionTimestamp()).isNull();
  }

  @Test
  void pendingAndFinishedPodsDoNotAskTheBudget() {
    cluster.create(pdb("b").matchLabel("app", "a").disruptionsAllowed(0).obj());
    assertThat(evict(cluster.create(pod("p").label("app", "a").obj()))).isInstanceOf(EvictionOutcome.Evicted.class);
    assertThat(evict(cluster.create(running("q").phase("Failed").obj()))).isInstanceOf(EvictionOutcome.Evicted.class);
    assertThat(cluster.pod("p")).isNull();
    assertThat(cluster.pod("q")).isNull();
  }

  @Test
  void budgetsOfOtherNamespacesAndOtherLabelsDoNotCount() {
    cluster.create(pdb("b").namespace("other").matchLabel("app", "a").disruptionsAllowed(0).obj());
    cluster.create(pdb("c").matchLabel("app", "b").disruptionsAllowed(0).obj());
    assertThat(evict(cluster.create(running("p").obj()))).isInstanceOf(EvictionOutcome.Evicted.class);
  }
}
