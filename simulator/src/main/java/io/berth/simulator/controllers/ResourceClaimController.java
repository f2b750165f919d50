package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Looks after resource claims. For each entry of a pod that names a template it makes a claim that the pod controls, and writes the
 * claim's name into the pod's status. It takes pods that are gone or will not run any more out of {@code reservedFor}; a claim that
 * nobody holds any more loses its allocation, then the finalizer that protects it, and is deleted when it was made for a pod that does
 * not need it. A pod that already has a node is entered into {@code reservedFor} of its allocated claims.
 *
 * <p>A template that is missing is told as the event {@code FailedResourceClaimCreation}, and tried again. Claims of pods that are gone
 * are the garbage collector's to delete, see {@link OwnerGarbageCollector}.
 *
 * <p>Left out: claims of groups of pods.
 *
 * <p>Source: pkg/controller/resourceclaim/controller.go, v1.37.2.
 */
public final class ResourceClaimController extends Restartable<ClaimSession> {
  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  public ResourceClaimController(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    super(cluster, timers, executor, delay);
  }

  /** A controller on simulated time, without delay. */
  public static ResourceClaimController on(VirtualTime time, Cluster cluster) {
    return new ResourceClaimController(cluster, time, time.executor(), Duration.ZERO);
  }

  @Override
  protected ClaimSession begin(Session next) {
    return new ClaimSession(next);
  }
}
