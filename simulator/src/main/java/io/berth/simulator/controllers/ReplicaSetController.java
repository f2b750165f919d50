package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Creates and deletes pods so that each ReplicaSet has as many as it asks for, and counts them in its status. Of pods that are too many
 * those go first that are no loss: without a node, not running, not ready, then as upstream chooses.
 *
 * <p>Left out: adopting pods that match and have no owner, releasing those that match no more, events.
 *
 * <p>Source: pkg/controller/replicaset/replica_set.go, v1.37.2.
 */
public final class ReplicaSetController extends Restartable<ReplicaSetSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public ReplicaSetController(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time, without delay. */
  public static ReplicaSetController on(VirtualTime time, Cluster cluster) {
    return new ReplicaSetController(cluster, time, time.executor(), Duration.ZERO);
  }

  @Override
  protected ReplicaSetSession begin(Session next) {
    return new ReplicaSetSession(next);
  }
}
