package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Somebody who cordons and drains nodes. A node that is to be drained is cordoned, and its pods are evicted, those that a disruption
 * budget holds again every 5 s, until none is left but those of DaemonSets and those that have ended; {@link #isDrained} says so. The
 * node stays cordoned until it is {@linkplain #uncordon uncordoned}.
 *
 * <p>What is to be drained outlives a stop: it is what somebody wants, not what was learnt. Methods may be called from any thread.
 *
 * <p>Source: kubectl/pkg/drain/drain.go, v0.37.2, with {@code --ignore-daemonsets --delete-emptydir-data --force}.
 */
public final class NodeDrain extends Restartable<NodeDrainSession> {
  private final Map<String, Wish> wishes = new ConcurrentHashMap<>();
  private final Set<String> drained = ConcurrentHashMap.newKeySet();

  /** What is to become of a node. */
  enum Wish {
    OPEN,
    CORDONED,
    DRAINED
  }

  /**
   * Makes it; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public NodeDrain(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** One on simulated time, without delay. */
  public static NodeDrain on(VirtualTime time, Cluster cluster) {
    return new NodeDrain(cluster, time, time.executor(), Duration.ZERO);
  }

  /** No new pods go to the node. */
  public void cordon(String node) {
    wish(node, Wish.CORDONED);
  }

  /** The node takes pods again, and is drained no more. */
  public void uncordon(String node) {
    wish(node, Wish.OPEN);
  }

  /** The node is cordoned, and its pods are evicted. */
  public void drain(String node) {
    wish(node, Wish.DRAINED);
  }

  /** Whether nothing was left to evict when the node was last looked at. */
  public boolean isDrained(String node) {
    return drained.contains(node);
  }

  private void wish(String node, Wish wish) {
    drained.remove(node);
    wishes.put(node, wish);
    tell(session -> session.look(node));
  }

  @Override
  protected NodeDrainSession begin(Session next) {
    return new NodeDrainSession(next, wishes, drained);
  }
}
