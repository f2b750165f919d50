package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Deletes pods that nobody else will: those of a node that has been gone for 40 s, those that are being deleted and never had a node, and,
 * of the pods that have ended, the oldest when there are more than 12,500.
 *
 * <p>Left out: the taint that says that a node is out of service.
 *
 * <p>Source: pkg/controller/podgc/gc_controller.go, v1.37.2.
 */
public final class PodGarbageCollector extends Restartable<PodGarbageSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public PodGarbageCollector(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time, without delay. */
  public static PodGarbageCollector on(VirtualTime time, Cluster cluster) {
    return new PodGarbageCollector(cluster, time, time.executor(), Duration.ZERO);
  }

  @Override
  protected PodGarbageSession begin(Session next) {
    return new PodGarbageSession(next);
  }
}
