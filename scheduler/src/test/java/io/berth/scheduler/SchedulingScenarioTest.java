package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.filter;
import static io.berth.scheduler.fake.Plugins.preFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.scheduler.fake.Plugins.score;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.PreFilterDecision;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.scheduler.fake.SchedulerHarness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulingScenarioTest {
  private static Profile.Builder withCpu() {
    return profile("default-scheduler").enable("Cpu", handle -> cpuFilter("Cpu"));
  }

  @Test
  void aPodIsBoundToTheNodeWithTheHighestScore() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("Score", handle -> score("Score", info -> info.name().equals("n2") ? 9 : 1)).build());
    harness.given(node("n1").cpu("4").obj(), node("n2").cpu("4").obj(), node("n3").cpu("4").obj(), pod("p").cpu("1").obj());

    assertThat(harness.cluster.bindings()).containsExactly("p>n2");
    assertThat(harness.cluster.events()).containsExactly("Scheduled p: Successfully assigned default/p to n2");
    assertThat(harness.scheduler().queue().size()).isZero();
    assertThat(harness.cluster.patches()).isEmpty();
  }

  @Test
  void podsThatFitNowhereWaitWithTheReasonsCountedAndSortedAsText() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("A", handle -> filter("A", (pod, info) ->
                    info.name().equals("n1") ? Status.unresolvable("node(s) had untolerated taint(s)") : Status.SUCCESS))
                .enable("B", handle -> filter("B", (pod, info) -> Status.unschedulable("Insufficient cpu", "Insufficient memory")))
                .build());
    harness.given(node("n1").obj(), node("n2").obj(), node("n3").obj(), pod("p").obj());

    String message =
        "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu, 2 Insufficient memory.";
    assertThat(harness.cluster.conditionMessage("p")).isEqualTo(message);
    assertThat(harness.cluster.events()).containsExactly("FailedScheduling p: " + message);
    assertThat(harness.waiting("p").place()).isEqualTo(PendingPod.Place.UNSCHEDULABLE);
    assertThat(harness.waiting("p").rejectedBy()).containsExactly("A", "B");
    assertThat(harness.waiting("p").attempts()).isEqualTo(1);
  }

  @Test
  void theConditionIsWrittenOnlyWhenItChanges() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());
    assertThat(harness.cluster.patches()).hasSize(1);
    String since = harness.cluster.pod("p").getStatus().getConditions().get(0).getLastTransitionTime();

    harness.advance(Duration.ofMinutes(6));
    assertThat(harness.waiting("p").attempts()).isEqualTo(2);
    assertThat(harness.cluster.events()).hasSize(2);
    assertThat(harness.cluster.patches()).hasSize(1);

    harness.given(node("n2").cpu("1").obj());
    assertThat(harness.cluster.conditionMessage("p")).startsWith("0/2 nodes");
    assertThat(harness.cluster.pod("p").getStatus().getConditions().get(0).getLastTransitionTime()).isEqualTo(since);
    assertThat(harness.cluster.pod("p").getStatus().getConditions()).hasSize(1);
  }

  @Test
  void aLongMessageIsCutInTheEventAndWholeInTheCondition() {
    String reason = "é".repeat(2000);
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler").enable("A", handle -> filter("A", (pod, info) -> Status.unschedulable(reason))).build());
    harness.given(node("n1").obj(), pod("p").obj());

    String note = harness.cluster.events().get(0).substring("FailedScheduling p: ".length());
    assertThat(note.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1021, 1024);
    assertThat(note).endsWith("é ...");
    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("0/1 nodes are available: 1 " + reason + ".");
  }

  @Test
  void withoutNodesThePodIsRetriedAfterItsBackoff() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(pod("p").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("no nodes available to schedule pods");
    assertThat(harness.waiting("p").place()).isEqualTo(PendingPod.Place.BACKOFF);
    harness.given(node("n1").cpu("1").obj());
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  @Test
  void aPreFilterRejectionIsToldForThePodAsAWhole() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("A", handle -> preFilter("A", pod -> PreFilterDecision.reject(Status.unresolvable("no claim")))).build());
    harness.given(node("n1").cpu("1").obj(), node("n2").cpu("1").obj(), pod("p").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("0/2 nodes are available: no claim.");
    assertThat(harness.waiting("p").rejectedBy()).containsExactly("A");
  }

  @Test
  void nodesThatPreFilterLeftOutAreCountedUnderThePluginsNames() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("A", handle -> preFilter("A", pod -> PreFilterDecision.only(Set.of("n2", "n9")))).build());
    harness.given(node("n1").cpu("9").obj(), node("n2").cpu("1").obj(), node("n3").cpu("9").obj(), pod("p").cpu("2").obj());

    assertThat(harness.cluster.conditionMessage("p"))
        .isEqualTo("0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [A].");
    assertThat(harness.waiting("p").rejectedBy()).containsExactly("A", "Cpu");
  }

  @Test
  void aPluginThatThrowsFailsItsPodAndNotTheLoop() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu()
                .enable("Throwing", handle -> filter("Throwing", (pod, info) -> {
                  if (pod.name().equals("bad")) {
                    throw new IllegalStateException("oops");
                  }
                  return Status.SUCCESS;
                }))
                .build());
    harness.given(node("n1").cpu("4").obj(), pod("bad").priority(10).obj(), pod("good").obj());

    assertThat(harness.cluster.bindings()).containsExactly("good>n1");
    assertThat(harness.cluster.conditionMessage("bad")).isEqualTo("running \"Throwing\" filter plugin: oops");
    assertThat(harness.cluster.pod("bad").getStatus().getConditions().get(0).getReason()).isEqualTo("SchedulerError");
    assertThat(harness.waiting("bad").place()).isEqualTo(PendingPod.Place.BACKOFF);
    assertThat(harness.waiting("bad").rejectedBy()).isEmpty();
  }

  @Test
  void aScorePluginThatThrowsIsAnErrorToo() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("S", handle -> score("S", info -> {
              throw new IllegalStateException("oops");
            })).build());
    harness.given(node("n1").cpu("4").obj(), node("n2").cpu("4").obj(), pod("p").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("running Score plugins: plugin \"S\" failed with: oops");
  }

  @Test
  void amongEqualsEachNodeHasTheSameChance() {
    SchedulerHarness harness =
        new SchedulerHarness(profile("default-scheduler").enable("S", handle -> score("S", info -> 1)).build());
    for (int i = 0; i < 3; i++) {
      harness.given(node("n" + i).pods(500).obj());
    }
    for (int i = 0; i < 300; i++) {
      harness.given(pod("p" + i).obj());
    }

    for (int i = 0; i < 3; i++) {
      String node = ">n" + i;
      assertThat(harness.cluster.bindings().stream().filter(binding -> binding.endsWith(node)).count()).isBetween(70L, 130L);
    }
  }

  @Test
  void theSameSeedGivesTheSameDecisions() {
    List<List<String>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      SchedulerHarness harness =
          new SchedulerHarness(profile("default-scheduler").enable("S", handle -> score("S", info -> 1)).build());
      for (int i = 0; i < 5; i++) {
        harness.given(node("n" + i).obj());
      }
      for (int i = 0; i < 40; i++) {
        harness.given(pod("p" + i).obj());
      }
      runs.add(harness.cluster.bindings());
    }
    assertThat(runs.get(0)).hasSize(40).isEqualTo(runs.get(1));
  }

  @Test
  void aBigClusterIsLookedAtInSharesThatBeginWhereTheLastOneEnded() {
    List<String> looked = new ArrayList<>();
    SchedulerHarness harness =
        SchedulerHarness.manual(
            profile("default-scheduler")
                .enable("F", handle -> filter("F", (pod, info) -> {
                  looked.add(info.name());
                  return Status.SUCCESS;
                }))
                .enable("S", handle -> score("S", info -> 1))
                .build());
    for (int i = 0; i < 250; i++) {
      harness.given(node("n" + i).obj());
    }
    harness.given(pod("p0").obj(), pod("p1").obj(), pod("p2").obj());

    for (int cycle = 0; cycle < 3; cycle++) {
      looked.clear();
      harness.scheduler().scheduleOne();
      harness.run();
      // 48 % of 250 nodes
      assertThat(looked).hasSize(120).startsWith("n" + (cycle * 120) % 250);
    }
  }

  @Test
  void withoutScorePluginsTheFirstNodeThatFitsIsTaken() {
    List<String> looked = new ArrayList<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler").enable("F", handle -> filter("F", (pod, info) -> {
              looked.add(info.name());
              return Status.SUCCESS;
            })).build());
    harness.given(node("n0").obj(), node("n1").obj(), pod("p0").obj(), pod("p1").obj());

    assertThat(looked).containsExactly("n0", "n1");
  }

  @Test
  void aProfileMayScoreAnotherShare() {
    List<String> looked = new ArrayList<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .percentageOfNodesToScore(100)
                .enable("F", handle -> filter("F", (pod, info) -> {
                  looked.add(info.name());
                  return Status.SUCCESS;
                }))
                .enable("S", handle -> score("S", info -> 1))
                .build());
    for (int i = 0; i < 250; i++) {
      harness.cluster.put(node("n" + i).obj());
    }
    harness.given(pod("p0").obj());

    assertThat(looked).hasSize(250);
  }

  @Test
  void theNominatedNodeIsLookedAtFirst() {
    List<String> looked = new ArrayList<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("F", handle -> filter("F", (pod, info) -> {
                  looked.add(info.name());
                  return Status.SUCCESS;
                }))
                .enable("S", handle -> score("S", info -> 1))
                .build());
    harness.given(node("n1").obj(), node("n2").obj(), node("n3").obj(), pod("p").nominatedNodeName("n3").obj());

    assertThat(harness.cluster.bindings()).containsExactly("p>n3");
    assertThat(looked).containsExactly("n3");
  }

  @Test
  void aNominationToANodeThatDoesNotFitIsCleared() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), node("n2").cpu("1").obj(), pod("p").cpu("2").nominatedNodeName("n2").obj());

    assertThat(harness.cluster.pod("p").getStatus().getNominatedNodeName()).isNull();
    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("0/2 nodes are available: 2 Insufficient cpu.");
  }

  @Test
  void eachPodIsServedByTheProfileThatItAsksFor() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("first").enable("A", handle -> filter("A", (pod, info) -> only("n1", info.name()))).build(),
            profile("second").enable("B", handle -> filter("B", (pod, info) -> only("n2", info.name()))).build());
    harness.given(
        node("n1").obj(), node("n2").obj(),
        pod("a").schedulerName("first").obj(), pod("b").schedulerName("second").obj(), pod("c").schedulerName("third").obj());

    assertThat(harness.cluster.bindings()).containsExactlyInAnyOrder("a>n1", "b>n2");
    assertThat(harness.nodeOf("c")).isEmpty();
    assertThat(harness.scheduler().queue().size()).isZero();
  }

  private static Status only(String wanted, String node) {
    return wanted.equals(node) ? Status.SUCCESS : Status.unschedulable("not mine");
  }

  @Test
  void aPodThatIsBeingDeletedIsNotScheduled() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("4").obj(), pod("p").terminating().obj());

    assertThat(harness.cluster.bindings()).isEmpty();
    assertThat(harness.cluster.events()).containsExactly("FailedScheduling p: skip schedule deleting pod: default/p");
    assertThat(harness.scheduler().queue().size()).isZero();
  }

  @Test
  void whatIsMissingOrWrongIsToldWhenTheSchedulerIsBuilt() {
    assertThatThrownBy(() -> Scheduler.builder().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a cluster is needed; at least one profile is needed");
    assertThatThrownBy(() -> Scheduler.builder().profile(profile("p").build()).profile(profile("p").build()))
        .hasMessage("there are two profiles named p");
    assertThatThrownBy(() -> SchedulerOptions.builder().podMaxBackoff(Duration.ZERO).percentageOfNodesToScore(101).build())
        .hasMessage(
            "podMaxBackoff PT0S is below podInitialBackoff PT1S; percentageOfNodesToScore 101 is not between 0 and 100");
  }
}
