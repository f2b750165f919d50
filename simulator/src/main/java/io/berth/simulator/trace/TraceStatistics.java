package io.berth.simulator.trace;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a {@link TraceMonitor} saw.
 *
 * @param seconds how many samples there are, one a second
 * @param usage what running pods asked for of the cluster, the larger of CPU and memory, averaged over the samples; 0.9 is nine tenths
 * @param pending how many pods waited without running, averaged over the samples
 * @param contended the share of the samples in which any pod waited
 * @param byPriority pods that are not of initial workloads, by their priority
 */
public record TraceStatistics(
    int seconds, double usage, double pending, double contended, SortedMap<Integer, PodStatistics> byPriority) {

  /** Copies the map. */
  public TraceStatistics {
    byPriority = Collections.unmodifiableSortedMap(new TreeMap<>(byPriority));
  }

  /**
   * Pods together.
   *
   * @param started how many came to run
   * @param waited how long these took together from their creation until they ran, in seconds
   * @param deleted how many of these were deleted, for whatever reason
   */
  public record PodStatistics(int started, double waited, int deleted) {

    static final PodStatistics NONE = new PodStatistics(0, 0, 0);

    /** The mean time from a pod's creation until it ran, in seconds; 0 when none did. */
    public double latency() {
      return started == 0 ? 0 : waited / started;
    }

    PodStatistics plus(PodStatistics other) {
      return new PodStatistics(started + other.started, waited + other.waited, deleted + other.deleted);
    }
  }

  /** Pods of all priorities. */
  public PodStatistics all() {
    return byPriority.values().stream().reduce(PodStatistics.NONE, PodStatistics::plus);
  }
}
