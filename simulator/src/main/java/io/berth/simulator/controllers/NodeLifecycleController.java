package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Taints nodes by their conditions: not ready, unreachable, short of something, or cordoned. A node whose lease was not renewed for 50 s
 * is no longer known to be ready, and neither are its pods. Nodes without a lease are believed what they say.
 *
 * <p>Left out: the rate at which nodes are tainted, and the caution with zones that are lost as a whole.
 *
 * <p>Source: pkg/controller/nodelifecycle/node_lifecycle_controller.go, v1.37.2.
 */
public final class NodeLifecycleController extends Restartable<NodeLifecycleSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public NodeLifecycleController(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time, without delay. */
  public static NodeLifecycleController on(VirtualTime time, Cluster cluster) {
    return new NodeLifecycleController(cluster, time, time.executor(), Duration.ZERO);
  }

  @Override
  protected NodeLifecycleSession begin(Session next) {
    return new NodeLifecycleSession(next);
  }
}
