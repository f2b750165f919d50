package io.berth.simulator.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What workloads ask for over time.
 *
 * @param usage the larger of CPU and memory, as a share of the cluster, averaged over the time
 * @param overload the share of the time in which it is more than the cluster
 */
record Demand(double usage, double overload) {

  private record Change(double time, long cpu, long memory) {}

  /**
   * The demand from 0 to the end.
   *
   * @param ends when each workload ends, in seconds
   */
  static Demand of(List<DraftedWorkload> workloads, double[] ends, int nodes, double length) {
    List<Change> changes = new ArrayList<>(2 * workloads.size());
    for (int i = 0; i < ends.length; i++) {
      DraftedWorkload workload = workloads.get(i);
      long cpu = (long) workload.replicas() * workload.cpu();
      long memory = (long) workload.replicas() * workload.memory();
      changes.add(new Change(workload.start(), cpu, memory));
      changes.add(new Change(Math.min(length, ends[i]), -cpu, -memory));
    }
    changes.sort(Comparator.comparingDouble(Change::time));
    double capacity = (double) nodes * DraftedWorkload.GRID;
    double usage = 0;
    double overload = 0;
    double since = 0;
    long cpu = 0;
    long memory = 0;
    for (Change change : changes) {
      double share = Math.max(cpu, memory) / capacity;
      usage += share * (change.time - since);
      overload += share > 1 ? change.time - since : 0;
      since = change.time;
      cpu += change.cpu;
      memory += change.memory;
    }
    return new Demand(usage / length, overload / length); // whatever is left ends with the time
  }
}
