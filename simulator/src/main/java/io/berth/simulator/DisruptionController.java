package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Keeps the status of disruption budgets: how many of their pods are healthy, how many have to be, and so how many may be evicted now.
 * Shares and {@code maxUnavailable} are taken of the replicas that the pods' ReplicaSets, StatefulSets and ReplicationControllers ask
 * for; other controllers count as unknown, which blocks the budget.
 *
 * <p>Left out: events, and taking back conditions that announced a disruption which did not come.
 *
 * <p>Source: pkg/controller/disruption/disruption.go, v1.37.2.
 */
public final class DisruptionController extends Restartable<DisruptionSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   */
  public DisruptionController(Cluster cluster, Timers timers, Executor executor) {
    this(cluster, timers, executor, Duration.ZERO);
  }

  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public DisruptionController(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time. */
  public static DisruptionController on(VirtualTime time, Cluster cluster) {
    return new DisruptionController(cluster, time, time.executor());
  }

  @Override
  protected DisruptionSession begin(Session next) {
    return new DisruptionSession(next);
  }
}
