package io.berth.plugins.interpodaffinity;

import static io.berth.plugins.interpodaffinity.AffinityScene.term;
import static io.berth.testkit.AffinityKind.REQUIRED;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.PreFilterDecision;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/framework/plugins/interpodaffinity/filtering_test.go, v1.37.2. */
class InterPodAffinityFilterParityTest {
  private static final LabelSelector TEAM1 = selector().in("team", "team1").obj();

  private static AffinityScene oneNode() {
    return new AffinityScene().node("n1", "region", "r1", "zone", "z1");
  }

  /** One region with two zones, a node each. */
  private static AffinityScene twoZones() {
    return new AffinityScene().node("n1", "region", "r1", "zone", "z1").node("n2", "region", "r1", "zone", "z2");
  }

  private static PodFixture p2() {
    return pod("p").label("security", "S2").label("service", "scan");
  }

  @Test
  void requiredAffinityNeedsAPodThatMatches() {
    assertThat(oneNode().verdicts(p2())).isEqualTo("F");
    assertThat(oneNode().pod("n1", "service", "scan").verdicts(p2().podAffinityIn("service", "region", REQUIRED, "scan")))
        .isEqualTo("F");
    assertThat(
            oneNode().pod("n1", "service", "scan").verdicts(p2().podAffinityNotIn("service", "region", REQUIRED, "other")))
        .isEqualTo("F");
    assertThat(
            oneNode()
                .pod("n1", "service", "scan")
                .verdicts(pod("p").podAffinityIn("service", "region", REQUIRED, "antivirus")))
        .isEqualTo("A");
  }

  @Test
  void podsOfOtherNamespacesDoNotCountUnlessTheyAreNamed() {
    AffinityScene scene = oneNode().with(pod("e").namespace("ns").label("service", "scan").on("n1"));
    LabelSelector scan = selector().in("service", "scan").obj();

    assertThat(scene.verdicts(pod("p").podAffinity("region", scan, REQUIRED))).isEqualTo("A");
    assertThat(scene.verdicts(pod("p").podAffinity(term("region", scan, null, "ns"), REQUIRED))).isEqualTo("F");
  }

  @Test
  void namespaceSelectorsPickNamespacesByTheirLabels() {
    AffinityScene scene =
        oneNode()
            .namespace("one", "team1")
            .namespace("two", "team2")
            .with(pod("e").namespace("one").label("service", "scan").on("n1"));
    LabelSelector scan = selector().in("service", "scan").obj();
    LabelSelector team2 = selector().in("team", "team2").obj();

    assertThat(scene.verdicts(pod("p").podAffinity(term("region", scan, TEAM1), REQUIRED))).isEqualTo("F");
    assertThat(scene.verdicts(pod("p").podAffinity(term("region", scan, team2), REQUIRED))).isEqualTo("A");
    assertThat(scene.verdicts(pod("p").podAntiAffinity(term("region", scan, TEAM1), REQUIRED))).isEqualTo("N");
    assertThat(scene.verdicts(pod("p").podAntiAffinity(term("region", scan, selector().obj()), REQUIRED))).isEqualTo("N");
    assertThat(scene.verdicts(pod("p").podAntiAffinity(term("region", scan, team2), REQUIRED))).isEqualTo("F");
  }

  @Test
  void theNamespaceLabelsOfTheIncomingPodCountForPodsThatAreThere() {
    AffinityScene scene =
        oneNode()
            .namespace("one", "team1")
            .with(pod("e").podAntiAffinity(term("region", selector().in("app", "x").obj(), TEAM1), REQUIRED).on("n1"));

    assertThat(scene.verdicts(pod("p").namespace("one").label("app", "x"))).isEqualTo("E");
    assertThat(scene.verdicts(pod("p").namespace("unknown").label("app", "x"))).isEqualTo("F");
    scene.namespace("one", "team2");
    assertThat(scene.verdicts(pod("p").namespace("one").label("app", "x"))).isEqualTo("F");
  }

  @Test
  void affinityAndAntiAffinityMustBothHold() {
    AffinityScene scene = oneNode().pod("n1", "service", "scan");
    PodFixture near = pod("p").podAffinityIn("service", "region", REQUIRED, "scan");

    assertThat(scene.verdicts(near.podAntiAffinityIn("service", "zone", REQUIRED, "antivirus"))).isEqualTo("F");
    assertThat(scene.verdicts(near.podAntiAffinityIn("service", "zone", REQUIRED, "scan"))).isEqualTo("N");
  }

  @Test
  void podsThatAreThereKeepTheirDistance() {
    AffinityScene scene =
        oneNode().with(pod("e").label("security", "S1").podAntiAffinityIn("security", "zone", REQUIRED, "S2").on("n1"));

    assertThat(scene.verdicts(p2())).isEqualTo("E");
    assertThat(scene.verdicts(pod("p").label("security", "S1"))).isEqualTo("F");
    assertThat(scene.verdicts(p2().podAntiAffinityIn("security", "zone", REQUIRED, "S1"))).isEqualTo("N");
  }

