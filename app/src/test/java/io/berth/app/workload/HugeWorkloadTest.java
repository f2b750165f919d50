package io.berth.app.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.ManifestReader;
import io.berth.app.manifest.Problems;
import io.berth.app.manifest.Source;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HugeWorkloadTest {

  private static final String TEMPLATE = "template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c}]}}";

  private final Problems problems = new Problems();

  private WorkloadExpansion.Result expand(String... documents) {
    byte[] text = String.join("\n---\n", documents).getBytes(StandardCharsets.UTF_8);
    var inventory = new Inventory(problems);
    var source = new Source("in.yaml", text.length, true, () -> new ByteArrayInputStream(text));
    new ManifestReader(inventory, problems, (s, bytes, objects) -> {}).read(List.of(source));
    return WorkloadExpansion.expand(inventory, problems);
  }

  private static String workload(String apiVersion, String kind, String count, String number) {
    return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: big}, spec: {" + count + ": " + number
        + ", selector: {matchLabels: {app: a}}, " + TEMPLATE + "}}";
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1, Deployment, replicas, 2147483647",
    "apps/v1, ReplicaSet, replicas, 3000000",
    "apps/v1, StatefulSet, replicas, 2147483647",
    "batch/v1, Job, parallelism, 2147483647"
  })
  void aWorkloadOfMorePodsThanTheLimitIsAnErrorWithItsLine(String apiVersion, String kind, String count, String number) {
    var result = expand("{apiVersion: v1, kind: Namespace, metadata: {name: x}}", workload(apiVersion, kind, count, number));
    assertThat(result.podsAdded()).isZero();
    assertThat(problems.errors())
        .containsExactly(
            "in.yaml:3: document 2: " + kind + " default/big: stands for " + number
                + " pods, but the workloads of an input may add no more than 1000000 altogether; lower its number");
  }

  @Test
  void theLimitHoldsForAllWorkloadsTogether() {
    var budget = new PodBudget();
    assertThat(budget.take(600_000)).isTrue();
    assertThat(budget.take(600_000)).isFalse();
    assertThat(budget.take(400_000)).isTrue();
    assertThat(budget.takeRefused()).isEqualTo(600_000);
    assertThat(budget.takeRefused()).isZero();
  }

  @Test
  void theLastOrdinalsOfAStatefulSetAreCountedBeyond32Bits() {
    var result =
        expand(
            "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {replicas: 2, ordinals: {start: 2147483647}, "
                + "selector: {matchLabels: {app: a}}, " + TEMPLATE + "}}");
    assertThat(result.manifests().stream().map(m -> m.object().getMetadata().getName())).containsExactly("s", "s-2147483647", "s-2147483648");
  }
}
