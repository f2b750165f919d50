package io.berth.conformance;

import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.scenario.Stage;
import io.berth.scheduler.PendingPod;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Preemption in the whole loop, and faults that users of other schedulers have reported. */
@ExtendWith(ScenarioExtension.class)
class PreemptionScenarioTest {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Instant TEN = Instant.parse("2026-01-01T10:00:00Z");

  private static PodFixture victim(String name, String node) {
    return pod(name).cpu("2").on(node).startTime(TEN).terminationGracePeriodSeconds(GRACE.toSeconds());
  }

  private static PodFixture preemptor() {
    return pod("p").cpu("2").priority(10);
  }

  private static Pod find(Stage stage, String name) {
    return stage.cluster().get(ResourceKind.PODS, "default", name);
  }

  private static long deletions(Stage stage, String name) {
    return stage.cluster().events().stream().filter(e -> e.reason().equals("Preempted") && e.regarding().equals("default/" + name)).count();
  }

  @Test
  void evictsThePodOfLowerPriorityAndTakesItsPlaceWhenItIsGone() {
    Scenario.withNodes(node("n1").cpu("2"))
        .running(victim("low", "n1"))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).isPending().isNominatedTo("n1").evictsExactly("low").hasAttempts(1))
        .after(GRACE.plusSeconds(1))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1").isNotNominated())
        .run();
  }

  @Test
  void aNominatedPodKeepsItsRoomFromEqualAndLowerPriorityAndNotFromHigher() {
    Scenario.withNodes(node("n1").cpu("2"))
        .running(victim("low", "n1"))
        .arrives(preemptor())
        .arrives(pod("equal").cpu("2").priority(10), pod("lower").cpu("2").priority(9), pod("higher").cpu("2").priority(11))
        .after(GRACE.plusSeconds(1))
        .then(stage -> assertThat(stage.pod("higher")).isOn("n1"))
        .then(stage -> assertThat(stage.pod("p")).isPending())
        .then(stage -> assertThat(stage.pod("equal")).isPending())
        .then(stage -> assertThat(stage.pod("lower")).isPending())
        .run();
  }

  /** Upstream: kubernetes/kubernetes pull request 126644. */
  @Test
  void theVictimsStatusGetsOneConditionMoreAndIsOtherwiseUntouched() {
    Scenario.withNodes(node("n1").cpu("2").memory("1Gi"))
        .running(pod("low").on("n1").hostPort(80).terminationGracePeriodSeconds(GRACE.toSeconds()).condition("Ready", "True", null))
        .then(stage -> {
          Pod low = find(stage, "low");
          low = low.edit().editStatus().withQosClass("BestEffort").endStatus().build();
          stage.update(low);
        })
        .arrives(pod("p").cpu("1").memory("1").hostPort(80).priority(10))
        .then(stage -> {
          Pod low = find(stage, "low");
          assertThat(low.getStatus().getQosClass()).isEqualTo("BestEffort");
          assertThat(low.getStatus().getConditions()).extracting(PodCondition::getType).contains("Ready", "DisruptionTarget");
          assertThat(low.getStatus().getConditions()).filteredOn(c -> c.getType().equals("Ready")).singleElement()
              .satisfies(c -> assertThat(c.getStatus()).isEqualTo("True"));
          assertThat(low.getMetadata().getDeletionTimestamp()).isNotNull();
        })
        .run();
  }

  /** Upstream: kubernetes/kubernetes issue 104266. */
  @Test
  void aPodThatSomebodyElseDeletedIsNoReasonToWait() {
    Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .kubelets(kubelets -> kubelets.withTerminationDelay(Duration.ofDays(1)))
        .running(victim("low", "n1"), victim("y", "n2").priority(5), pod("x").on("n1").terminationGracePeriodSeconds(600))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("low"))
        .when("a user deletes x", stage -> stage.delete("x"))
        .arrives(pod("h").cpu("2").priority(20))
        .after(GRACE.plusSeconds(2))
        .then(stage -> assertThat(stage.pod("h")).isOn("n1"))
        .then(stage -> assertThat(find(stage, "x").getMetadata().getDeletionTimestamp()).isNotNull())
        .after(GRACE)
        .then(stage -> assertThat(stage.pod("p")).isOn("n2").evictsExactly("low", "y"))
        .run();
  }

  /** Upstream: kubernetes/kubernetes issue 104266, the counter-case. */
  @Test
  void aPodThatASchedulerPreemptsOnTheNominatedNodeIsAReasonToWait() {
    Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .running(victim("x", "n1").terminationGracePeriodSeconds(60), victim("y", "n2").priority(5))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("x"))
        .when("something happens", stage -> stage.changeNode("n2", n -> n.editMetadata().addToLabels("a", "b").endMetadata()))
        .when("p is tried again", stage -> stage.world().activate(find(stage, "p")))
        .then(stage -> assertThat(stage.pod("p"))
            .isNominatedTo("n1").isPendingBecause("not eligible due to a terminating pod on the nominated node.").evictsExactly("x"))
        .run();
  }

  /** Upstream: kubernetes/kubernetes issue 104266, the counter-case with a victim of another preemptor. */
  @Test
  void aPodThatAnySchedulerPreemptsOnTheNominatedNodeIsAReasonToWait() {
    Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .kubelets(kubelets -> kubelets.withTerminationDelay(Duration.ofDays(1)))
        .running(
            victim("low", "n1"), victim("y", "n2").priority(5),
            pod("x").on("n1").terminationGracePeriodSeconds(600).condition("DisruptionTarget", "True", "PreemptionByScheduler"))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("low"))
        .when("x goes", stage -> stage.delete("x"))
        .arrives(pod("h").cpu("2").priority(20))
        .after(GRACE.plusSeconds(2))
        .then(stage -> assertThat(stage.pod("h")).isOn("n1"))
        .then(stage -> assertThat(stage.pod("p"))
            .isPendingBecause("not eligible due to a terminating pod on the nominated node.").evictsExactly("low"))
        .run();
  }

  private static PodFixture[] others(int count) {
    return IntStream.range(0, count).mapToObj(i -> pod("o" + i).on("n1").priority(50)).toArray(PodFixture[]::new);
  }

  /** Upstream: kubernetes/kubernetes issue 134249, pull request 134730. */
  @Test
  void whileOneDeleteCallHangsTheOthersAreNotRepeated() {
    Scenario.withNodes(node("n1").cpu("6"))
        .running(
            pod("v1").cpu("2").on("n1").terminationGracePeriodSeconds(0).priority(3),
            pod("v2").cpu("2").on("n1").terminationGracePeriodSeconds(0).priority(2),
            pod("v3").cpu("2").on("n1").terminationGracePeriodSeconds(0).priority(1))
        .running(others(10))
        .when("the delete of v3 hangs", stage -> stage.faults().arm(
            WriteFault.late(Duration.ofMinutes(1), Duration.ZERO).on(Verb.DELETE).when(request -> request.name().equals("v3"))))
        .arrives(pod("p").cpu("6").priority(10))
        .when("ten others go, one after the other", stage -> {
          for (int i = 0; i < 10; i++) {
            stage.cluster().remove(find(stage, "o" + i));
            stage.world().advance(Duration.ofSeconds(4));
          }
        })
        .then(stage -> assertThat(stage.pod("p")).isPending().hasAttempts(1))
        .after(Duration.ofSeconds(30))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .then(stage -> assertThat(List.of(deletions(stage, "v1"), deletions(stage, "v2"), deletions(stage, "v3"))).containsOnly(1L))
        .run();
  }

  /** Upstream: kubernetes/kubernetes issue 141694, pull request 142294. */
  @Test
  void whenTheVictimIsGoneAlreadyThePodIsTriedAgainWithoutAnyEvent() {
    Scenario.withNodes(node("n1").cpu("2"))
        .running(victim("low", "n1"))
        .when("the victim is said to be another one by now", stage -> stage.faults().arm(
            WriteFault.conflicting().on(Verb.DELETE).when(request -> request.name().equals("low")).atMost(1)))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).hasAttempts(2).evictsExactly("low"))
        .run();
  }

  /** Lets the pod of this name wait for a long time. */
  private record Slow(String pod) implements PermitPlugin {
    @Override
    public String name() {
      return "Slow";
    }

    @Override
    public PermitDecision permit(CycleState state, PodInfo info, String nodeName) {
      return info.name().equals(pod) ? new PermitDecision.WaitAtMost(Duration.ofHours(1)) : new PermitDecision.Allow();
    }
  }

  /** Upstream: kubernetes/kubernetes issue 140082, pull request 139162. */
  @Test
  void aVictimThatWaitsForPermissionGoesBackToBackoffWithoutADeleteAndThePodIsScheduledAtOnce() {
    Scenario.withNodes(node("n1").cpu("2"))
        .using(new Slow("low"))
        .arrives(pod("low").cpu("2"))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .then(stage -> assertThat(find(stage, "low").getMetadata().getDeletionTimestamp()).isNull())
        .then(stage -> assertThat(stage.pod("low")).isPending())
        .run();
  }

  /** Upstream: kubernetes/kubernetes issue 126700, pull request 129058, with preemption's own evictions. */
  @Test
  void aPodIsPlacedAtOnceWhenTheNominationThatKeptItOutIsCleared() {
    Scenario.withNodes(node("n1").memory("32Gi").cpu("64"))
        .running(pod("p1").memory("10Gi").on("n1").priority(1).terminationGracePeriodSeconds(0))
        .arrives(pod("p2").memory("25Gi").priority(100).schedulingGates("later"))
        .arrives(pod("p3").memory("20Gi").priority(1000).schedulingGates("later"))
        .when("everything is ready at once, p2 first", stage -> {
          stage.faults().arm(WriteFault.late(Duration.ofSeconds(1), Duration.ZERO).on(Verb.DELETE).atMost(1));
          stage.changePod("p2", p -> p.editSpec().withSchedulingGates(List.of()).endSpec());
        })
        .then(stage -> assertThat(stage.pod("p2")).isNominatedTo("n1"))
        .after(Duration.ofMillis(500))
        .when("p3 takes the room", stage -> stage.changePod("p3", p -> p.editSpec().withSchedulingGates(List.of()).endSpec()))
        .then(stage -> assertThat(stage.pod("p3")).isOn("n1"))
        .after(Duration.ofMillis(600))
        .when("p1 comes again", stage -> stage.create(pod("p1").uid("again").memory("10Gi").priority(1)))
        .then(stage -> assertThat(stage.pod("p1")).isOn("n1"))
        .then(stage -> assertThat(stage.pod("p2")).isPending().isNotNominated())
        .run();
  }

  @Test
  void budgetsAreCountedDownAndThePreferredNodeViolatesNone() {
    Scenario.withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(pdb("b").matchLabel("app", "db").disruptionsAllowed(1).obj())
        .running(
            victim("a1", "n1").label("app", "db"), victim("a2", "n1").label("app", "db"),
            victim("b1", "n2").priority(4), victim("b2", "n2").priority(4).label("app", "db"))
        .arrives(pod("p").cpu("4").priority(10))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n2").evictsExactly("b1", "b2"))
        .run();
  }

  @Test
  void aSchedulerThatStartsAnewLeavesThePreemptionAsItIs() {
    Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .running(victim("low", "n1"), victim("y", "n2").priority(5))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1"))
        .when("the scheduler crashes", Stage::crashScheduler)
        .when("it starts anew", Stage::startScheduler)
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("low"))
        .after(GRACE.plusSeconds(1))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1").evictsExactly("low"))
        .run();
  }

  @Test
  void whenDeletesFailThePodTriesAgainAndDoesNotPester() {
    Scenario.withNodes(node("n1").cpu("2"))
        .running(victim("low", "n1"))
        .when("deletes fail", stage -> stage.faults().arm(WriteFault.failing().on(Verb.DELETE).atMost(4)))
        .arrives(preemptor())
        .then(stage -> assertThat(stage.pod("p")).isPending().isNominatedTo("n1"))
        .after(Duration.ofSeconds(8))
        .then(stage -> assertThat(stage.pod("p")).evictsExactly("low"))
        .after(GRACE)
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .run();
  }

  @Test
  void podsOfLowerPriorityThatAreNominatedToTheNodeAreTriedElsewhereAtOnce() {
    Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("2").label("late", "yes"))
        .running(victim("low", "n1"), victim("other", "n2").priority(50))
        .arrives(pod("mid").cpu("2").priority(5))
        .then(stage -> assertThat(stage.pod("mid")).isNominatedTo("n1"))
        .when("room comes up on n2", stage -> stage.cluster().remove(find(stage, "other")))
        .then(stage -> assertThat(stage.pod("mid")).isOn("n2"))
        .run();
    Scenario.withNodes(node("n1").cpu("4"))
        .running(victim("low", "n1"), victim("last", "n1").priority(7))
        .arrives(pod("mid").cpu("2").priority(5))
        .then(stage -> assertThat(stage.pod("mid")).isNominatedTo("n1"))
        .arrives(pod("top").cpu("4").priority(9))
        .then(stage -> assertThat(stage.pod("top")).isNominatedTo("n1"))
        .then(stage -> assertThat(stage.pod("mid")).isNotNominated().waitsIn(PendingPod.Place.UNSCHEDULABLE))
        .run();
  }

  @Test
  void aStatusThatLagsBehindIsNoReasonToPreemptAgain() {
    Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .kubelets(kubelets -> kubelets.withTerminationDelay(Duration.ofMinutes(1)))
        .running(victim("x", "n1").terminationGracePeriodSeconds(60), victim("y", "n2").priority(5))
        .when("what is written of p's status is late", stage -> stage.faults().arm(
            WriteFault.late(Duration.ofMinutes(2), Duration.ZERO).on(Verb.PATCH_STATUS).when(request -> request.name().equals("p")).atMost(1)))
        .arrives(preemptor())
        .when("p is tried again", stage -> stage.world().activate(find(stage, "p")))
        .when("and again", stage -> stage.world().activate(find(stage, "p")))
        .then(stage -> assertThat(find(stage, "p").getStatus().getNominatedNodeName()).isNull())
        .then(stage -> assertThat(stage.pod("p")).evictsExactly("x").hasAttempts(3))
        .after(Duration.ofSeconds(121))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1").evictsExactly("x"))
        .run();
  }
}
