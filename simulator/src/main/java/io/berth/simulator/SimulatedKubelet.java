package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The kubelets of all nodes of a cluster. They take pods that are bound to their node, unless the node has not enough left (the pod then
 * fails, for the reason {@code OutOfcpu} and the like), let them run and be ready after a while, resize them in place, end those that
 * are being deleted within their grace period, and let those end whose time is up.
 *
 * <p>A resize changes requests or limits of CPU and memory of a container that runs. It is allocated when the node has room for it
 * beside what its other pods have been allocated, and deferred otherwise ({@code PodResizePending}); what was deferred is tried again
 * when room becomes free: first what asks for no more, then by priority, then guaranteed pods, then what has waited longest. While the
 * containers do not have yet what was allocated, {@code PodResizeInProgress} says so.
 *
 * <p>A pod with resource claims begins when all of them are allocated and reserved for it; until then the kubelet asks again and again,
 * every 10 seconds at the longest.
 *
 * <p>A node that is not there has no kubelet, and that of a {@linkplain #disconnect disconnected} node neither hears nor says anything:
 * its pods stay as they are. Resources are the only thing that a kubelet checks; there are no containers, probes, volumes or restarts in
 * place, and what is set for a pod as a whole is not resized.
 *
 * <p>A kubelet that is stopped and started again knows what it has allocated, since that is written down on its node, and nothing else.
 * Of pods that ran before it was first started it believes the statuses.
 *
 * <p>Source: pkg/kubelet (lifecycle/predicate.go, allocation, kubelet.go, status), v1.37.2.
 */
public final class SimulatedKubelet extends Restartable<KubeletSession> {
  private final KubeletOptions options;
  private final Set<String> disconnected = ConcurrentHashMap.newKeySet();
  private final Map<String, PodAllocation> checkpoints = new HashMap<>();

  /**
   * Makes the kubelets; they do nothing until they are started.
   *
   * @param executor serial; everything that they do runs there
   */
  public SimulatedKubelet(Cluster cluster, Timers timers, Executor executor, KubeletOptions options) {
    super(cluster, timers, executor, Duration.ZERO);
    this.options = options;
  }

  /** Kubelets on simulated time with the usual delays. */
  public static SimulatedKubelet on(VirtualTime time, Cluster cluster) {
    return new SimulatedKubelet(cluster, time, time.executor(), KubeletOptions.defaults());
  }

  /** From now on the node's kubelet has no connection to the cluster. Its pods go on, but nobody hears of it. */
  public void disconnect(String node) {
    disconnected.add(node);
  }

  /** The node's kubelet has its connection again. */
  public void reconnect(String node) {
    if (disconnected.remove(node)) {
      tell(session -> session.reconnected(node));
    }
  }

  @Override
  protected KubeletSession begin(Session next) {
    return new KubeletSession(next, options, disconnected::contains, checkpoints);
  }
}
