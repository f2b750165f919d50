package io.berth.simulator;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a simulated device driver behaves.
 *
 * @param driver its name
 * @param delay from when something has changed to when it is looked at
 * @param pools the devices that a node comes with; empty for a node without
 * @param bindings what the driver says, and how long after, about an allocated device that has binding conditions; empty for nothing
 */
public record DeviceDriverOptions(
    String driver,
    Duration delay,
    Function<Node, Optional<DevicePool>> pools,
    Function<DeviceRequestAllocationResult, Optional<BindingReply>> bindings) {

  /**
   * What a driver says about a device that was allocated.
   *
   * @param after how long after it has seen the allocation
   * @param ready whether the binding conditions become true; otherwise the first binding failure condition does
   */
  public record BindingReply(Duration after, boolean ready) {}

  /** A driver without delay, whose devices are published by hand and ready a second after they were allocated. */
  public static DeviceDriverOptions of(String driver) {
    Optional<BindingReply> ready = Optional.of(new BindingReply(Duration.ofSeconds(1), true));
    return new DeviceDriverOptions(driver, Duration.ZERO, node -> Optional.empty(), result -> ready);
  }

  /** The same with another delay. */
  public DeviceDriverOptions withDelay(Duration other) {
    return new DeviceDriverOptions(driver, other, pools, bindings);
  }

  /** The same with devices that nodes come with. */
  public DeviceDriverOptions withPools(Function<Node, Optional<DevicePool>> poolOfNode) {
    return new DeviceDriverOptions(driver, delay, poolOfNode, bindings);
  }

  /** The same with other replies. */
  public DeviceDriverOptions withBindings(Function<DeviceRequestAllocationResult, Optional<BindingReply>> replies) {
    return new DeviceDriverOptions(driver, delay, pools, replies);
  }
}
