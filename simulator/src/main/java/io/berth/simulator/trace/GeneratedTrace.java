package io.berth.simulator.trace;

import java.time.Duration;

/**
 * A trace that was made up, and what it is like.
 *
 * @param trace the trace; its initial workloads come first
 * @param length until when workloads arrive
 * @param lifetimes the distribution of the new workloads' lives, in seconds
 * @param usage what all workloads ask for of the cluster, the larger of CPU and memory, averaged over the length; no scheduler is involved
 * @param overload the share of the time in which they ask for more than there is
 * @param rounds how many mean lifetimes were tried
 */
public record GeneratedTrace(
    WorkloadTrace trace, Duration length, TruncatedPareto lifetimes, double usage, double overload, int rounds) {}
