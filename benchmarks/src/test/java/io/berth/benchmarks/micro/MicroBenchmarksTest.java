package io.berth.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Snapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicroBenchmarksTest {
  @ParameterizedTest
  @CsvSource({"basic, 50, 50", "spread, 1, 50", "antiaffinity, 30, 30"})
  void filterLooksAtAllNodes(String workload, int fewest, int most) {
    FilterBenchmark benchmark = new FilterBenchmark();
    benchmark.workload = workload;
    benchmark.nodes = 50;
    benchmark.pods = 2000; // twenty of the last pod's application, where there are a hundred

    benchmark.setUp();
    try {
      assertThat(benchmark.filter()).isBetween(fewest, most);
    } finally {
      benchmark.tearDown();
    }
  }

  @Test
  void theSnapshotHasTheNodesThatChanged() {
    SnapshotBenchmark benchmark = new SnapshotBenchmark();
    benchmark.nodes = 20;
    benchmark.changed = 3;

    benchmark.setUp();
    try {
      benchmark.change();
      Snapshot first = benchmark.update();
      benchmark.change();
      Snapshot second = benchmark.update();
      assertThat(second.version()).isGreaterThan(first.version());
      assertThat(second.nodes().get(0)).isSameAs(first.nodes().get(0));
      assertThat(second.nodes().stream().filter(node -> !first.nodes().contains(node))).hasSize(3);
    } finally {
      benchmark.tearDown();
    }
  }

  @Test
  void everyPodPassesThroughTheQueueAndWaitsAgain() {
    QueueBenchmark benchmark = new QueueBenchmark();

    benchmark.setUp();
    try {
      assertThat(benchmark.popAndRequeue()).isEqualTo(QueueBenchmark.PODS);
      assertThat(benchmark.waiting()).isEqualTo(QueueBenchmark.PODS);
    } finally {
      benchmark.tearDown();
    }
  }

  @Test
  void everyStepOfAPodIsTold() {
    ClusterBenchmark benchmark = new ClusterBenchmark();
    benchmark.pods = 10;

    benchmark.setUp();
    long before = benchmark.createBindRemove();
    assertThat(benchmark.createBindRemove()).isEqualTo(before + 3);
    benchmark.tearDown();
  }
}
