package io.berth.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.timeline.Moment;
import io.berth.app.timeline.Moment.What;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.Explanation.NodeExplanation;
import io.berth.scheduler.Explanation.Score;
import io.berth.scheduler.Explanation.Verdict;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationsTest {

  private static Explanation explanation(int nodes) {
    var pod = new PodBuilder().withNewMetadata().withName("p").withNamespace("default").withUid("u").endMetadata().withNewSpec().endSpec().build();
    var all = new ArrayList<NodeExplanation>();
    for (int i = 0; i < nodes; i++) {
      Status status = i % 2 == 0 ? Status.SUCCESS : Status.unschedulable("Insufficient cpu");
      all.add(new NodeExplanation("n" + i, List.of(new Verdict("Fit", status)), List.of(new Score("Spread", i, i, 2)), 2L * i));
    }
    return new Explanation(PodInfo.of(pod, EffectiveRequests.upstream()), null, List.of(), all, null);
  }

  private static Moment moment(What what, int subject, int number) {
    return new Moment(Duration.ZERO, what, subject, -1, number, "");
  }

  /** Nodes that all plugins are asked about, one explanation after the other. */
  private static Explanations withNodes(int nodes, List<Integer> asked) {
    var explanations =
        new Explanations(
            pod -> {
              asked.add(pod);
              return Optional.of(explanation(nodes));
            });
    for (int i = 0; i < nodes; i++) {
      explanations.hear(moment(What.NODE_JOINED, i, 0), "");
    }
    return explanations;
  }

  private static Explanations withNodes(int nodes) {
    return withNodes(nodes, new ArrayList<>());
  }

  @Test
  void ofFewNodesAllAreKeptThoseThatFitFirst() {
    var explanations = withNodes(5);
    explanations.hear(moment(What.CYCLE, 0, 3), "");
    var explained = explanations.all().get(0).get(0);
    assertThat(explained.cycle()).isEqualTo(3);
    assertThat(explained.rows()).extracting(Explanations.Row::node).containsExactly("n4", "n2", "n0", "n3", "n1");
    assertThat(explanations.texts.statuses.values()).containsExactly("Insufficient cpu");
  }

  @Test
  void ofManyNodesTheBestAreKeptAndTheChosenOneAndTheRestIsCounted() {
    var explanations = withNodes(1000);
    explanations.hear(moment(What.CYCLE, 0, 1), "");
    explanations.hear(moment(What.BOUND, 0, 0), "n2");
    var explained = explanations.all().get(0).get(0);
    assertThat(explained.rows()).extracting(Explanations.Row::node).hasSize(9).startsWith("n998", "n996").endsWith("n2");
    assertThat(explained.groups()).extracting(Explanations.Group::count).containsExactly(500, 500);
    assertThat(explained.groups().get(1).samples()).containsExactly("n1", "n3", "n5");
  }

  @Test
  void theChosenNodeIsKnownWhenAnotherCycleBeganMeanwhile() {
    var explanations = withNodes(1000);
    explanations.hear(moment(What.CYCLE, 0, 1), "");
    explanations.hear(moment(What.CYCLE, 1, 1), "");
    explanations.hear(moment(What.BOUND, 0, 0), "n2");
    assertThat(explanations.all().get(0).get(0).rows()).extracting(Explanations.Row::node).endsWith("n2");
  }

  private static Explanations twoCycles(int nodes) {
    var explanations = withNodes(nodes);
    for (int cycle = 1; cycle <= 2; cycle++) {
      explanations.hear(moment(What.CYCLE, 0, cycle), "");
      explanations.hear(moment(What.REJECTED, 0, 0), "");
    }
    return explanations;
  }

  @Test
  void ofFewNodesAllCyclesAreKeptAndOfManyOnlyTheLast() {
    assertThat(twoCycles(3).all().get(0)).extracting(Explanations.Explained::cycle).containsExactly(1, 2);
    assertThat(twoCycles(100).all().get(0)).extracting(Explanations.Explained::cycle).containsExactly(2);
  }

  @Test
  void ofVeryManyCyclesOneOfSoManyIsExplainedAndNoMore() {
    List<Integer> asked = new ArrayList<>();
    int nodes = 10_000; // a hundred at a time
    var explanations = withNodes(nodes, asked);
    for (int pod = 0; pod < 1000; pod++) {
      explanations.hear(moment(What.CYCLE, pod, 1), "");
      explanations.hear(moment(What.BOUND, pod, 0), "n1");
    }
    assertThat(explanations.all().keySet()).hasSize(63).allMatch(pod -> pod % 16 == 0);
    assertThat(asked).hasSizeLessThan(300);
    assertThat(explanations.coverage()).isEqualTo(new Explanations.Coverage(1000, 63));
  }

  @Test
  void aCycleThatFindsNoNodeIsExplainedAfterwardsWhenItWasLeftOut() {
    var explanations = withNodes(10_000);
    for (int pod = 0; pod < 250; pod++) {
      explanations.hear(moment(What.CYCLE, pod, 1), "");
      explanations.hear(pod % 10 == 3 ? moment(What.REJECTED, pod, 0) : moment(What.BOUND, pod, 0), "");
    }
    assertThat(explanations.all().keySet()).contains(3, 13, 23, 33, 43, 243).doesNotContain(1, 2, 5);
  }

  @Test
  void whoWaitsAtTheEndAndWasLeftOutIsExplainedThen() {
    var explanations = withNodes(10_000);
    for (int pod = 0; pod < 400; pod++) {
      explanations.hear(moment(What.CYCLE, pod, 1), "");
      explanations.hear(moment(What.REJECTED, pod, 0), "");
    }
    explanations.hear(moment(What.CYCLE, 400, 1), "");
    explanations.hear(moment(What.CYCLE, 401, 1), "");
    explanations.hear(moment(What.CYCLE, 403, 1), "");
    explanations.hear(moment(What.POD_GONE, 403, 0), "");
    assertThat(explanations.all().keySet()).doesNotContain(401, 403);
    explanations.end();
    assertThat(explanations.all().keySet()).contains(401).doesNotContain(403);
    assertThat(explanations.all().get(401).get(0).cycle()).isZero();
  }
}
