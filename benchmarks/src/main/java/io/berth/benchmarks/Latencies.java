package io.berth.benchmarks;

import java.util.Arrays;

/** Durations, for percentiles. Not thread-safe. */
final class Latencies {
  private long[] nanos;
  private int size;

  Latencies(int expected) {
    nanos = new long[Math.max(1, expected)];
  }

  void add(long duration) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, size * 2);
    }
    nanos[size++] = duration;
  }

  int size() {
    return size;
  }

  /** The duration that so many percent do not exceed, in nanoseconds; 0 when there is none. */
  long percentile(double percent) {
    if (size == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percent / 100 * size);
    return sorted[Math.max(1, rank) - 1];
  }
}
