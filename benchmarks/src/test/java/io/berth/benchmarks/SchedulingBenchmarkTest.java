package io.berth.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchedulingBenchmarkTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) throws InterruptedException {
    return SchedulingBenchmark.run(
        args, new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @EnumSource
  void bindsEveryPodOfEachWorkloadAndPrintsOneLine(Workload workload) throws InterruptedException {
    assertThat(run(workload.toString(), "--nodes", "50", "--pods", "100")).isZero();

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(1);
    JsonNode line = new JsonMapper().readTree(lines.get(0));
    assertThat(line.propertyNames())
        .containsExactly(
            "workload",
            "nodes",
            "pods",
            "bound",
            "seconds",
            "podsPerSecond",
            "coldPodsPerSecond",
            "cyclesPerPod",
            "cpuMicrosPerPod",
            "kibPerPod",
            "p50Micros",
            "p99Micros",
            "heapMiB");
    assertThat(line.get("workload").asString()).isEqualTo(workload.toString());
    assertThat(line.get("nodes").asInt()).isEqualTo(50);
    assertThat(line.get("pods").asInt()).isEqualTo(100);
    assertThat(line.get("bound").asInt()).isEqualTo(100);
    assertThat(line.get("podsPerSecond").asDouble()).isPositive();
    assertThat(line.get("coldPodsPerSecond").asDouble()).isPositive();
    assertThat(line.get("p50Micros").asDouble()).isPositive();
    assertThat(line.get("p99Micros").asDouble()).isGreaterThanOrEqualTo(line.get("p50Micros").asDouble());
    assertThat(line.get("kibPerPod").asDouble()).isPositive();
    assertThat(line.get("heapMiB").asInt()).isPositive();
  }

  @Test
  void comparesTheOthersWithTheFirstInTheSameRun() throws InterruptedException {
    assertThat(run("basic", "basic:DRAPreemption=true,DRADeviceTaintRules=false", "dra-preempt", "--nodes", "20", "--pods", "30", "--runs", "2"))
        .isZero();

    List<JsonNode> lines = out.toString(StandardCharsets.UTF_8).lines().map(line -> new JsonMapper().readTree(line)).toList();
    assertThat(lines)
        .extracting(line -> line.get("workload").asString())
        .containsExactly("basic", "basic:DRAPreemption=true,DRADeviceTaintRules=false", "dra-preempt");
    assertThat(lines.get(0).propertyNames()).contains("coldPodsPerSecond").doesNotContain("ratio", "cpuRatio");
    assertThat(lines.subList(1, 3)).allSatisfy(line -> {
      assertThat(line.propertyNames()).doesNotContain("coldPodsPerSecond");
      assertThat(line.get("ratio").asDouble()).isPositive();
      assertThat(line.get("cpuRatio").asDouble()).isPositive();
    });
  }

  @Test
  void aWorkloadHasTheGatesThatItNeedsAndThoseOfTheCommandLine() {
    assertThat(Contender.of("dra-preempt").allGates().enabled(FeatureGates.DRA_PREEMPTION)).isTrue();
    assertThat(Contender.of("preempt").allGates().enabled(FeatureGates.DRA_PREEMPTION)).isFalse();
    assertThat(Contender.of("preempt:DRAPreemption=true").allGates().enabled(FeatureGates.DRA_PREEMPTION)).isTrue();
    assertThat(Contender.of("dra-preempt:PodLevelResources=false,AllBeta=false").allGates().enabled(FeatureGates.POD_LEVEL_RESOURCES)).isFalse();
  }

  @Test
  void endsByItselfWhenPodsCannotBeBound() throws InterruptedException {
    // One node, and a hundred applications of which a node takes one pod each.
    RunResult result = new BenchmarkRun(Contender.of("antiaffinity"), 1, 101, Duration.ofMillis(300)).run();

    assertThat(result.bound()).isEqualTo(100);
  }

  @Test
  void unknownWorkloadsAndOptionsAreToldWithTheKnownOnes() throws InterruptedException {
    assertThat(run("tiny")).isEqualTo(2);
    assertThat(run("basic", "--speed", "9")).isEqualTo(2);
    assertThat(run("basic", "--nodes", "many")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(run("basic", "preempt:DRAPreemption")).isEqualTo(2);

    assertThat(out.size()).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "benchmarks/run: unknown workload tiny; known: basic, spread, antiaffinity, dra, preempt, dra-preempt",
            "benchmarks/run: unknown option --speed; known: nodes, pods, warmups, runs",
            "benchmarks/run: --nodes needs a number from 1, not many",
            "benchmarks/run: name a workload: basic, spread, antiaffinity, dra, preempt, dra-preempt",
            "benchmarks/run: missing bool value for DRAPreemption; write DRAPreemption=true or DRAPreemption=false");
  }
}