  @Test
  void anyTermOfAnAntiAffinityIsEnough() {
    AffinityScene scene = oneNode().pod("n1", "service", "scan");
    assertThat(
            scene.verdicts(
                p2()
                    .podAntiAffinityIn("service", "zone", REQUIRED, "other")
                    .podAntiAffinityExists("service", "zone", REQUIRED)))
        .isEqualTo("N");
  }

  @Test
  void aTermThatIsInvalidCannotBeResolved() {
    PodFixture invalid = pod("p").podAntiAffinityIn("service", "region", REQUIRED, "{{.bad-value.}}");
    PreFilterDecision decision = oneNode().cycle(invalid).preFilter();

    assertThat(decision).isInstanceOf(PreFilterDecision.Reject.class);
    assertThat(((PreFilterDecision.Reject) decision).status().message())
        .startsWith("parsing pod: requiredAntiAffinityTerms: ")
        .contains("{{.bad-value.}}");
  }

  @Test
  void allNodesOfADomainFitAlike() {
    AffinityScene scene =
        new AffinityScene()
            .node("n1", "region", "China")
            .node("n2", "region", "China", "az", "az1")
            .node("n3", "region", "India")
            .pod("n1", "foo", "bar");
    assertThat(scene.verdicts(pod("p").podAffinityIn("foo", "region", REQUIRED, "bar"))).isEqualTo("FFA");
    assertThat(scene.verdicts(pod("p").podAntiAffinityIn("foo", "region", REQUIRED, "bar"))).isEqualTo("NNF");
  }

  @Test
  void theFirstOfAGroupMayGoToAnyNodeWithTheKeys() {
    PodFixture first =
        pod("p")
            .label("foo", "bar")
            .label("service", "scan")
            .podAffinityIn("foo", "zone", REQUIRED, "bar")
            .podAffinityIn("service", "zone", REQUIRED, "scan");
    assertThat(twoZones().pod("n1", "foo", "bar").verdicts(first)).isEqualTo("FF");
    assertThat(
            new AffinityScene().node("n1", "zoneLabel", "z1").node("n2", "zone", "z2").pod("n1", "foo", "bar").verdicts(first))
        .isEqualTo("AF");
    assertThat(twoZones().verdicts(pod("p").podAffinityIn("foo", "zone", REQUIRED, "bar"))).isEqualTo("AA");
  }

  @Test
  void oneAndTheSamePodMustMeetAllAffinityTerms() {
    PodFixture both = pod("p").podAffinityExists("foo", "region", REQUIRED).podAffinityExists("bar", "zone", REQUIRED);

    assertThat(twoZones().with(pod("e").label("foo", "").label("bar", "").on("n1")).verdicts(both)).isEqualTo("FA");
    assertThat(twoZones().pod("n1", "foo", "").pod("n2", "bar", "").verdicts(both)).isEqualTo("AA");
  }

  @Test
  void aTermCountsOnlyOnNodesWithItsKey() {
    assertThat(
            twoZones()
                .with(pod("e").podAntiAffinityExists("foo", "rack", REQUIRED).on("n1"))
                .cycle(pod("p").label("foo", ""))
                .preFilter())
        .isEqualTo(PreFilterDecision.SKIP);
    assertThat(twoZones().pod("n1", "foo", "").verdicts(pod("p").podAntiAffinityExists("foo", "rack", REQUIRED)))
        .isEqualTo("FF");
    assertThat(
            twoZones()
                .with(
                    pod("e")
                        .podAntiAffinityExists("foo", "rack", REQUIRED)
                        .podAntiAffinityExists("bar", "zone", REQUIRED)
                        .on("n1"))
                .verdicts(pod("p").label("foo", "").label("bar", "")))
        .isEqualTo("EF");
  }

  @Test
  void everyTermCountsInItsOwnDomains() {
    assertThat(
            twoZones()
                .with(pod("e1").podAntiAffinityExists("foo", "zone", REQUIRED).on("n1"))
                .with(pod("e2").podAntiAffinityExists("bar", "region", REQUIRED).on("n1"))
                .verdicts(pod("p").label("foo", "").label("bar", "")))
        .isEqualTo("EE");
    assertThat(
            twoZones()
                .pod("n1", "foo", "")
                .pod("n2", "bar", "")
                .verdicts(pod("p").podAntiAffinityExists("foo", "zone", REQUIRED).podAntiAffinityExists("bar", "region", REQUIRED)))
        .isEqualTo("NN");
    assertThat(
            twoZones()
                .node("n3", "region", "r1", "zone", "z3")
                .with(pod("e1").podAntiAffinityExists("foo", "zone", REQUIRED).podAntiAffinityExists("a", "zone", REQUIRED).on("n1"))
                .with(pod("e2").podAntiAffinityExists("bar", "zone", REQUIRED).podAntiAffinityExists("b", "zone", REQUIRED).on("n2"))
                .verdicts(pod("p").label("foo", "").label("bar", "")))
        .isEqualTo("EEF");
  }
}
