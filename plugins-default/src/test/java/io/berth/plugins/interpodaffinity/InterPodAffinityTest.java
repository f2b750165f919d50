package io.berth.plugins.interpodaffinity;

import static io.berth.plugins.interpodaffinity.AffinityScene.letters;
import static io.berth.testkit.AffinityKind.REQUIRED;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.Code;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.plugins.internal.index.RandomObjects;
import io.berth.plugins.internal.index.TestCycle;
import io.berth.testkit.Fixtures;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class InterPodAffinityTest {
  private static AffinityScene twoZones() {
    return new AffinityScene().node("n1", "zone", "z1").node("n2", "zone", "z1").node("n3", "zone", "z2");
  }

  private static PodFixture away() {
    return pod("p").podAntiAffinityExists("foo", "zone", REQUIRED);
  }

  private static PodFixture near() {
    return pod("p").podAffinityExists("foo", "zone", REQUIRED);
  }

  @Test
  void thereIsNothingToFilterIfNobodyHasTermsThatMatter() {
    assertThat(twoZones().pod("n1", "foo", "").cycle(pod("p")).preFilter()).isEqualTo(PreFilterDecision.SKIP);
    assertThat(
            twoZones().with(pod("e").podAntiAffinityExists("foo", "zone", REQUIRED).on("n1")).cycle(pod("p")).preFilter())
        .isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void aTermOfPodsThatAreInNoDomainDoesNotMatter() {
    PodFixture inDomain = pod("e1").podAntiAffinityExists("foo", "zone", REQUIRED).on("n1");
    AffinityScene scene =
        twoZones().node("bare").with(inDomain).with(pod("e2").podAntiAffinityExists("foo", "zone", REQUIRED).on("bare"));
    TestCycle<InterPodAffinity> cycle = scene.cycle(pod("p").label("foo", ""));
    assertThat(letters(cycle)).isEqualTo("FEEF");

    scene.cluster.remove(RandomObjects.info(inDomain.obj()));

    assertThat(cycle.preFilter()).isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void onlyMissingAffinityCannotBeResolved() {
    AffinityScene scene = twoZones().pod("n1", "foo", "").with(away().label("bar", "").on("n3"));
    TestCycle<InterPodAffinity> near = scene.cycle(near());
    near.preFilter();
    assertThat(near.filter("n3").code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(near.filter("n3").plugin()).isEqualTo("InterPodAffinity");

    TestCycle<InterPodAffinity> away = scene.cycle(away().label("foo", ""));
    away.preFilter();
    assertThat(away.filter("n1").code()).isEqualTo(Code.UNSCHEDULABLE);
    assertThat(away.filter("n1").reasons()).containsExactly(AffinityScene.ANTI_AFFINITY);
    assertThat(away.filter("n3").code()).isEqualTo(Code.UNSCHEDULABLE);
    assertThat(away.filter("n3").reasons()).containsExactly(AffinityScene.EXISTING);
  }

  @Test
  void podsThatAreBeingDeletedCountAsLongAsTheyAreThere() {
    assertThat(twoZones().with(pod("e").label("foo", "").terminating().on("n1")).verdicts(away())).isEqualTo("NNF");
  }

  @Test
  void aSimulationChangesItsOwnCopyOnlyAndCanBeTakenBack() {
    AffinityScene scene = twoZones().pod("n1", "foo", "");
    Pod there = pod("existing-0").label("foo", "").on("n1").obj();
    TestCycle<InterPodAffinity> cycle = scene.cycle(away());
    assertThat(letters(cycle)).isEqualTo("NNF");

    TestCycle<InterPodAffinity> without = cycle.copy().remove(there);
    TestCycle<InterPodAffinity> again = without.copy().add(there);

    assertThat(cycle.filter("n2").isSuccess()).isFalse();
    assertThat(without.filter("n2").isSuccess()).isTrue();
    assertThat(again.filter("n2").isSuccess()).isFalse();
  }

  @Test
  void theLastPodToBeNearThatIsTakenOffMakesRoomForTheFirstOfTheGroup() {
    AffinityScene scene = twoZones().pod("n1", "foo", "");
    TestCycle<InterPodAffinity> cycle = scene.cycle(near().label("foo", ""));
    assertThat(letters(cycle)).isEqualTo("FFA");

    cycle.remove(pod("existing-0").label("foo", "").on("n1").obj());
    assertThat(cycle.filter("n3").isSuccess()).isTrue();
    cycle.add(pod("existing-0").label("foo", "").on("n1").obj());
    assertThat(cycle.filter("n3").isSuccess()).isFalse();
  }

  @Test
  void aPodThatASimulationAddsMayBringAKeyThatNobodyHadATermFor() {
    AffinityScene scene = twoZones().node("n3", "zone", "z2", "rack", "r1").node("n4", "rack", "r1");
    TestCycle<InterPodAffinity> cycle = scene.cycle(away().label("bar", ""));
    assertThat(letters(cycle)).isEqualTo("FFFF");

    cycle.add(pod("new").podAntiAffinityExists("bar", "rack", REQUIRED).on("n3").obj());

    assertThat(cycle.filter("n4").reasons()).containsExactly(AffinityScene.EXISTING);
    assertThat(cycle.filter("n1").isSuccess()).isTrue();
  }

  @Test
  void aNodeThatTheClusterDoesNotHaveIsJudgedByItsLabels() {
    TestCycle<InterPodAffinity> cycle = twoZones().pod("n1", "foo", "").cycle(away());
    cycle.preFilter();

    assertThat(cycle.filter(NodeInfo.of(Fixtures.node("new").label("zone", "z1").obj())).isSuccess()).isFalse();
    assertThat(cycle.filter(NodeInfo.of(Fixtures.node("new").label("zone", "z9").obj())).isSuccess()).isTrue();
    assertThat(cycle.filter(NodeInfo.of(Fixtures.node("n1").label("zone", "z9").obj())).isSuccess()).isTrue();
  }

  @Test
  void namespacesThatChangeTheirLabelsAreSeenAtOnce() {
    AffinityScene scene = twoZones().namespace("one", "red").with(pod("e").namespace("one").label("foo", "").on("n1"));
    PodFixture awayFromRed =
        pod("p")
            .podAntiAffinity(
                AffinityScene.term(
                    "zone", Fixtures.selector().exists("foo").obj(), Fixtures.selector().in("team", "red").obj()),
                REQUIRED);
    TestCycle<InterPodAffinity> cycle = scene.cycle(awayFromRed);
    assertThat(letters(cycle)).isEqualTo("NNF");

    scene.namespace("one", "blue");
    assertThat(letters(cycle)).isEqualTo("FFF");
    scene.namespace("one", "red");
    assertThat(letters(cycle)).isEqualTo("NNF");
    scene.cluster.remove(ResourceKind.NAMESPACES, "", "one");
    assertThat(letters(cycle)).isEqualTo("FFF");
  }

  @Test
  void whatACycleFoundIsNotUsedAfterTheClusterHasChanged() {
    AffinityScene scene = twoZones();
    TestCycle<InterPodAffinity> cycle = scene.cycle(away());
    cycle.preFilter();
    scene.pod("n1", "foo", "").cluster.snapshot();

    assertThatThrownBy(() -> cycle.filter("n1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the snapshot has changed since the cycle began");
  }

  @Test
  void aListenerThatWasNotToldOfNodesSaysSo() {
    AffinityScene scene = twoZones();
    scene.cluster.snapshot();
    InterPodAffinity deaf = new InterPodAffinity(scene.cluster.handle(), InterPodAffinityArgs.DEFAULT);

    assertThatThrownBy(() -> TestCycle.of(scene.cluster, deaf, away().obj()).preFilter())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the index knows 0 nodes and the snapshot has 3");
  }
}
