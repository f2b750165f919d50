package io.berth.framework.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TolerationSetTest {

  private static final NodeTaint GPU = new NodeTaint("gpu", "a100", NodeTaint.NO_SCHEDULE);

  private static Toleration toleration(String key, String operator, String value, String effect) {
    return new TolerationBuilder().withKey(key).withOperator(operator).withValue(value).withEffect(effect).build();
  }

  @ParameterizedTest(name = "key {0}, operator {1}, value {2}, effect {3}: {4}")
  @CsvSource({
    "gpu, Equal, a100, NoSchedule, true", "gpu, , a100, , true", "gpu, Equal, h100, , false", "gpu, Exists, , , true",
    ", Exists, , , true", ", Equal, a100, , true", "cpu, Exists, , , false", "gpu, Exists, , NoExecute, false",
    "gpu, Near, a100, , false", "gpu, Gt, 1, , false"
  })
  void toleratesAsUpstreamDoes(String key, String operator, String value, String effect, boolean tolerated) {
    assertThat(TolerationSet.of(List.of(toleration(key, operator, value, effect))).tolerates(GPU)).isEqualTo(tolerated);
  }

  @ParameterizedTest(name = "taint {0} {1} {2}: {3}")
  @CsvSource({
    "5, Gt, 3, true", "3, Gt, 5, false", "5, Gt, 5, false", "3, Lt, 5, true", "-3, Lt, 5, true", "5, Lt, 5, false",
    "05, Gt, 3, false", "x, Gt, 3, false", "5, Gt, +3, false", "99999999999999999999, Gt, 3, false"
  })
  void comparesNumbersOnlyWithTheGate(String taintValue, String operator, String value, boolean tolerated) {
    TolerationSet tolerations = TolerationSet.of(List.of(toleration("sla", operator, value, null)));
    NodeTaint taint = new NodeTaint("sla", taintValue, NodeTaint.NO_EXECUTE);

    assertThat(tolerations.tolerates(taint, true)).isEqualTo(tolerated);
    assertThat(tolerations.tolerates(taint)).isFalse();
  }

  @Test
  void findsTheFirstTaintThatCountsAndIsNotTolerated() {
    List<NodeTaint> taints = NodeTaint.listOf(List.of(
        new Taint("PreferNoSchedule", "soft", null, ""), new Taint("NoSchedule", "gpu", null, "a100"),
        new Taint("NoExecute", "down", null, null)));

    assertThat(TolerationSet.none().firstUntolerated(taints, NodeTaint::preventsScheduling)).isEqualTo(GPU);
    assertThat(TolerationSet.of(List.of(toleration("gpu", "Exists", null, null)))
        .firstUntolerated(taints, NodeTaint::preventsScheduling)).hasToString("down:NoExecute");
    assertThat(TolerationSet.of(List.of(toleration(null, "Exists", null, null)))
        .firstUntolerated(taints, NodeTaint::preventsScheduling)).isNull();
    assertThat(TolerationSet.none().firstUntolerated(taints, NodeTaint::discouragesScheduling))
        .hasToString("soft:PreferNoSchedule");
    assertThat(GPU).hasToString("gpu=a100:NoSchedule");
  }

  @Test
  void narrowsToOneEffect() {
    TolerationSet all = TolerationSet.of(List.of(
        toleration("a", "Exists", null, "NoExecute"), toleration("b", "Exists", null, null)));

    assertThat(all.forEffect(NodeTaint.PREFER_NO_SCHEDULE))
        .isEqualTo(TolerationSet.of(List.of(toleration("b", "Exists", null, null))));
    assertThat(all.forEffect(NodeTaint.NO_EXECUTE)).isSameAs(all);
    assertThat(TolerationSet.of(List.of())).isSameAs(TolerationSet.none()).matches(TolerationSet::isEmpty);
  }
}
