package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Deletes the pods of nodes with {@code NoExecute} taints: at once those that do not tolerate a taint, the others when their shortest
 * {@code tolerationSeconds} have passed since the taint was seen.
 *
 * <p>Source: pkg/controller/tainteviction/taint_eviction.go, v1.37.2.
 */
public final class TaintEvictionController extends Restartable<TaintEvictionSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public TaintEvictionController(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time, without delay. */
  public static TaintEvictionController on(VirtualTime time, Cluster cluster) {
    return new TaintEvictionController(cluster, time, time.executor(), Duration.ZERO);
  }

  @Override
  protected TaintEvictionSession begin(Session next) {
    return new TaintEvictionSession(next);
  }
}
