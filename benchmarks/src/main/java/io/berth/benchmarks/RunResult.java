package io.berth.benchmarks;

/**
 * What one run came to.
 *
 * @param bound how many pods were bound
 * @param seconds from the first cycle to the last binding, or to the last progress
 * @param cpuMicrosPerPod how long the scheduler's own thread ran for each pod, in microseconds; unlike the rest, hardly touched by
 *     what else the machine does
 * @param cyclesPerPod how many scheduling cycles a pod took
 * @param kibPerPod how much that thread allocated for each pod, in KiB
 * @param p50Micros the median cycle, in microseconds
 * @param p99Micros the cycle that one in a hundred exceeds
 * @param heapMiB what was alive at the end: cluster, scheduler and all
 */
record RunResult(
    int bound,
    double seconds,
    double cyclesPerPod,
    double cpuMicrosPerPod,
    double kibPerPod,
    double p50Micros,
    double p99Micros,
    long heapMiB) {
  double podsPerSecond() {
    return seconds == 0 ? 0 : bound / seconds;
  }
}
