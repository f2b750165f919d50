package io.berth.plugins.noderesources;

import io.berth.framework.StateData;
import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that count in the ranking of nodes for one pod, and what the pod adds to each. A resource other than CPU, memory
 * and ephemeral storage counts only if the pod requests some of it. Immutable.
 *
 * <p>upstream: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go, v1.37.2
 */
final class ScoredRequest implements StateData<ScoredRequest> {
  private final boolean useRequested;
  private final ResourceName[] names;
  private final long[] weights;
  private final long[] amounts;
  private final @Nullable DeviceRequest devices;

  private ScoredRequest(
      boolean useRequested,
      ResourceName[] names,
      long[] weights,
      long[] amounts,
      @Nullable DeviceRequest devices) {
    this.useRequested = useRequested;
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
        useRequested, Arrays.copyOf(names, n), Arrays.copyOf(weights, n), Arrays.copyOf(amounts, n), null);
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
        ? new ScoredRequest(useRequested, names, weights, amounts, new DeviceRequest(classes, totals))
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

  @Override
  public ScoredRequest copy() {
    return this;
  }
}
