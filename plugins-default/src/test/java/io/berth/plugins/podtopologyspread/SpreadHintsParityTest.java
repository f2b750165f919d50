package io.berth.plugins.podtopologyspread;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.FeatureGates;
import io.berth.framework.event.QueueingHint;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/framework/plugins/podtopologyspread/plugin_test.go, v1.37.2. */
class SpreadHintsParityTest {
  private static final LabelSelector FOO = selector().exists("foo").obj();
  private static final LabelSelector BAR = selector().exists("bar").obj();

  private final SpreadHints hints = new SpreadHints(new SpreadConstraints(List.of(), null, FeatureGates.defaults()));

  private static PodFixture byZone() {
    return pod("p").label("foo", "").spreadConstraint(1, "zone", "DoNotSchedule", FOO);
  }

  private static PodFixture byZoneAndNode() {
    return byZone().spreadConstraint(1, "node", "DoNotSchedule", BAR);
  }

  private void onNode(PodFixture pod, @Nullable NodeFixture before, @Nullable NodeFixture after, boolean queues) {
    assertThat(
            hints.afterNodeChange(
                pod.info(), before == null ? null : before.info(), after == null ? null : after.info()))
        .isEqualTo(queues ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP);
  }

  private void assigned(PodFixture pod, @Nullable PodFixture before, @Nullable PodFixture after, boolean queues) {
    assertThat(
            hints.afterAssignedPodChange(
                pod.info(), before == null ? null : before.info(), after == null ? null : after.info()))
        .isEqualTo(queues ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP);
  }

  private void own(PodFixture pod, PodFixture before, PodFixture after, boolean queues) {
    assertThat(hints.afterTargetPodChange(pod.info(), before.info(), after.info()))
        .isEqualTo(queues ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP);
  }

  private static NodeFixture n() {
    return node("n");
  }

  @Test
  void aNodeHelpsIfItHasAllTopologyKeys() {
    onNode(byZone(), null, n().label("zone", "z1"), true);
    onNode(byZone(), null, n().label("foo", "bar"), false);
    onNode(byZone(), n().label("zone", "z1"), null, true);
    onNode(byZone(), n().label("foo", "bar"), null, false);
    onNode(byZoneAndNode(), null, n().label("zone", "z1"), false);
    onNode(byZoneAndNode(), null, n().label("zone", "z1").label("node", "n1"), true);
  }

  @Test
  void aNodeHelpsThatMovesToAnotherDomain() {
    onNode(byZone(), n().label("zone", "z1"), n().label("zone", "z2"), true);
    onNode(byZone(), n().label("foo", "1"), n().label("foo", "2"), false);
    onNode(byZone(), n().label("zone", "z1"), n().label("foo", "2"), true);
    onNode(byZone(), n().label("foo", "2"), n().label("zone", "z1"), true);
    onNode(byZoneAndNode(), both().label("foo", "bar"), both(), false);
    onNode(byZoneAndNode(), n().label("zone", "z1"), n().label("zone", "z2"), false);
    onNode(byZoneAndNode(), both(), both().label("node", "n2"), true);
  }

  @Test
  void aNodeHelpsWhoseTaintsChange() {
    onNode(byZoneAndNode(), both().taint("a", "b", "NoSchedule"), both().taint("c", "b", "NoSchedule"), true);
    onNode(
        byZoneAndNode(),
        n().label("node", "n1").taint("a", "b", "NoSchedule"),
        n().label("node", "n1").taint("c", "b", "NoSchedule"),
        false);
    onNode(
        byZone(),
        n().label("zone", "z1").taints(new Taint("NoExecute", "a", null, "b")),
        n().label("zone", "z1").taints(new Taint("NoExecute", "a", "2026-01-01T00:00:00Z", "b")),
        true);
  }

  @Test
  void withoutHardConstraintsEveryNodeHelpsThatComesGoesOrChangesItsTaints() {
    onNode(pod("p"), null, n(), true);
    onNode(pod("p"), n(), null, true);
    onNode(pod("p"), n(), n().taint("a", "b", "NoSchedule"), true);
    onNode(pod("p"), n(), n().label("zone", "z1"), false);
  }

  private static NodeFixture both() {
    return n().label("zone", "z1").label("node", "n1");
  }

  @Test
  void aPodHelpsThatCounts() {
    assigned(byZone(), null, pod("o").label("foo", "").on("n"), true);
    assigned(byZone(), null, pod("o").label("bar", "").on("n"), false);
    assigned(byZone(), pod("o").label("foo", "").on("n"), null, true);
    assigned(byZone(), pod("o").label("bar", "").on("n"), null, false);
    assigned(byZone(), pod("o").label("foo", "").nominatedNodeName("n"), null, true);
    assigned(byZone(), pod("o").label("bar", "").nominatedNodeName("n"), null, false);
  }

  @Test
  void aPodWithoutNodeOrOfAnotherNamespaceDoesNotHelp() {
    assigned(byZone(), null, pod("o").label("foo", ""), false);
    assigned(byZone(), pod("o").label("bar", ""), pod("o").label("foo", ""), false);
    assigned(byZone(), pod("o").label("foo", ""), null, false);
    assigned(byZone(), null, pod("o").namespace("other").label("foo", "").on("n"), false);
  }

  @Test
  void aPodHelpsWhoseLabelsCountNowOrNoMore() {
    PodFixture both = byZoneAndNode();
    assigned(byZone(), pod("o").on("n"), pod("o").label("foo", "").on("n"), true);
    assigned(byZone(), pod("o").label("foo", "").on("n"), pod("o").on("n"), true);
    assigned(byZone(), pod("o").label("foo", "1").on("n"), pod("o").label("foo", "2").on("n"), false);
    assigned(both, pod("o").label("foo", "").on("n"), pod("o").label("foo", "").label("bar", "2").on("n"), true);
    assigned(both, pod("o").label("foo", "").on("n"), pod("o").label("foo", "").label("baz", "").on("n"), false);
  }

  @Test
  void ownLabelsHelpThatCountNow() {
    own(byZone(), pod("p"), pod("p").label("foo", ""), true);
    own(byZone(), pod("p").label("foo", ""), pod("p").label("foo", "").label("other", ""), false);
  }

  @Test
  void ownTolerationsHelpWhereTaintsAreHonoured() {
    own(taints("Honor"), pod("p").label("foo", ""), pod("p").label("foo", "").toleration("t"), true);
    own(taints("Ignore"), pod("p").label("foo", ""), pod("p").label("foo", "").toleration("t"), false);
    own(
        taints("Honor"),
        pod("p").tolerations(new Toleration("NoExecute", "t", "Exists", null, null)),
        pod("p").tolerations(new Toleration("NoExecute", "t", "Exists", 60L, null)),
        true);
  }

  private static PodFixture taints(String policy) {
    return pod("p")
        .label("foo", "")
        .spreadConstraint(
            new TopologySpreadConstraintBuilder()
                .withMaxSkew(1)
                .withTopologyKey("zone")
                .withWhenUnsatisfiable("DoNotSchedule")
                .withLabelSelector(FOO)
                .withNodeTaintsPolicy(policy)
                .build());
  }

  @Test
  void invalidConstraintsThrow() {
    PodFixture invalid = pod("p").spreadConstraint(1, "zone", "DoNotSchedule", selector().in("foo").obj());
    assertThatThrownBy(() -> hints.afterNodeChange(invalid.info(), null, node("n").info()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("obtaining pod's hard topology spread constraints: ");
  }
}
