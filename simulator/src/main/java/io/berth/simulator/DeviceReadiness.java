package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.DeviceDriverOptions.BindingReply;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Answers binding conditions for the devices of all drivers, and does nothing else: for clusters whose slices are given and have no {@link
 * DeviceDriver}.
 */
public final class DeviceReadiness extends Restartable<DriverBindings> {
  private final Function<DeviceRequestAllocationResult, Optional<BindingReply>> replies;

  /**
   * Makes the controller; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   * @param replies what it says about an allocated device, and how long after; empty for nothing
   */
  public DeviceReadiness(
      Cluster cluster,
      Timers timers,
      Executor executor,
      Function<DeviceRequestAllocationResult, Optional<BindingReply>> replies) {
    super(cluster, timers, executor, Duration.ZERO);
    this.replies = replies;
  }

  /** Devices are ready so long after they were allocated. */
  public static DeviceReadiness on(VirtualTime time, Cluster cluster, Duration after) {
    Optional<BindingReply> ready = Optional.of(new BindingReply(after, true));
    return new DeviceReadiness(cluster, time, time.executor(), result -> ready);
  }

  @Override
  protected DriverBindings begin(Session next) {
    return new DriverBindings(next, driver -> true, replies);
  }
}
