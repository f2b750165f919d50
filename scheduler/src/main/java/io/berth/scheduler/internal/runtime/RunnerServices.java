package io.berth.scheduler.internal.runtime;

import io.berth.framework.PodNominator;
import io.berth.framework.Timers;
import io.berth.framework.metrics.SchedulerMetrics;

/**
 * What the runners of all profiles share.
 *
 * @param nominator nominations
 * @param waitingPods pods in the permit phase
 * @param thread the scheduler's own thread
 * @param timers time
 * @param metrics measurements
 */
public record RunnerServices(
    PodNominator nominator,
    WaitingPods waitingPods,
    SchedulingThread thread,
    Timers timers,
    SchedulerMetrics metrics) {}
