package io.berth.plugins.interpodaffinity;

import static io.berth.plugins.interpodaffinity.AffinityScene.prefers;
import static io.berth.plugins.interpodaffinity.AffinityScene.term;
import static io.berth.testkit.AffinityKind.REQUIRED;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/framework/plugins/interpodaffinity/scoring_test.go, v1.37.2. */
class InterPodAffinityScoreParityTest {
  private static final LabelSelector S1 = selector().in("security", "S1").obj();
  private static final LabelSelector S2 = selector().in("security", "S2").obj();
  private static final PodAffinityTerm S1_IN_REGION = term("region", S1, null);
  private static final PodAffinityTerm S2_IN_REGION = term("region", S2, null);
  private static final PodAffinityTerm S1_IN_AZ = term("az", S1, null);
  private static final PodAffinityTerm S2_IN_AZ = term("az", S2, null);
  private static final InterPodAffinityArgs DEFAULT = InterPodAffinityArgs.DEFAULT;

  private static AffinityScene scene() {
    return new AffinityScene().node("n1", "region", "China").node("n2", "region", "India").node("n3", "az", "az1");
  }

  private static AffinityScene zones() {
    return new AffinityScene().node("n1", "az", "az1").node("n2", "az", "az2").node("n3", "region", "China");
  }

  private static PodFixture secure(String name, String security) {
    return pod(name).label("security", security);
  }

  private static long[] scores(AffinityScene scene, Pod pod, String... nodes) {
    return scene.cycle(pod, DEFAULT).scores(nodes);
  }

  @Test
  void withoutPreferencesThereIsNothingToScore() {
    assertThat(scene().pod("n1", "security", "S1").cycle(secure("p", "S1")).preScore("n1", "n2").isSkip()).isTrue();
    assertThat(scene().cycle(prefers(pod("p"), Map.of(S1_IN_REGION, 5)), DEFAULT).preScore("n1").isSkip()).isTrue();
    assertThat(new AffinityScene().cycle(secure("p", "S1")).preScore().isSkip()).isTrue();
  }

  @Test
  void aDomainWithPodsToBeNearIsGood() {
    AffinityScene scene = scene().pod("n1", "security", "S1").pod("n2", "security", "S2").pod("n3", "security", "S1");
    assertThat(scores(scene, prefers(pod("p"), Map.of(S1_IN_REGION, 5)), "n1", "n2", "n3")).containsExactly(100, 0, 0);
  }

  @Test
  void aDomainWithMorePodsToBeNearIsBetter() {
    AffinityScene scene = scene().node("n4", "region", "China");
    scene.pod("n1", "security", "S2").pod("n4", "security", "S2").pod("n2", "security", "S2");
    assertThat(scores(scene, prefers(pod("p"), Map.of(S2_IN_REGION, 6)), "n1", "n4", "n2", "n3"))
        .containsExactly(100, 100, 50, 0);
  }

  @Test
  void weightsOfAllTermsThatMatchAddUp() {
    AffinityScene scene = scene().pod("n1", "security", "S1").pod("n2", "security", "S2").pod("n3", "security", "S1");
    PodAffinityTerm onlyS2 = term("region", selector().notIn("security", "S1").in("security", "S2").obj(), null);
    PodAffinityTerm any = term("region", selector().exists("security").notExist("wrongkey").obj(), null);
    assertThat(scores(scene, prefers(pod("p"), Map.of(onlyS2, 8, any, 2)), "n1", "n2", "n3"))
        .containsExactly(20, 100, 0);
  }

  @Test
  void preferencesOfPodsThatAreThereCount() {
    AffinityScene scene =
        scene()
            .with(prefers(secure("e1", "S1").on("n1"), Map.of(S1_IN_REGION, 5)))
            .with(prefers(secure("e2", "S2").on("n2"), Map.of(S2_IN_REGION, 6)));
    assertThat(scores(scene, secure("p", "S2").obj(), "n1", "n2", "n3")).containsExactly(0, 100, 0);
  }

  @Test
  void preferencesOfPodsThatAreThereSelectNamespacesByLabels() {
    PodAffinityTerm team1 = term("region", S1, selector().in("team", "team1").obj(), "named");
    for (String namespace : new String[] {"sub1", "named"}) {
      Pod incoming = secure("p", "S1").namespace(namespace).obj();
      AffinityScene near = scene().namespace("sub1", "team1").with(prefers(pod("e1").on("n1"), Map.of(team1, 5)));
      assertThat(scores(near, incoming, "n1", "n2", "n3")).containsExactly(100, 0, 0);
      AffinityScene away = scene().namespace("sub1", "team1").with(prefers(pod("e1").on("n1"), Map.of(team1, -5)));
      assertThat(scores(away, incoming, "n1", "n2", "n3")).containsExactly(0, 100, 100);
    }
  }

