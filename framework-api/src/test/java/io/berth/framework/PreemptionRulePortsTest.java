package io.berth.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PreemptionRulePortsTest {
  private static final Snapshot NOTHING =
      new Snapshot() {
        @Override
        public List<NodeInfo> nodes() {
          return List.of();
        }

        @Override
        public @Nullable NodeInfo node(String name) {
          return null;
        }

        @Override
        public int imageNodes(String image) {
          return 0;
        }

        @Override
        public int podCount() {
          return 0;
        }

        @Override
        public long version() {
          return 0;
        }
      };

  private final List<String> asked = new ArrayList<>();

  private static PodInfo pod(String name, int priority, @Nullable String start) {
    return PodInfo.of(
        new PodBuilder()
            .withNewMetadata().withNamespace("default").withName(name).withLabels(Map.of("tier", name)).endMetadata()
            .withNewSpec().withPriority(priority).endSpec()
            .withNewStatus().withStartTime(start).endStatus()
            .build(),
        EffectiveRequests.upstream());
  }

  private PreemptorEligibility preemptors(String name, PreemptionEligibility answer) {
    return (preemptor, nominatedNode, snapshot) -> {
      asked.add(name + " of " + preemptor.name() + " on " + nominatedNode);
      return answer;
    };
  }

  private VictimEligibility victims(String name, PreemptionEligibility answer) {
    return (preemptor, victim, node) -> {
      asked.add(name + " of " + victim.name() + " on " + node.name());
      return answer;
    };
  }

  @Test
  void theFirstNoOfSeveralRulesForPreemptorsEndsIt() {
    var no = PreemptionEligibility.notEligible("not at night");
    var rule =
        PreemptorEligibility.ALL
            .and(preemptors("a", PreemptionEligibility.ELIGIBLE))
            .and(preemptors("b", no))
            .and(preemptors("c", PreemptionEligibility.ELIGIBLE));

    assertThat(rule.eligibleToPreempt(pod("p", 1, null), "n1", NOTHING)).isSameAs(no);
    assertThat(asked).containsExactly("a of p on n1", "b of p on n1");
  }

  @Test
  void theFirstNoOfSeveralRulesForVictimsEndsIt() {
    var no = PreemptionEligibility.notEligible("a database");
    NodeInfo node = NodeInfo.of(new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build());
    var rule =
        VictimEligibility.ALL
            .and(victims("a", PreemptionEligibility.ELIGIBLE))
            .and(victims("b", no))
            .and(victims("c", PreemptionEligibility.ELIGIBLE));

    assertThat(rule.eligibleAsVictim(pod("p", 1, null), pod("v", 0, null), node)).isSameAs(no);
    assertThat(asked).containsExactly("a of v on n1", "b of v on n1");
  }

  @Test
  void theOrderGoesByPriorityThenAgeAndThoseNotYetStartedComeLast() {
    var late = pod("late", 5, "2026-01-01T10:00:00Z");
    var early = pod("early", 5, "2026-01-01T09:00:00Z");
    var high = pod("high", 6, null);
    var unstarted = pod("unstarted", 5, null);
    var another = pod("another", 5, null);

    var sorted = new ArrayList<>(List.of(late, unstarted, early, another, high));
    sorted.sort(VictimOrder.UPSTREAM::compare);

    assertThat(sorted).containsExactly(high, early, late, unstarted, another);
  }

  @Test
  void anOrderDecidesBeforeTheOneThatFollowsIt() {
    VictimOrder byName = (a, b) -> a.name().substring(0, 1).compareTo(b.name().substring(0, 1));
    var order = byName.then(VictimOrder.UPSTREAM);

    assertThat(order.compare(pod("a", 0, null), pod("b", 9, null))).isNegative();
    assertThat(order.compare(pod("a1", 0, null), pod("a2", 9, null))).isPositive();
  }
}
