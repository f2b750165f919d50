package io.berth.plugins.nodeaffinity;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.Code;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.Cycle;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: plugins/nodeaffinity/node_affinity_test.go, v1.37.2. */
class NodeAffinityParityTest {
  private static final NodeInfo SSD = node("ssd").label("disk", "ssd").label("zone", "z1").info();
  private static final NodeInfo HDD = node("hdd").label("disk", "hdd").label("zone", "z1").info();

  private final NodeAffinity plugin = new NodeAffinity(NodeAffinityArgs.DEFAULT);
  private final NodeAffinity onlyZ1 =
      new NodeAffinity(
          NodeAffinityArgs.from(
              Map.of(
                  "addedAffinity",
                  Map.of(
                      "requiredDuringSchedulingIgnoredDuringExecution",
                      Map.of("nodeSelectorTerms", List.of(Map.of("matchExpressions", List.of(in("zone", "z1")))))))));
  private final NodeAffinity ratherSsd =
      new NodeAffinity(
          NodeAffinityArgs.from(
              Map.of(
                  "addedAffinity",
                  Map.of(
                      "preferredDuringSchedulingIgnoredDuringExecution",
                      List.of(
                          Map.of(
                              "weight", 5,
                              "preference", Map.of("matchExpressions", List.of(in("disk", "ssd")))))))));

  private static Map<String, Object> in(String key, String value) {
    return Map.of("key", key, "operator", "In", "values", List.of(value));
  }

