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

  private static Moment moment(What what, int number) {
    return new Moment(Duration.ZERO, what, 0, -1, number, "");
  }

  @Test
  void ofFewNodesAllAreKeptThoseThatFitFirst() {
    var explanations = new Explanations();
    explanations.hear(moment(What.CYCLE, 3), "");
    explanations.beforeCycle(0, explanation(5));
    var explained = explanations.all().get(0).get(0);
    assertThat(explained.cycle()).isEqualTo(3);
    assertThat(explained.rows()).extracting(Explanations.Row::node).containsExactly("n4", "n2", "n0", "n3", "n1");
    assertThat(explanations.statuses.values()).containsExactly("Insufficient cpu");
  }

  @Test
  void ofManyNodesTheBestAreKeptAndTheChosenOneAndTheRestIsCounted() {
    var explanations = new Explanations();
    explanations.hear(moment(What.CYCLE, 1), "");
    explanations.beforeCycle(0, explanation(1000));
    explanations.hear(moment(What.BOUND, 0), "n2");
    var explained = explanations.all().get(0).get(0);
    assertThat(explained.rows()).extracting(Explanations.Row::node).hasSize(9).startsWith("n998", "n996").endsWith("n2");
    assertThat(explained.groups()).extracting(Explanations.Group::count).containsExactly(500, 500);
    assertThat(explained.groups().get(1).samples()).containsExactly("n1", "n3", "n5");
  }

  private static Explanations twoCycles(int nodes) {
    var explanations = new Explanations();
    for (int cycle = 1; cycle <= 2; cycle++) {
      explanations.hear(moment(What.CYCLE, cycle), "");
      explanations.beforeCycle(0, explanation(nodes));
      explanations.hear(moment(What.REJECTED, 0), "");
    }
    return explanations;
  }

  @Test
  void ofFewNodesAllCyclesAreKeptAndOfManyOnlyTheLast() {
    assertThat(twoCycles(3).all().get(0)).extracting(Explanations.Explained::cycle).containsExactly(1, 2);
    assertThat(twoCycles(100).all().get(0)).extracting(Explanations.Explained::cycle).containsExactly(2);
  }
}
