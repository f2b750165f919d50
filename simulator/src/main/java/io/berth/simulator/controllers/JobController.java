package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Runs the pods of Jobs: as many at once as {@code parallelism} says, until {@code completions} of them have succeeded, or more than
 * {@code backoffLimit} have failed. A pod that is deleted before it has succeeded counts as failed. After a failure the next pod waits,
 * 10 s at first and twice as long each time, up to 10 min.
 *
 * <p>Left out: indexes, pod failure and success policies, deadlines, the finalizers by which upstream counts pods that were deleted: of
 * pods that end and are deleted while this controller is stopped nobody knows, and they run again.
 *
 * <p>Source: pkg/controller/job/job_controller.go, v1.37.2.
 */
public final class JobController extends Restartable<JobSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public JobController(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time, without delay. */
  public static JobController on(VirtualTime time, Cluster cluster) {
    return new JobController(cluster, time, time.executor(), Duration.ZERO);
  }

  @Override
  protected JobSession begin(Session next) {
    return new JobSession(next);
  }
}
