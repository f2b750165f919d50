package io.berth.dynamicresources.claims;

import io.berth.dynamicresources.allocator.TakenDevices;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.selector.NodeSelectorMatcher;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a claim has been given, read once. Immutable and thread-safe; the result is borrowed. */
public final class ClaimAllocation {
  private final AllocationResult result;
  private final List<DeviceRequestAllocationResult> devices;
  private final @Nullable NodeSelectorMatcher nodes;
  private final boolean skipsNodeOperations;
  private final boolean hasBindingConditions;
  private @Nullable TakenDevices taken; // read when it is first asked for; a race reads it twice, which is harmless
  private @Nullable Home home; // as of the pools that were asked last; a race looks twice, which is harmless

  /** The node that all devices belong to by name, in pools of that version; {@code null} if there is no such node. */
  private record Home(Object pools, @Nullable String node) {}

  private ClaimAllocation(AllocationResult result) {
    this.result = result;
    this.devices =
        result.getDevices() == null || result.getDevices().getResults() == null
            ? List.of()
            : result.getDevices().getResults();
    this.nodes = result.getNodeSelector() == null ? null : NodeSelectorMatcher.of(result.getNodeSelector());
    boolean skips = false;
    boolean conditions = false;
    for (DeviceRequestAllocationResult device : devices) {
      skips |= isNotEmpty(device.getSkipNodeOperations());
      conditions |= isNotEmpty(device.getBindingConditions());
    }
    this.skipsNodeOperations = skips;
    this.hasBindingConditions = conditions;
  }

  private static boolean isNotEmpty(@Nullable List<?> list) {
    return list != null && !list.isEmpty();
  }

  /** Reads a result. */
  public static ClaimAllocation of(AllocationResult result) {
    return new ClaimAllocation(result);
  }

  /** What was read. */
  public AllocationResult result() {
    return result;
  }

  /** The devices, admin access included. */
  public List<DeviceRequestAllocationResult> devices() {
    return devices;
  }

  /**
   * What it takes, read once.
   *
   * @throws io.berth.framework.resource.QuantityFormatException if an amount cannot be read, which no API server stores
   */
  public TakenDevices taken() {
    TakenDevices read = taken;
    if (read == null) {
      read = TakenDevices.of(result);
      taken = read;
    }
    return read;
  }

  /** Whether all devices belong to this node by name, and to no other. A device that is not published there belongs to none. */
  public boolean isLocal(String node, DevicePools pools) {
    if (devices.isEmpty()) {
      return true;
    }
    Home known = home;
    if (known == null || known.pools != pools.version()) {
      known = new Home(pools.version(), home(pools));
      home = known;
    }
    return node.equals(known.node);
  }

  private @Nullable String home(DevicePools pools) {
    String node = null;
    for (DeviceId id : taken().ids()) {
      Device device = pools.device(id);
      String own = device == null ? null : device.nodeName();
      if (own == null || node != null && !node.equals(own)) {
        return null;
      }
      node = own;
    }
    return node;
  }

  /** Where the devices are, or {@code null} if every node can reach them. */
  public @Nullable NodeSelectorMatcher nodes() {
    return nodes;
  }

  /** Whether the devices can be reached from the node. */
  public boolean isAvailableOn(NodeInfo node) {
    return nodes == null || nodes.matches(node.name(), node.labels());
  }

  /** Whether a node must be able to leave out operations on some device. */
  public boolean skipsNodeOperations() {
    return skipsNodeOperations;
  }

  /** Whether some device has conditions that must be true before the pod is bound. */
  public boolean hasBindingConditions() {
    return hasBindingConditions;
  }

  /** Whether both are of the same devices and shares. */
  boolean takesTheSameAs(ClaimAllocation other) {
    return devices == other.devices || devices.equals(other.devices);
  }
}
