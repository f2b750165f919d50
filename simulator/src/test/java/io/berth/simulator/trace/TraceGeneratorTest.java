package io.berth.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.simulator.trace.WorkloadTrace.Workload;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceGeneratorTest {

  private static GeneratedTrace generate(int nodes, int seconds, long seed) {
    return TraceGenerator.generate(TraceSettings.of(nodes, Duration.ofSeconds(seconds)), new Random(seed));
  }

  private static Stream<Workload> arriving(GeneratedTrace generated) {
    return generated.trace().workloads().stream().filter(w -> !w.initial());
  }

  private static Stream<Workload> initial(GeneratedTrace generated) {
    return generated.trace().workloads().stream().filter(Workload::initial);
  }

  private static Resources requests(Workload workload) {
    var template = ((ReplicaSet) workload.object()).getSpec().getTemplate();
    return Resources.of(template.getSpec().getContainers().get(0).getResources().getRequests());
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private static double mean(Stream<Workload> workloads, ToDoubleFunction<Workload> figure) {
    return workloads.mapToDouble(figure).average().orElseThrow();
  }

  /** The demand, from the finished trace alone: what each workload asks for in the time that it has within the trace. */
  private static double cpuUsage(GeneratedTrace generated, int nodes) {
    double sum = 0;
    for (Workload workload : generated.trace().workloads()) {
      Duration end = workload.departure().compareTo(generated.length()) < 0 ? workload.departure() : generated.length();
      sum += workload.replicas() * requests(workload).get(ResourceName.CPU) * seconds(end.minus(workload.arrival()));
    }
    return sum / (nodes * 10_000.0 * seconds(generated.length()));
  }

  @ParameterizedTest
  @CsvSource({"16, 4", "16, 8", "16, 16", "32, 4", "32, 8", "32, 16"})
  void theUsageIsWithinOnePercentOfTheWantedOne(int nodes, int interArrival) {
    for (long seed = 1; seed <= 2; seed++) {
      var generated = generate(nodes, interArrival, seed);
      assertThat(generated.usage()).as("seed " + seed).isCloseTo(0.9, within(0.009));
      assertThat(generated.rounds()).as("rounds with seed " + seed).isLessThanOrEqualTo(60);
      assertThat(generated.overload()).as("overload with seed " + seed).isBetween(0.0, 0.5);
    }
  }

  @Test
  void theUsageIsTheOneOfTheWorkloads() {
    var settings = TraceSettings.of(16, Duration.ofSeconds(16)).withLength(Duration.ofMinutes(20)).withUsage(0.7);
    var generated = TraceGenerator.generate(settings, new Random(3));
    assertThat(generated.usage()).isCloseTo(0.7, within(0.007));
    assertThat(cpuUsage(generated, 16)).as("the larger of two is at least the one").isBetween(0.55, generated.usage() + 1e-9);
  }

  @Test
  void theInitialWorkloadsAreTheUsageAndNoMore() {
    var generated = generate(16, 4, 1);
    List<Workload> initial = initial(generated).toList();
    assertThat(generated.trace().workloads().subList(0, initial.size())).isEqualTo(initial);
    long cpu = 0;
    long memory = 0;
    for (int i = 0; i < initial.size(); i++) {
      assertThat(Math.max(cpu, memory)).as("before number " + i).isLessThan(144_000);
      cpu += initial.get(i).replicas() * requests(initial.get(i)).get(ResourceName.CPU);
      memory += initial.get(i).replicas() * (requests(initial.get(i)).get(ResourceName.MEMORY) >> 20);
    }
    assertThat(Math.max(cpu, memory)).isGreaterThanOrEqualTo(144_000);
    assertThat(initial).allMatch(w -> w.arrival().isZero());
  }

  @Test
  void livesOfInitialWorkloadsAreThoseThatAreFoundAtAMoment() {
    List<Double> found = new ArrayList<>();
    double expected = 0;
    for (long seed = 1; seed <= 12; seed++) {
      var generated = generate(32, 16, seed);
      initial(generated).forEach(w -> found.add(seconds(w.departure())));
      expected += generated.lifetimes().lengthBiased().mean() / 2 / 12;
    }
    assertThat(found.stream().mapToDouble(d -> d).average().orElseThrow()).isCloseTo(expected, within(0.1 * expected));
  }

  @Test
  void whatChanceDecidesHasTheMeansOfItsDistribution() {
    List<Workload> all = new ArrayList<>();
    for (long seed = 1; seed <= 4; seed++) {
      arriving(generate(16, 4, seed)).forEach(all::add);
    }
    assertThat(all.size() / 4.0).isCloseTo(1800, within(90.0));
    assertThat(mean(all.stream(), Workload::replicas)).isCloseTo(1.8525, within(0.02));
    assertThat(mean(all.stream(), w -> requests(w).get(ResourceName.CPU))).isCloseTo(1250, within(40.0));
    assertThat(mean(all.stream(), w -> requests(w).get(ResourceName.MEMORY) >> 20)).isCloseTo(1250, within(40.0));
    assertThat(all).allMatch(w -> requests(w).get(ResourceName.CPU) >= 500 && requests(w).get(ResourceName.CPU) <= 5000);
    assertThat(all).allMatch(w -> seconds(w.departure().minus(w.arrival())) >= 1.999999);
  }

  @Test
  void whatArrivesDependsOnTheSeedAndTheInterArrivalOnly() {
    List<Duration> small = arriving(generate(16, 8, 7)).map(Workload::arrival).toList();
    assertThat(arriving(generate(32, 8, 7)).map(Workload::arrival)).isEqualTo(small);
    var four = TraceGenerator.generate(TraceSettings.of(16, Duration.ofSeconds(8)).withPriorities(4), new Random(7));
    assertThat(arriving(four).map(Workload::arrival)).isEqualTo(small);
    assertThat(four.trace().priorityClasses()).hasSize(4);
    assertThat(arriving(generate(16, 8, 8)).map(Workload::arrival)).isNotEqualTo(small);
    assertThat(generate(16, 8, 7)).isEqualTo(generate(16, 8, 7));
  }

  @Test
  void settingsThatMakeNoSenseAreToldAllAtOnce() {
    assertThatThrownBy(() -> new TraceSettings(0, Duration.ZERO, 0, Duration.ofDays(2), 0))
        .hasMessage(
            """
            nodes is 0: give 1 to 100000
            interArrival is PT0S: give 1 ms at least, and no more than the length
            priorities is 0: give 1 to 100
            length is PT48H: give a minute to a day
            usage is 0.0: give more than 0, and 10 at most; 1 is the whole cluster""");
  }

  @Test
  void aUsageThatNoLifetimeGivesIsRefused() {
    var settings = TraceSettings.of(1000, Duration.ofMinutes(2)).withLength(Duration.ofMinutes(10)).withUsage(5);
    assertThatThrownBy(() -> TraceGenerator.generate(settings, new Random(1)))
        .hasMessage("no mean lifetime brings the usage within 1 % of 5.0: take another inter-arrival, length or number of nodes");
  }
}
