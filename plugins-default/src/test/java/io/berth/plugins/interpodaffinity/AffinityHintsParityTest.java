package io.berth.plugins.interpodaffinity;

import static io.berth.plugins.interpodaffinity.AffinityScene.term;
import static io.berth.testkit.AffinityKind.REQUIRED;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.event.QueueingHint;
import io.berth.testkit.Fixtures;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/framework/plugins/interpodaffinity/plugin_test.go, v1.37.2. */
class AffinityHintsParityTest {
  private static PodFixture near() {
    return pod("p").podAffinityIn("service", "region", REQUIRED, "scan", "value2");
  }

  private static PodFixture away() {
    return pod("p").podAntiAffinityIn("service", "region", REQUIRED, "scan", "value2");
  }

  private static PodFixture other(String service) {
    return pod("o").label("service", service).on("n");
  }

  private static void onPod(PodFixture pod, @Nullable PodFixture before, @Nullable PodFixture after, boolean queues) {
    assertThat(
            AffinityHints.afterAssignedPodChange(
                pod.info(), before == null ? null : before.info(), after == null ? null : after.info()))
        .isEqualTo(queues ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP);
  }

  private static void onNode(PodFixture pod, @Nullable NodeFixture before, NodeFixture after, boolean queues) {
    assertThat(AffinityHints.afterNodeChange(pod.info(), before == null ? null : before.info(), after.info()))
        .isEqualTo(queues ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP);
  }

  @Test
  void aPodToBeNearHelpsWhenItComes() {
    onPod(near(), null, other("scan"), true);
    onPod(near(), null, other("none"), false);
    onPod(near(), null, pod("o").label("service", "scan"), false);
    onPod(near(), null, pod("o").label("service", "scan").nominatedNodeName("n"), true);
    onPod(away(), null, other("scan"), false);
  }

  @Test
  void aPodHelpsWhoseNewLabelsMatch() {
    onPod(near(), other("none"), other("scan"), true);
    onPod(near(), other("scan"), other("value2"), false);
    onPod(near(), other("scan"), other("none"), false);
    onPod(near(), pod("o").label("service", "none"), pod("o").label("service", "scan"), false);
    onPod(near().podAffinityExists("s2", "zone", REQUIRED), other("scan"), other("scan").label("s2", ""), true);
    onPod(near().podAffinityExists("s2", "zone", REQUIRED), other("scan").label("s2", ""), other("scan"), false);
  }

  @Test
  void aPodToBeAwayFromHelpsWhenItsLabelsMatchNoMore() {
    PodFixture awayFromTwo = away().podAntiAffinityExists("s2", "zone", REQUIRED);
    onPod(away(), other("scan"), other("none"), true);
    onPod(away(), other("none"), other("scan"), false);
    onPod(awayFromTwo, other("scan"), other("none"), true);
    onPod(awayFromTwo, other("scan").label("s2", ""), other("scan"), false);
  }

  @Test
  void aPodToBeAwayFromHelpsWhenItGoes() {
    onPod(away(), other("scan"), null, true);
    onPod(away(), other("none"), null, false);
    onPod(away(), pod("o").label("service", "scan").nominatedNodeName("n"), null, true);
    onPod(away(), pod("o").label("service", "scan"), null, false);
    onPod(away().podAntiAffinityExists("s2", "zone", REQUIRED), pod("o").label("s2", "").on("n"), null, true);
    onPod(near(), other("scan"), null, false);
  }

  @Test
  void aPodThatWantsToBeAwayHelpsWhenItGoes() {
    PodFixture scan = pod("p").label("service", "scan");
    onPod(scan, pod("o").podAntiAffinityIn("service", "region", REQUIRED, "scan").on("n"), null, true);
    onPod(scan, pod("o").podAntiAffinityIn("service", "region", REQUIRED, "other").on("n"), null, false);
    onPod(
        scan,
        pod("o").podAntiAffinityExists("x", "zone", REQUIRED).podAntiAffinityExists("service", "zone", REQUIRED).on("n"),
        null,
        true);
  }

  @Test
  void namespaceSelectorsAreComparedWithoutLabelsOfTheNamespace() {
    PodFixture byTeam =
        pod("p")
            .podAffinity(
                term("zone", selector().exists("service").obj(), selector().in("team", "one").obj()), REQUIRED);
    PodFixture notTeam =
        pod("p")
            .podAffinity(
                term("zone", selector().exists("service").obj(), selector().notIn("team", "one").obj()), REQUIRED);
    onPod(byTeam, null, other("scan").namespace("any"), false);
    onPod(notTeam, null, other("scan").namespace("any"), true);
  }

  @Test
  void ownLabelsAlwaysHelp() {
    assertThat(AffinityHints.afterTargetPodChange(pod("p").info(), pod("p").info(), pod("p").info()))
        .isEqualTo(QueueingHint.QUEUE);
  }

  private static NodeFixture n() {
    return Fixtures.node("n");
  }

  @Test
  void aNodeInTheDomainsOfTheAffinityHelps() {
    PodFixture near = pod("p").podAffinityIn("service", "zone", REQUIRED, "scan");
    onNode(near, null, n().label("zone", "z1"), true);
    onNode(near, null, n().label("other", "z1"), false);
    onNode(near, n().label("zone", "z1").label("x", "1"), n().label("zone", "z1").label("x", "2"), false);
    onNode(near, n().label("x", "1"), n().label("x", "2"), false);
    onNode(near, n().label("zone", "z1"), n().label("zone", "z2"), true);
    onNode(near, n().label("x", "1"), n().label("zone", "z2"), true);
    onNode(near, n().label("zone", "z1"), n().label("x", "1"), false);
  }

  @Test
  void aNodeThatLeavesTheDomainsOfTheAntiAffinityHelps() {
    PodFixture away = pod("p").podAntiAffinityIn("service", "zone", REQUIRED, "scan");
    onNode(away, null, n().label("zone", "z1"), true);
    onNode(away, null, n().label("other", "z1"), true);
    onNode(away, n().label("x", "1"), n().label("x", "2"), false);
    onNode(away, n().label("zone", "z1"), n().label("zone", "z2"), true);
    onNode(away, n().label("x", "1"), n().label("zone", "z1"), false);
    onNode(away, n().label("zone", "z1"), n().label("x", "1"), true);
    onNode(pod("p"), null, n(), false);
  }

  @Test
  void invalidRequiredTermsThrow() {
    PodFixture invalidNear = pod("p").podAffinityIn("service", "zone", REQUIRED, "{bad}");
    PodFixture invalidAway = pod("p").podAntiAffinityIn("service", "zone", REQUIRED, "{bad}");

    assertThatThrownBy(() -> onNode(invalidNear, null, n(), true)).hasMessageContaining("requiredAffinityTerms");
    assertThatThrownBy(() -> onNode(invalidAway, null, n(), true)).hasMessageContaining("requiredAntiAffinityTerms");
    assertThatThrownBy(() -> onPod(pod("p"), invalidAway.on("n"), null, true))
        .hasMessageContaining("requiredAntiAffinityTerms");
  }
}
