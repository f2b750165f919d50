package io.berth.plugins.noderesources;

import io.berth.framework.StateData;
import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that count in the ranking of nodes for one pod, and what the pod adds to each. A resource other than CPU, memory
 * and ephemeral storage counts only if the pod requests some of it. Immutable.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go, v1.37.2.
 */
final class ScoredRequest implements StateData<ScoredRequest> {
  private static final int PLAIN_BITS = 56;

  private final boolean useRequested;
  private final Resources exactAmounts;
  private final ResourceName[] names;
  private final long[] weights;
  private final long[] amounts;
  private final @Nullable DeviceRequest devices;

  private ScoredRequest(
      boolean useRequested,
      Resources exactAmounts,
      ResourceName[] names,
      long[] weights,
      long[] amounts,
      @Nullable DeviceRequest devices) {
    this.useRequested = useRequested;
    this.exactAmounts = exactAmounts;
    this.names = names;
    this.weights = weights;
    this.amounts = amounts;
    this.devices = devices;
  }

  /**
   * The devices that stand for resources.
   *
   * @param classes the class for each resource that counts, where there is one
   * @param totals what nodes have of them
   */
  private record DeviceRequest(@Nullable DeviceClass[] classes, DeviceTotals totals) {}

  /**
   * A pod's request.
   *
   * @param resources what is scored
   * @param useRequested whether CPU and memory count as requested; otherwise containers without a request count with a default
   */
  static ScoredRequest of(PodInfo pod, List<ResourceSpec> resources, boolean useRequested) {
    ResourceName[] names = new ResourceName[resources.size()];
    long[] weights = new long[names.length];
    long[] amounts = new long[names.length];
    Resources exactAmounts = useRequested ? pod.resources().onNode() : pod.resources().allocation();
    int n = 0;
    for (ResourceSpec resource : resources) {
      ResourceName name = ResourceName.of(resource.name());
      long amount = pod.resources().scored(name, useRequested);
      boolean basic =
          name == ResourceName.CPU || name == ResourceName.MEMORY || name == ResourceName.EPHEMERAL_STORAGE;
      if (basic || name.isScalar() && amount != 0) {
        names[n] = name;
        weights[n] = resource.weight();
        amounts[n++] = amount;
      }
    }
    return new ScoredRequest(
        useRequested, exactAmounts, Arrays.copyOf(names, n), Arrays.copyOf(weights, n), Arrays.copyOf(amounts, n), null);
  }

  /** The same request where devices count for resources that a class stands for, on nodes that have none of these by themselves. */
  ScoredRequest withDevices(DeviceClassResolver resolver, @Nullable DeviceTotals totals) {
    if (totals == null) {
      return this;
    }
    DeviceClass[] classes = new DeviceClass[names.length];
    boolean any = false;
    for (int i = 0; i < names.length; i++) {
      classes[i] = names[i].isDraExtended() ? resolver.getDeviceClass(names[i]) : null;
      any |= classes[i] != null;
    }
    return any
        ? new ScoredRequest(useRequested, exactAmounts, names, weights, amounts, new DeviceRequest(classes, totals))
        : this;
  }

  /** How many resources count. */
  int size() {
    return names.length;
  }

  /** Whether the pod requests nothing of what counts. */
  boolean isEmpty() {
    for (long amount : amounts) {
      if (amount != 0) {
        return false;
      }
    }
    return true;
  }

  long weight(int i) {
    return weights[i];
  }

  /** What the pod adds. */
  long amount(int i) {
    return amounts[i];
  }

  /** What the node has; a resource of which it has none is left out of the score. */
  long allocatable(int i, NodeInfo node) {
    long own = node.allocatable().get(names[i]);
    DeviceClass deviceClass = own == 0 && devices != null ? devices.classes[i] : null;
    return deviceClass == null ? own : devices.totals.capacity(deviceClass, node);
  }

  /** What is in use on the node without the pod. */
  long allocated(int i, NodeInfo node) {
    ResourceName name = names[i];
    if (!useRequested && name == ResourceName.CPU) {
      return node.nonZeroRequestedMilliCpu();
    }
    if (!useRequested && name == ResourceName.MEMORY) {
      return node.nonZeroRequestedMemory();
    }
    DeviceClass deviceClass = devices == null || node.allocatable().get(name) != 0 ? null : devices.classes[i];
    return deviceClass == null ? node.requested().get(name) : devices.totals.allocated(deviceClass, node);
  }

  /**
   * Whether the amounts that {@link #exact} gives must be taken, since sums or hundredfolds of the others may not fit into 64 bits.
   *
   * @param capacity what the node has
   * @param inUse what would be in use
   */
  boolean isLarge(int i, NodeInfo node, long capacity, long inUse) {
    return (capacity | inUse | node.requested().get(names[i])) >>> PLAIN_BITS != 0;
  }

  /**
   * What the node has and what would be in use, both divided by the same number, so that they fit into {@value #PLAIN_BITS} bits. Nothing
   * is rounded where a common divisor will do.
   */
  Scaled exact(int i, NodeInfo node, boolean withPod) {
    BigInteger capacity = node.allocatable().getExact(names[i]);
    BigInteger inUse = node.requested().getExact(names[i]);
    if (capacity.signum() == 0) {
      capacity = BigInteger.valueOf(allocatable(i, node)); // devices
    }
    if (inUse.bitLength() < Long.SIZE - 2) {
      inUse = BigInteger.valueOf(allocated(i, node)); // what pods are taken to request may be more, but hardly
    }
    if (withPod) {
      inUse = inUse.add(exactAmounts.getExact(names[i]));
    }
    BigInteger divisor = capacity.gcd(inUse).max(BigInteger.ONE);
    capacity = capacity.divide(divisor);
    inUse = inUse.divide(divisor);
    int shift = Math.max(0, Math.max(capacity.bitLength(), inUse.bitLength()) - PLAIN_BITS);
    return new Scaled(capacity.shiftRight(shift).longValueExact(), inUse.shiftRight(shift).longValueExact());
  }

  /** Amounts to be compared with each other. */
  record Scaled(long capacity, long inUse) {}

  @Override
  public ScoredRequest copy() {
    return this;
  }
}