  @Test
  void aPodWithoutRequirementsSkipsFilter() {
    assertThat(Cycle.of(plugin, pod("p").info()).preFilter()).isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void theSelectorAndTheAffinityMustBothMatch() {
    assertThat(Cycle.of(plugin, pod("p").nodeSelector("disk", "ssd").info()).filter(SSD)).isEqualTo(Status.SUCCESS);
    PodInfo both = pod("p").nodeSelector("disk", "ssd").nodeAffinityIn("zone", "z2").info();
    Status status = Cycle.of(plugin, both).filter(SSD);
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("node(s) didn't match Pod's node affinity/selector");
    assertThat(status.plugin()).isEqualTo("NodeAffinity");
  }

  @Test
  void termsThatAllNameNodesLimitTheNodes() {
    assertThat(Cycle.of(plugin, pod("p").nodeAffinityFieldIn("metadata.name", "ssd").info()).preFilter())
        .isEqualTo(PreFilterDecision.only(Set.of("ssd")));
    assertThat(Cycle.of(plugin, pod("p").nodeAffinityIn("disk", "ssd").info()).preFilter())
        .isEqualTo(PreFilterDecision.ALL_NODES);
  }

  @Test
  void termsThatNameDifferentNodesAtOnceAreAConflict() {
    PodInfo pod =
        pod("p")
            .nodeAffinity(
                affinity(
                    Map.of("metadata.name", "a"),
                    Map.of("metadata.name", "b")))
            .info();
    PreFilterDecision decision = Cycle.of(plugin, pod).preFilter();
    assertThat(decision).isInstanceOf(PreFilterDecision.Reject.class);
    Status status = ((PreFilterDecision.Reject) decision).status();
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("pod affinity terms conflict");
  }

  /** One term with a field requirement for each map. */
  @SafeVarargs
  private static io.fabric8.kubernetes.api.model.NodeAffinity affinity(Map<String, String>... fields) {
    var term = new io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder();
    for (Map<String, String> field : fields) {
      field.forEach((key, value) -> term.addToMatchFields(new NodeSelectorRequirement(key, "In", List.of(value))));
    }
    return new io.fabric8.kubernetes.api.model.NodeAffinityBuilder()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .withNodeSelectorTerms(term.build())
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .build();
  }

  @Test
  void anAddedAffinityHoldsForEveryPod() {
    assertThat(Cycle.of(onlyZ1, pod("p").info()).filter(SSD)).isEqualTo(Status.SUCCESS);
    assertThat(Cycle.of(onlyZ1, pod("p").nodeSelector("disk", "ssd").info()).filter(HDD).reasons())
        .containsExactly("node(s) didn't match Pod's node affinity/selector");
    Status status = Cycle.of(onlyZ1, pod("p").info()).filter(node("far").label("zone", "z2").info());
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("node(s) didn't match scheduler-enforced node affinity");
  }

  @Test
  void aPodWithoutPreferencesSkipsScore() {
    assertThat(Cycle.of(plugin, pod("p").info()).preScore()).isEqualTo(Status.SKIP);
    assertThat(Cycle.of(ratherSsd, pod("p").info()).preScore()).isEqualTo(Status.SUCCESS);
  }

  @Test
  void preferencesThatCountForNothingAreScoredAllTheSame() {
    PodInfo pod = pod("p").preferredNodeAffinityIn(0, "disk", "ssd").info();
    assertThat(Cycle.of(plugin, pod).preScore()).isEqualTo(Status.SUCCESS);
    assertThat(Cycle.of(plugin, pod).scores(SSD, HDD)).isEqualTo(Map.of("ssd", 0L, "hdd", 0L));
  }

  @Test
  void theWeightsOfMatchingPreferencesAddUp() {
    PodInfo pod = pod("p").preferredNodeAffinityIn(2, "zone", "z1").preferredNodeAffinityIn(6, "disk", "ssd").info();
    NodeInfo other = node("other").info();
    assertThat(Cycle.of(plugin, pod).scores(SSD, HDD, other))
        .isEqualTo(Map.of("ssd", 100L, "hdd", 25L, "other", 0L));
    assertThat(Cycle.of(plugin, pod).scoresWithoutPreScore(SSD, HDD, other))
        .isEqualTo(Map.of("ssd", 100L, "hdd", 25L, "other", 0L));
  }

  @Test
  void addedPreferencesAddUpWithThePodsOwn() {
    PodInfo pod = pod("p").preferredNodeAffinityIn(5, "zone", "z1").info();
    assertThat(Cycle.of(ratherSsd, pod).scores(SSD, HDD)).isEqualTo(Map.of("ssd", 100L, "hdd", 50L));
  }

  @Test
  void preferencesThatCannotBeReadAreAnError() {
    Status status = Cycle.of(plugin, pod("p").preferredNodeAffinityIn(1, "not a key!", "x").info()).preScore();
    assertThat(status.code()).isEqualTo(Code.ERROR);
    assertThat(status.message()).contains("Invalid value: \"not a key!\"");
  }

  private static QueueingHint hint(NodeAffinity plugin, PodInfo pod, @Nullable NodeInfo before, NodeInfo after) {
    ActionType action = before == null ? ActionType.ADD : ActionType.UPDATE_NODE_LABEL;
    return Cycle.of(plugin, pod).hint(EventResource.NODE, action, before, after);
  }

  @Test
  void onlyANodeThatComesToMatchHelps() {
    PodInfo pod = pod("p").nodeSelector("disk", "ssd").info();
    assertThat(hint(plugin, pod, null, SSD)).isEqualTo(QueueingHint.QUEUE);
    assertThat(hint(plugin, pod, null, HDD)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(hint(plugin, pod, HDD, SSD)).isEqualTo(QueueingHint.QUEUE);
    assertThat(hint(plugin, pod, SSD, SSD)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(hint(plugin, pod, SSD, HDD)).isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void aNodeThatTheAddedAffinityRulesOutDoesNotHelp() {
    NodeInfo far = node("far").label("disk", "ssd").label("zone", "z2").info();
    assertThat(hint(onlyZ1, pod("p").nodeSelector("disk", "ssd").info(), null, far))
        .isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void requirementsThatCannotBeReadFailTheHintUnlessTheSelectorFailsFirst() {
    PodInfo broken = pod("p").nodeAffinityIn("not a key!", "x").info();
    assertThatThrownBy(() -> hint(plugin, broken, null, SSD)).hasMessageContaining("not a key!");
    PodInfo elsewhere = pod("p").nodeSelector("disk", "hdd").nodeAffinityIn("not a key!", "x").info();
    assertThat(hint(plugin, elsewhere, null, SSD)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(Cycle.of(plugin, broken).filter(SSD).isRejected()).isTrue();
  }
}
