package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Has a ReplicaSet for each Deployment's current template and moves pods from older ones to it, all at once ({@code Recreate}) or within
 * {@code maxSurge} and {@code maxUnavailable} ({@code RollingUpdate}); a {@link ReplicaSetController} does the rest.
 *
 * <p>Left out: rollbacks and revisions, progress deadlines, proportional scaling in the middle of a rollout, adoption. The name's hash is
 * not the one that upstream would compute.
 *
 * <p>Source: pkg/controller/deployment (sync.go, rolling.go, recreate.go), v1.37.2.
 */
public final class DeploymentController extends Restartable<DeploymentSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public DeploymentController(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time, without delay. */
  public static DeploymentController on(VirtualTime time, Cluster cluster) {
    return new DeploymentController(cluster, time, time.executor(), Duration.ZERO);
  }

  @Override
  protected DeploymentSession begin(Session next) {
    return new DeploymentSession(next);
  }
}
