package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.ClusterKinds;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * Deletes objects whose owners are all gone, so that a Deployment takes its ReplicaSets with it, and those their pods. Whether an owner
 * is really gone is asked of the cluster before anything is deleted. Owners of kinds that are not among those it knows count as there.
 *
 * <p>Left out: deletion in the foreground and orphans ({@code propagationPolicy}), and {@code blockOwnerDeletion}.
 *
 * <p>Source: pkg/controller/garbagecollector/garbagecollector.go, v1.37.2.
 */
public final class OwnerGarbageCollector extends Restartable<OwnerGarbageSession> {
  /** Pods, ReplicaSets, StatefulSets, ReplicationControllers, Deployments and Jobs. */
  public static final List<ResourceKind<?>> WORKLOADS =
      List.of(
          ClusterKinds.DEPLOYMENTS,
          ResourceKind.REPLICA_SETS,
          ResourceKind.STATEFUL_SETS,
          ResourceKind.REPLICATION_CONTROLLERS,
          ClusterKinds.JOBS,
          ResourceKind.PODS);

  /** Those, and resource claims, which belong to pods. */
  public static final List<ResourceKind<?>> WORKLOADS_AND_CLAIMS =
      Stream.concat(WORKLOADS.stream(), Stream.of(ResourceKind.RESOURCE_CLAIMS)).toList();

  private final List<ResourceKind<?>> kinds;

  /**
   * Makes the collector; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   * @param kinds the kinds of owners and owned objects that it knows
   */
  public OwnerGarbageCollector(
      Cluster cluster, Timers timers, Executor executor, Duration delay, List<ResourceKind<?>> kinds) {
    super(cluster, timers, executor, delay);
    this.kinds = List.copyOf(kinds);
  }

  /** A collector on simulated time, without delay, for {@link #WORKLOADS}. */
  public static OwnerGarbageCollector on(VirtualTime time, Cluster cluster) {
    return new OwnerGarbageCollector(cluster, time, time.executor(), Duration.ZERO, WORKLOADS);
  }

  @Override
  protected OwnerGarbageSession begin(Session next) {
    return new OwnerGarbageSession(next, kinds);
  }
}
