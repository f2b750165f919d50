package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the status of disruption budgets: how many of their pods are healthy, how many have to be, and so how many may be evicted now.
 * Shares and {@code maxUnavailable} are taken of the replicas that the pods' ReplicaSets, StatefulSets and ReplicationControllers ask
 * for; other controllers count as unknown, which blocks the budget.
 *
 * <p>Left out: events, and taking back conditions that announced a disruption which did not come.
 *
 * <p>Source: pkg/controller/disruption/disruption.go, v1.37.2.
 */
public final class DisruptionController implements Controller {
  private final Cluster cluster;
  private final Timers timers;
  private final Executor executor;
  private @Nullable DisruptionSession session;

  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   */
  public DisruptionController(Cluster cluster, Timers timers, Executor executor) {
    this.cluster = cluster;
    this.timers = timers;
    this.executor = executor;
  }

  /** A controller on simulated time. */
  public static DisruptionController on(VirtualTime time, Cluster cluster) {
    return new DisruptionController(cluster, time, time.executor());
  }

  @Override
  public synchronized void start() {
    if (session == null) {
      session = new DisruptionSession(cluster, timers, executor);
      session.open();
    }
  }

  @Override
  public synchronized void stop() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return session != null;
  }
}