  @Test
  void ownPreferencesSelectNamespacesByLabels() {
    AffinityScene scene =
        scene()
            .namespace("one", "team1")
            .namespace("two", "team2")
            .with(secure("e1", "S1").namespace("one").on("n1"))
            .with(secure("e2", "S1").namespace("two").on("n2"));
    LabelSelector notTeam1 = selector().notIn("team", "team1").obj();
    assertThat(
            scores(
                scene,
                prefers(pod("p"), Map.of(term("region", S1, selector().in("team", "team1").obj()), 5)),
                "n1", "n2", "n3"))
        .containsExactly(100, 0, 0);
    assertThat(scores(scene, prefers(pod("p"), Map.of(term("region", S1, notTeam1), 5)), "n1", "n2", "n3"))
        .containsExactly(0, 100, 0);
    assertThat(scores(scene, prefers(pod("p"), Map.of(term("region", S1, notTeam1, "one"), -5)), "n1", "n2", "n3"))
        .containsExactly(0, 0, 100);
  }

  @Test
  void requiredAffinityOfPodsThatAreThereCountsWithItsOwnWeight() {
    AffinityScene scene = scene();
    for (String node : new String[] {"n1", "n2"}) {
      scene.with(
          pod("e-" + node)
              .podAffinityIn("security", "region", REQUIRED, "S1", "other")
              .podAffinity("region", selector().exists("security").notExist("wrongkey").obj(), REQUIRED)
              .on(node));
    }
    assertThat(scores(scene, secure("p", "S1").obj(), "n1", "n2", "n3")).containsExactly(100, 100, 0);
    assertThat(scene.cycle(secure("p", "S1").obj(), new InterPodAffinityArgs(0, false)).preScore("n1").isSkip()).isTrue();
  }

  @Test
  void aDomainWithPodsToBeAwayFromIsBad() {
    Pod away = prefers(secure("p", "S1"), Map.of(S1_IN_AZ, -5));
    assertThat(scores(zones().pod("n1", "security", "S1").pod("n3", "security", "S2"), away, "n1", "n3"))
        .containsExactly(0, 100);
    assertThat(scores(zones().pod("n1", "security", "S1").pod("n3", "security", "S1"), away, "n1", "n3"))
        .containsExactly(0, 100);
    AffinityScene more = zones().pod("n1", "security", "S1").with(secure("e", "S1").on("n1")).pod("n2", "security", "S1");
    assertThat(scores(more, away, "n1", "n2", "n3")).containsExactly(0, 50, 100);
  }

  @Test
  void podsThatAreThereWantToBeAway() {
    AffinityScene scene =
        zones()
            .with(prefers(secure("e1", "S1").on("n1"), Map.of(S2_IN_AZ, -5)))
            .with(prefers(secure("e2", "S2").on("n2"), Map.of(S1_IN_AZ, -5)));
    assertThat(scores(scene, secure("p", "S2").obj(), "n1", "n2")).containsExactly(0, 100);
  }

  @Test
  void nearAndAwayAddUpInBothDirections() {
    Map<PodAffinityTerm, Integer> nearS1AwayFromS2 = Map.of(S1_IN_REGION, 8, S2_IN_AZ, -5);
    AffinityScene scene =
        scene()
            .node("n4", "az", "az2")
            .pod("n1", "security", "S1")
            .pod("n3", "security", "S2")
            .with(prefers(secure("e3", "S2").on("n2"), nearS1AwayFromS2))
            .with(prefers(secure("e4", "S1").on("n4"), Map.of(term("az", S1, null), -5)));
    assertThat(scores(scene, prefers(secure("p", "S1"), nearS1AwayFromS2), "n1", "n2", "n3", "n4"))
        .containsExactly(100, 100, 0, 0);
  }

  @Test
  void preferencesOfPodsThatAreThereCanBeIgnored() {
    AffinityScene scene = scene().with(prefers(secure("e2", "S2").on("n2"), Map.of(S2_IN_REGION, 6)));
    InterPodAffinityArgs ignore = new InterPodAffinityArgs(1, true);

    assertThat(scene.cycle(secure("p", "S2").obj(), ignore).preScore("n1", "n2").isSkip()).isTrue();
    assertThat(scene.cycle(prefers(secure("p", "S2"), Map.of(S1_IN_REGION, 1)), ignore).scores("n1", "n2"))
        .containsExactly(0, 100);
  }

  @Test
  void weightsThatCancelOutStillScore() {
    AffinityScene scene = scene().pod("n1", "security", "S1");
    PodAffinityTerm same = term("region", selector().exists("security").obj(), null);
    assertThat(scores(scene, prefers(pod("p"), Map.of(S1_IN_REGION, 5, same, -5)), "n1", "n2")).containsExactly(0, 0);
  }

  @Test
  void anInvalidTermIsAnError() {
    Pod invalid = prefers(pod("p"), Map.of(term("region", selector().in("security", "{{.bad-value.}}").obj(), null), 8));

    assertThat(scene().cycle(invalid, DEFAULT).preScore("n1").code()).isEqualTo(Code.ERROR);
    assertThat(scene().cycle(invalid, DEFAULT).preScore("n1").message())
        .startsWith("failed to parse pod: preferredAffinityTerms: ");
  }
}
