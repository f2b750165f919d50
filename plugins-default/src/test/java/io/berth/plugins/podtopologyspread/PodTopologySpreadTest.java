package io.berth.plugins.podtopologyspread;

import static io.berth.plugins.podtopologyspread.SpreadScene.inZone;
import static io.berth.plugins.podtopologyspread.SpreadScene.letters;
import static io.berth.plugins.podtopologyspread.SpreadScene.twoZones;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.replicaSet;
import static io.berth.testkit.Fixtures.selector;
import static io.berth.testkit.Fixtures.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.Code;
import io.berth.framework.FeatureGates;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.SpreadConstraint;
import io.berth.plugins.internal.index.TestCycle;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodTopologySpreadTest {
  private static final LabelSelector FOO = selector().exists("foo").obj();
  private static final PodTopologySpreadArgs HARD_DEFAULTS =
      PodTopologySpreadArgs.ofList(List.of(new DefaultConstraint(1, "zone", SpreadConstraint.DO_NOT_SCHEDULE)));

  private static PodFixture byZone() {
    return pod("p").label("foo", "").spreadConstraint(1, "zone", "DoNotSchedule", FOO);
  }

  @Test
  void thereIsNothingToFilterWithoutHardConstraints() {
    assertThat(twoZones().cycle(pod("p")).preFilter()).isEqualTo(PreFilterDecision.SKIP);
    assertThat(twoZones().cycle(pod("p").spreadConstraint(1, "zone", "ScheduleAnyway", FOO)).preFilter())
        .isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void aMissingLabelCannotBeResolvedAndTooManyPodsCan() {
    SpreadScene scene = twoZones().foo("node-a", 1).with(node("bare").obj());
    TestCycle<PodTopologySpread> cycle = scene.cycle(byZone());
    cycle.preFilter();

    assertThat(cycle.filter("bare").code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(cycle.filter("bare").reasons())
        .containsExactly("node(s) didn't match pod topology spread constraints (missing required label)");
    assertThat(cycle.filter("node-a").code()).isEqualTo(Code.UNSCHEDULABLE);
    assertThat(cycle.filter("node-a").reasons())
        .containsExactly("node(s) didn't match pod topology spread constraints");
    assertThat(cycle.filter("node-a").plugin()).isEqualTo("PodTopologySpread");
  }

  @Test
  void anInvalidSelectorIsAnError() {
    PreFilterDecision decision =
        twoZones().cycle(pod("p").spreadConstraint(1, "zone", "DoNotSchedule", selector().in("foo").obj())).preFilter();

    assertThat(decision).isInstanceOf(PreFilterDecision.Reject.class);
    assertThat(((PreFilterDecision.Reject) decision).status().code()).isEqualTo(Code.ERROR);
    assertThat(((PreFilterDecision.Reject) decision).status().message())
        .startsWith("get constraints from pod: obtaining pod's hard topology spread constraints: ");
  }

  @Test
  void anEmptySelectorCountsNoPodOnNodesButThePodItselfAndThoseOfASimulation() {
    SpreadScene scene = twoZones().foo("node-a", 3);
    TestCycle<PodTopologySpread> cycle =
        scene.cycle(pod("p").spreadConstraint(1, "zone", "DoNotSchedule", selector().obj()));

    assertThat(letters(cycle)).isEqualTo("FFFF");
    cycle.add(pod("other").on("node-a").obj());
    assertThat(cycle.filter("node-b").isSuccess()).isFalse();
  }

  @Test
  void aPodThatIsBeingDeletedDoesNotCountButIsTakenOffInASimulation() {
    Pod dying = pod("dying").label("foo", "").terminating().on("node-a").obj();
    SpreadScene scene = twoZones().with(pod("dying").label("foo", "").terminating().on("node-a")).foo("node-a", 1);
    TestCycle<PodTopologySpread> cycle = scene.cycle(byZone());

    assertThat(letters(cycle)).isEqualTo("UUFF");
    cycle.remove(dying);
    assertThat(cycle.filter("node-a").isSuccess()).isTrue();
  }

  @Test
  void aSimulationChangesItsOwnCopyOnlyAndCanBeTakenBack() {
    SpreadScene scene = twoZones().foo("node-a", 1);
    TestCycle<PodTopologySpread> cycle = scene.cycle(byZone());
    cycle.preFilter();
    Pod there = pod("p-0").label("foo", "").on("node-a").obj();

    TestCycle<PodTopologySpread> without = cycle.copy().remove(there);
    TestCycle<PodTopologySpread> again = without.copy().add(there);

    assertThat(cycle.filter("node-a").isSuccess()).isFalse();
    assertThat(without.filter("node-a").isSuccess()).isTrue();
    assertThat(again.filter("node-a").isSuccess()).isFalse();
  }

  @Test
  void theLeastDomainIsFoundWhenASimulationChangesSeveralDomains() {
    SpreadScene scene = new SpreadScene();
    for (int zone = 1; zone <= 4; zone++) {
      scene.with(inZone("n" + zone, "zone" + zone)).foo("n" + zone, zone == 1 ? 0 : 1);
    }
    TestCycle<PodTopologySpread> cycle = scene.cycle(byZone());
    assertThat(letters(cycle)).isEqualTo("FUUU");

    for (String node : new String[] {"n1", "n1", "n2", "n3"}) {
      cycle.add(pod("more").label("foo", "").on(node).obj());
    }

    assertThat(cycle.filter("n3").isSuccess()).isFalse();
    assertThat(cycle.filter("n4").isSuccess()).isTrue();
  }

  @Test
  void aNodeThatTheClusterDoesNotHaveIsJudgedByItsLabels() {
    SpreadScene scene = twoZones().foo("node-a", 1);
    TestCycle<PodTopologySpread> cycle = scene.cycle(byZone());
    cycle.preFilter();

    assertThat(cycle.filter(NodeInfo.of(inZone("new", "zone1"))).isSuccess()).isFalse();
    assertThat(cycle.filter(NodeInfo.of(inZone("new", "zone2"))).isSuccess()).isTrue();
    assertThat(cycle.filter(NodeInfo.of(inZone("node-a", "zone9"))).isSuccess()).isTrue();
    cycle.add(pod("more").label("foo", "").obj(), inZone("new", "zone9"));
    assertThat(cycle.filter(NodeInfo.of(inZone("new", "zone9"))).isSuccess()).isFalse();
  }

  @Test
  void aDomainThatASimulationBringsGoesWithIt() {
    SpreadScene scene = new SpreadScene().with(inZone("node-a", "zone1")).foo("node-a", 1);
    TestCycle<PodTopologySpread> cycle = scene.cycle(byZone());
    assertThat(letters(cycle)).isEqualTo("F");
    Pod more = pod("more").label("foo", "").obj();

    cycle.remove(more, inZone("new", "zone9"));
    assertThat(cycle.filter("node-a").isSuccess()).isFalse();
    cycle.add(more, inZone("new", "zone9"));
    assertThat(cycle.filter("node-a").isSuccess()).isTrue();
  }

  @Test
  void defaultConstraintsCountThePodsOfTheService() {
    SpreadScene scene = twoZones().foo("node-a", 1);
    scene.cluster.put(ResourceKind.SERVICES, service("s", "foo", ""));

    assertThat(letters(scene.cycle(pod("p").label("foo", ""), HARD_DEFAULTS))).isEqualTo("UUFF");
    assertThat(letters(scene.cycle(byZone().label("foo", "1"), HARD_DEFAULTS))).isEqualTo("UUFF");
    assertThat(scene.cycle(pod("p").label("bar", ""), HARD_DEFAULTS).preFilter()).isEqualTo(PreFilterDecision.SKIP);
    assertThat(scene.cycle(pod("p").label("foo", "")).preFilter()).isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void ownConstraintsOfAnyKindReplaceTheDefaultOnes() {
    SpreadScene scene = twoZones().foo("node-a", 1);
    scene.cluster.put(ResourceKind.SERVICES, service("s", "foo", ""));

    assertThat(
            scene
                .cycle(pod("p").label("foo", "").spreadConstraint(1, "zone", "ScheduleAnyway", FOO), HARD_DEFAULTS)
                .preFilter())
        .isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void softDefaultConstraintsOfAListAskForAllTopologyKeys() {
    SpreadScene scene = twoZones().with(node("bare").hostname().obj()).foo("node-a", 1);
    scene.cluster.put(ResourceKind.REPLICA_SETS, replicaSet("rs", 1, "foo", ""));
    PodTopologySpreadArgs soft =
        PodTopologySpreadArgs.ofList(List.of(new DefaultConstraint(1, "zone", SpreadConstraint.SCHEDULE_ANYWAY)));
    PodFixture pod = pod("p").label("foo", "").ownerReference("apps/v1", "ReplicaSet", "rs");

    assertThat(scene.cycle(pod, soft).scores("node-a", "node-x", "bare")).containsExactly(0, 100, 0);
  }

  @Test
  void theListersAreReadOnlyIfThereAreDefaultConstraints() {
    SpreadScene scene = twoZones();

    assertThat(scene.plugin(PodTopologySpreadArgs.DEFAULT).reads()).isEqualTo(DefaultSelector.READS);
    assertThat(scene.plugin(PodTopologySpreadArgs.ofList(List.of())).reads()).isEmpty();
  }

  @Test
  void gatesSwitchMatchLabelKeysAndInclusionPoliciesOff() {
    PodFixture pod =
        pod("p")
            .label("foo", "")
            .label("hash", "1")
            .nodeSelector("zone", "zone1")
            .spreadConstraint(
                new TopologySpreadConstraintBuilder()
                    .withMaxSkew(1)
                    .withTopologyKey("zone")
                    .withWhenUnsatisfiable("DoNotSchedule")
                    .withLabelSelector(FOO)
                    .withMatchLabelKeys("hash")
                    .withNodeAffinityPolicy("Ignore")
                    .build());
    SpreadScene scene = twoZones().foo("node-a", 1);
    assertThat(scene.verdicts(pod)).isEqualTo("FFFF");

    scene.cluster.gates(
        FeatureGates.defaults().with(FeatureGates.MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD, false));
    assertThat(scene.verdicts(pod)).isEqualTo("UUFF");
    scene.cluster.gates(
        FeatureGates.defaults()
            .with(FeatureGates.MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD, false)
            .with(FeatureGates.NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD, false));
    assertThat(scene.verdicts(pod)).isEqualTo("FFFF");
  }

  @Test
  void alphaGatesThatUpstreamHasForSpreadAndAffinityAreRefused() {
    for (String gate :
        new String[] {"InPlacePodVerticalScalingSchedulerPreemption", "InterPodAffinityHostnameFastPath"}) {
      assertThatThrownBy(() -> FeatureGates.of(Map.of(gate, true)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("unknown feature gates: " + gate);
    }
  }

  @Test
  void whatACycleFoundIsNotUsedAfterTheClusterHasChanged() {
    SpreadScene scene = twoZones();
    TestCycle<PodTopologySpread> cycle = scene.cycle(byZone());
    cycle.preFilter();
    scene.foo("node-a", 1).cluster.snapshot();

    assertThatThrownBy(() -> cycle.filter("node-a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the snapshot has changed since the cycle began");
  }

  @Test
  void aListenerThatWasNotToldOfNodesSaysSo() {
    SpreadScene scene = twoZones();
    scene.cluster.snapshot();
    PodTopologySpread deaf = new PodTopologySpread(scene.cluster.handle(), PodTopologySpreadArgs.DEFAULT);

    assertThatThrownBy(() -> TestCycle.of(scene.cluster, deaf, byZone().obj()).preFilter())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the index knows 0 nodes and the snapshot has 4");
  }
}
