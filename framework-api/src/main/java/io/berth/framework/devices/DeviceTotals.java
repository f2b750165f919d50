package io.berth.framework.devices;

import io.berth.framework.StateData;
import io.berth.framework.StateKey;
import io.berth.framework.model.NodeInfo;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;

/**
 * How many devices a node has, for plugins that rank nodes by what is in use. The plugin that allocates devices leaves it in the
 * cycle state of a pod that requests an extended resource which a class stands for, not before its PreFilter and not after Filter; it
 * shows what was in use at that time.
 *
 * <p>Calls may come for several nodes at once.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go (calculateDRAResourceTotals), v1.37.2.
 */
public interface DeviceTotals extends StateData<DeviceTotals> {
  /** Where it is found. */
  StateKey<DeviceTotals> KEY = StateKey.of("DeviceTotals");

  /**
   * How many devices the node can use, its own and those that are not tied to a node, which the class selects; 0 when one of the
   * class's selectors fails.
   */
  long capacity(DeviceClass deviceClass, NodeInfo node);

  /** How many of these are in use, wholly or in part. */
  long allocated(DeviceClass deviceClass, NodeInfo node);
}
