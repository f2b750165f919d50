package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The kubelets of all nodes of a cluster. They take pods that are bound to their node, unless the node has not enough left (the pod then
 * fails, for the reason {@code OutOfcpu} and the like), let them run and be ready after a while, end those that are being deleted within
 * their grace period, and let those succeed whose time is up.
 *
 * <p>A node that is not there has no kubelet: its pods stay as they are. Resources are the only thing that a kubelet checks; there are
 * no containers, probes or volumes.
 *
 * <p>Source: pkg/kubelet (lifecycle/predicate.go, kubelet.go, status), v1.37.2.
 */
public final class SimulatedKubelet implements Controller {
  private final Cluster cluster;
  private final Timers timers;
  private final Executor executor;
  private final KubeletOptions options;
  private @Nullable KubeletSession session;

  /**
   * Makes the kubelets; they do nothing until they are started.
   *
   * @param executor serial; everything that they do runs there
   */
  public SimulatedKubelet(Cluster cluster, Timers timers, Executor executor, KubeletOptions options) {
    this.cluster = cluster;
    this.timers = timers;
    this.executor = executor;
    this.options = options;
  }

  /** Kubelets on simulated time with the usual delays. */
  public static SimulatedKubelet on(VirtualTime time, Cluster cluster) {
    return new SimulatedKubelet(cluster, time, time.executor(), KubeletOptions.defaults());
  }

  @Override
  public synchronized void start() {
    if (session == null) {
      session = new KubeletSession(cluster, timers, executor, options);
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
