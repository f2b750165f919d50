package io.berth.scenario;

import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.AffinityKind.REQUIRED;
import static io.berth.testkit.Fixtures.matching;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.PendingPod;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ScenarioExtension.class)
class ScenarioTest {
  @Test
  void aPodGoesWhereThereIsRoom() {
    var outcome = Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("4")).running(pod("low").cpu("3").on("n2")).schedule(pod("p").cpu("2"));
    assertThat(outcome).isOn("n1").isScheduled().isOnOneOf("n1", "n3").isNotNominated().evictsNobody();
  }

  @Test
  void aPodWithoutRoomWaitsAndSaysWhy() {
    var outcome = Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("1").taint("own", "", "NoSchedule")).schedule(pod("p").cpu("3"));
    assertThat(outcome)
        .isPending()
        .isNotBound()
        .isPendingBecause("0/2 nodes are available", "1 Insufficient cpu", "1 node(s) had untolerated taint(s)")
        .isRejectedBy("NodeResourcesFit", "TaintToleration")
        .waitsIn(PendingPod.Place.UNSCHEDULABLE)
        .hasAttempts(1);
  }

  @Test
  void aStoryHasManySteps() {
    Scenario.withNodes(node("n1").cpu("2"))
        .running(pod("low").cpu("2").on("n1").terminationGracePeriodSeconds(5))
        .arrives(pod("next").cpu("2"))
        .then(stage -> assertThat(stage.pod("next")).isPendingBecause("Insufficient cpu"))
        .when("low is deleted", stage -> stage.delete("low"))
        .then(stage -> assertThat(stage.pod("next")).isPending())
        .after(Duration.ofSeconds(10))
        .then(stage -> assertThat(stage.pod("next")).isOn("n1"))
        .then(stage -> assertThat(stage.pod("low")).isGone())
        .run();
  }

  @Test
  void aGatedPodWaitsForItsGate() {
    Scenario.withNodes(node("n1").cpu("2"))
        .arrives(pod("p").cpu("1").schedulingGates("later"))
        .then(stage -> assertThat(stage.pod("p")).isGatedBy("SchedulingGates"))
        .when("the gate opens", stage -> stage.changePod("p", pod -> pod.editSpec().withSchedulingGates(List.of()).endSpec()))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .run();
  }

  @Test
  void theSchedulerMayCrashAtAnyTime() {
    Scenario.withNodes(node("n1").cpu("2"))
        .when("a binding hangs", stage -> stage.faults().arm(WriteFault.late(Duration.ofSeconds(2), Duration.ZERO).on(Verb.BIND).atMost(1)))
        .arrives(pod("p").cpu("1"))
        .when("the scheduler crashes", Stage::crashScheduler)
        .when("it starts anew", Stage::startScheduler)
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .after(Duration.ofSeconds(3))
        .then(stage -> assertThat(stage.world().story().toString()).contains("fault: BIND", "scheduler crashes"))
        .run();
  }

  @Test
  void nodesComeChangeAndGo() {
    Scenario.withNodes()
        .arrives(pod("p").cpu("1"))
        .then(stage -> assertThat(stage.pod("p")).isPendingBecause("no nodes available"))
        .when("a node is added", stage -> stage.create(node("n1").cpu("2").unschedulable(true)))
        .after(Duration.ofSeconds(20))
        .then(stage -> assertThat(stage.pod("p")).isRejectedBy("NodeUnschedulable"))
        .when("it is opened", stage -> stage.changeNode("n1", node -> node.editSpec().withUnschedulable(false).endSpec()))
        .after(Duration.ofSeconds(20))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .when("it vanishes", stage -> stage.removeNode("n1"))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .run();
  }

  @Test
  void aPluginIsAddedToTheDefaultOnes() {
    FilterPlugin onlyN2 =
        new FilterPlugin() {
          @Override
          public String name() {
            return "OnlyN2";
          }

          @Override
          public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
            return node.name().equals("n2") ? Status.SUCCESS : Status.unschedulable("not n2");
          }
        };
    assertThat(Scenario.withNodes(node("n1"), node("n2"), node("n3")).using(onlyN2).schedule(pod("p"))).isOn("n2");
    assertThat(Scenario.withNodes(node("n1")).using(onlyN2).schedule(pod("p"))).isRejectedBy("OnlyN2").isPendingBecause("1 not n2");
    assertThat(Scenario.withNodes(node("n1").cpu("1")).without("NodeResourcesFit").schedule(pod("p").cpu("5"))).isOn("n1");
  }

  @Test
  void whomTheSchedulerRemovesIsSeen() {
    var outcome =
        Scenario.withNodes(node("n1").cpu("2"))
            .running(pod("low").priority(1).cpu("2").on("n1"))
            .using("Remover", handle -> (PostFilterPlugin) new Remover(handle.writes()))
            .schedule(pod("high").priority(10).cpu("2"));
    assertThat(outcome).isNominatedTo("n1").evictsExactly("low");
  }

  private record Remover(io.berth.framework.cluster.ClusterWrites writes) implements PostFilterPlugin {
    @Override
    public String name() {
      return "Remover";
    }

    @Override
    public java.util.concurrent.CompletionStage<PostFilterResult> postFilter(
        CycleState state, PodInfo pod, io.berth.framework.NodeToStatus statuses, io.berth.framework.Cancellation cancellation) {
      return writes
          .delete(ObjectRef.of(ResourceKind.PODS, pod("low").obj()))
          .thenApply(outcome -> PostFilterResult.nominate("n1"));
    }
  }

  @Test
  void aScenarioIsRunInSeveralOrders() {
    List<String> orders = new ArrayList<>();
    Scenario.withNodes(node("n1"), node("n2"), node("n3"))
        .then(stage -> orders.add(stage.world().story().toString()))
        .run();
    assertThat(orders).hasSize(4);
    assertThat(Scenario.withNodes(node("n1"), node("n2"), node("n3")).schedule(pod("p")).sights())
        .extracting(Sight::order)
        .containsExactly("the given order", "the reverse order", "shuffled order 1", "shuffled order 2");
    assertThat(Scenario.withNodes(node("n1")).inThisOrderOnly().schedule(pod("p")).sights()).hasSize(1);
  }

  @Test
  void cyclesMayBeRunOneByOne() {
    Scenario.withNodes(node("n1").cpu("1"))
        .options(options -> options.manualCycles(true))
        .arrives(pod("a").cpu("1"), pod("b").cpu("1").priority(5))
        .then(stage -> assertThat(stage.pod("b")).waitsIn(PendingPod.Place.ACTIVE))
        .cycle()
        .then(
            stage -> {
              assertThat(stage.pod("b")).isOn("n1");
              assertThat(stage.pod("a")).waitsIn(PendingPod.Place.ACTIVE);
              assertThat(stage.cycle()).isTrue();
              assertThat(stage.pod("a")).isPendingBecause("Insufficient cpu");
              assertThat(stage.cycle()).isFalse();
            })
        .run();
    assertThatThrownBy(() -> Scenario.withNodes().options(options -> options.manualCycles(true)).cycle().run())
        .hasMessage("no pod is ready to be tried");
  }

  @Test
  void anAssertionThatFailsExplainsItself() {
    var outcome =
        Scenario.withNodes(node("n1").cpu("1").zone("z1"), node("n2").cpu("4").zone("z2"))
            .running(pod("web").label("app", "web").on("n2"))
            .schedule(pod("p").cpu("2").podAntiAffinity("topology.kubernetes.io/zone", matching("app", "web"), REQUIRED));
    assertThatThrownBy(() -> assertThat(outcome).isOn("n1"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(
            "Expected pod default/p to be on n1",
            "but it     has no node, waits as UNSCHEDULABLE after 1 attempts, rejected by InterPodAffinity, NodeResourcesFit: 0/2 nodes",
            "in         the given order",
            "n1: NodeResourcesFit: Insufficient cpu",
            "n2: InterPodAffinity: node(s) didn't match pod anti-affinity rules",
            "what happened:",
            "scheduler does not place p");
  }

  @Test
  void anAssertionHoldsInEachOrder() {
    Outcome one = Scenario.withNodes(node("n1")).inThisOrderOnly().schedule(pod("p"));
    Outcome other = Scenario.withNodes(node("n2")).inThisOrderOnly().schedule(pod("p"));
    Outcome both = new Outcome("default/p", List.of(one.first(), other.first()));
    assertThat(both).isScheduled();
    assertThatThrownBy(() -> assertThat(both).isOn("n1")).hasMessageContaining("is on n2");
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> Scenario.withNodes().running(pod("p"))).hasMessage("pod p runs nowhere; say on(\"a node\")");
    assertThatThrownBy(() -> Scenario.withNodes().when("p goes", stage -> stage.delete("p")).run())
        .hasMessage("there is no Pod p; there are []");
    assertThatThrownBy(() -> new Outcome("p", List.of())).hasMessage("nobody looked at pod p");
  }
}
