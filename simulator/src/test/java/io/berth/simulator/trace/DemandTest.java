package io.berth.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTest {

  private static DraftedWorkload workload(double start, int replicas, int cpu, int memory) {
    return new DraftedWorkload(start == 0, start, 0.5, 1, replicas, 1, cpu, memory);
  }

  @Test
  void usageIsTheLargerOfBothResourcesAveragedOverTime() {
    var workloads = List.of(workload(0, 2, 4000, 1000), workload(5, 1, 1000, 9000));
    // 10 s of one node: 0.8 of its CPU for 5 s; then CPU 0.9 and memory 1.1 for 3 s; then CPU 0.1 and memory 0.9
    var demand = Demand.of(workloads, new double[] {8, 100}, 1, 10);
    assertThat(demand.usage()).isCloseTo((5 * 0.8 + 3 * 1.1 + 2 * 0.9) / 10, within(1e-9));
    assertThat(demand.overload()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void nothingAsksForNothing() {
    assertThat(Demand.of(List.of(), new double[0], 4, 100)).isEqualTo(new Demand(0, 0));
  }
}
