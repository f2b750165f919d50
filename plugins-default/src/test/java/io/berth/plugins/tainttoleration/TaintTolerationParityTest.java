package io.berth.plugins.tainttoleration;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.FeatureGates;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: plugins/tainttoleration/taint_toleration_test.go, v1.37.2. */
class TaintTolerationParityTest {
  private static final String NO = "NoSchedule";
  private static final String RATHER_NOT = "PreferNoSchedule";
  private static final String GO_AWAY = "NoExecute";

  private final TaintToleration plugin = new TaintToleration(new FakeHandle());

  private static NodeInfo plain(String name) {
    return node(name).info();
  }

  private Status filter(PodInfo pod, NodeInfo node) {
    return Cycle.of(plugin, pod).filter(node);
  }

  @Test
  void untoleratedTaintsRuleTheNodeOut() {
    Status status = filter(pod("p").info(), node("n").taint("dedicated", "user1", NO).info());
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("node(s) had untolerated taint(s)");
    assertThat(status.plugin()).isEqualTo("TaintToleration");
    assertThat(filter(pod("p").info(), node("n").taint("x", "", GO_AWAY).info()).isRejected()).isTrue();
    assertThat(filter(pod("p").info(), node("n").taint("x", "", RATHER_NOT).info())).isEqualTo(Status.SUCCESS);
  }

  @Test
  void aTolerationMustMatchKeyValueAndEffect() {
    NodeInfo node = node("n").taint("foo", "bar", NO).info();
    assertThat(filter(pod("p").toleration("foo", "bar", NO).info(), node)).isEqualTo(Status.SUCCESS);
    assertThat(filter(pod("p").toleration("foo", "bar", "").info(), node)).isEqualTo(Status.SUCCESS);
    assertThat(filter(pod("p").toleration("foo").info(), node)).isEqualTo(Status.SUCCESS);
    assertThat(filter(pod("p").toleration("foo", "other", NO).info(), node).isRejected()).isTrue();
    assertThat(filter(pod("p").toleration("foo", "bar", RATHER_NOT).info(), node).isRejected()).isTrue();
    assertThat(filter(pod("p").toleration("other", "bar", NO).info(), node).isRejected()).isTrue();
  }

  @Test
  void everyTaintMustBeTolerated() {
    NodeInfo node = node("n").taint("a", "1", NO).taint("b", "2", NO).info();
    assertThat(filter(pod("p").toleration("a", "1", NO).info(), node).isRejected()).isTrue();
    assertThat(filter(pod("p").toleration("a", "1", NO).toleration("b", "2", NO).info(), node))
        .isEqualTo(Status.SUCCESS);
  }

  @Test
  void filterIsNeverSkipped() {
    assertThat(Cycle.of(plugin, pod("p").info()).preFilter()).isEqualTo(PreFilterDecision.ALL_NODES);
  }

  @Test
  void nodesWithFewerIntolerableTaintsScoreHigher() {
    PodInfo pod = pod("p").toleration("foo", "bar", RATHER_NOT).info();
    NodeInfo one = node("one").taint("cpu-type", "arm64", RATHER_NOT).info();
    NodeInfo two = node("two").taint("cpu-type", "arm64", RATHER_NOT).taint("disk-type", "ssd", RATHER_NOT).info();
    assertThat(Cycle.of(plugin, pod).scores(plain("none"), one, two))
        .isEqualTo(Map.of("none", 100L, "one", 50L, "two", 0L));
  }

  @Test
  void toleratedTaintsDoNotCountHoweverManyThereAre() {
    PodInfo pod =
        pod("p").toleration("cpu-type", "arm64", RATHER_NOT).toleration("disk-type", "ssd", RATHER_NOT).info();
    NodeInfo one = node("one").taint("cpu-type", "arm64", RATHER_NOT).info();
    NodeInfo two = node("two").taint("cpu-type", "arm64", RATHER_NOT).taint("disk-type", "ssd", RATHER_NOT).info();
    assertThat(Cycle.of(plugin, pod).scores(plain("none"), one, two))
        .isEqualTo(Map.of("none", 100L, "one", 100L, "two", 100L));
  }

  @Test
  void onlyTaintsAndTolerationsOfTheEffectPreferNoScheduleAreScored() {
    PodInfo pod = pod("p").toleration("cpu-type", "arm64", NO).toleration("disk-type", "ssd", NO).info();
    NodeInfo hard = node("hard").taint("cpu-type", "arm64", NO).info();
    NodeInfo soft = node("soft").taint("cpu-type", "arm64", RATHER_NOT).taint("disk-type", "ssd", RATHER_NOT).info();
    assertThat(Cycle.of(plugin, pod).scores(plain("none"), hard, soft))
        .isEqualTo(Map.of("none", 100L, "hard", 100L, "soft", 0L));
  }

  @Test
  void numbersAreComparedOnlyWithTheGateOn() {
    PodInfo pod = pod("p").tolerations(new Toleration(RATHER_NOT, "sla", "Gt", null, "950")).info();
    NodeInfo low = node("low").taint("sla", "800", RATHER_NOT).info();
    NodeInfo high = node("high").taint("sla", "999", RATHER_NOT).info();
    FeatureGates gates = FeatureGates.defaults().with(FeatureGates.TAINT_TOLERATION_COMPARISON_OPERATORS, true);
    assertThat(Cycle.of(new TaintToleration(new FakeHandle().featureGates(gates)), pod).scores(low, high))
        .isEqualTo(Map.of("low", 0L, "high", 100L));
    assertThat(Cycle.of(plugin, pod).scores(low, high)).isEqualTo(Map.of("low", 0L, "high", 0L));
  }

  private QueueingHint afterNode(PodInfo pod, @Nullable NodeInfo before, NodeInfo after) {
    ActionType action = before == null ? ActionType.ADD : ActionType.UPDATE_NODE_TAINT;
    return Cycle.of(plugin, pod).hint(EventResource.NODE, action, before, after);
  }

  @Test
  void onlyANodeThatBecomesTolerableHelps() {
    PodInfo pod = pod("p").toleration("ok", "", NO).info();
    NodeInfo tolerable = node("n").taint("ok", "", NO).info();
    NodeInfo intolerable = node("n").taint("bad", "", NO).info();
    assertThat(afterNode(pod, null, tolerable)).isEqualTo(QueueingHint.QUEUE);
    assertThat(afterNode(pod, null, intolerable)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterNode(pod, intolerable, tolerable)).isEqualTo(QueueingHint.QUEUE);
    assertThat(afterNode(pod, tolerable, plain("n"))).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterNode(pod, intolerable, intolerable)).isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void aNewTolerationOfThePodIsAlwaysWorthAnAttempt() {
    PodInfo pod = pod("p").toleration("x").info();
    assertThat(
            Cycle.of(plugin, pod)
                .hint(EventResource.TARGET_POD, ActionType.UPDATE_POD_TOLERATION, pod("p").info(), pod))
        .isEqualTo(QueueingHint.QUEUE);
  }
}
