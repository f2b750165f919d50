package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.model.NodeInfo;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the devices of the pools from which a node is given some. Immutable, but for what it has just looked up; thread-safe.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go (calculateDRAResourceTotals), v1.37.2.
 */
final class PoolTotals implements DeviceTotals {
  private final DevicePools pools;
  private final AllocatedState allocated;
  private final CelCompiler cel;
  private volatile @Nullable Selection last;

  PoolTotals(DevicePools pools, AllocatedState allocated, CelCompiler cel) {
    this.pools = pools;
    this.allocated = allocated;
    this.cel = cel;
  }

  /** What a class selects; nothing if one of its selectors does not compile. */
  private record Selection(DeviceClass deviceClass, CompiledSelector[] selectors, boolean broken) {}

  @Override
  public long capacity(DeviceClass deviceClass, NodeInfo node) {
    return count(deviceClass, node, false);
  }

  @Override
  public long allocated(DeviceClass deviceClass, NodeInfo node) {
    return count(deviceClass, node, true);
  }

  private long count(DeviceClass deviceClass, NodeInfo node, boolean inUseOnly) {
    Selection selection = selection(deviceClass);
    if (selection.broken) {
      return 0;
    }
    long count = 0;
    try {
      for (PoolView pool : pools.poolsFor(node.name(), node.labels()).pools()) {
        for (int i = 0; pool.isUsable() && i < pool.size(); i++) {
          Device device = pool.device(i);
          if (pool.isReachable(i) && isSelected(device, selection) && (!inUseOnly || allocated.isAllocated(device.id()))) {
            count++;
          }
        }
      }
    } catch (CelEvaluationException undecided) {
      return 0; // the search for devices tells people why; a rank is no reason to fail
    }
    return count;
  }

  private static boolean isSelected(Device device, Selection selection) throws CelEvaluationException {
    for (CompiledSelector selector : selection.selectors) {
      if (!device.matches(selector)) {
        return false;
      }
    }
    return true;
  }

  private Selection selection(DeviceClass deviceClass) {
    Selection known = last;
    if (known == null || known.deviceClass != deviceClass) {
      known = compile(deviceClass);
      last = known;
    }
    return known;
  }

  private Selection compile(DeviceClass deviceClass) {
    List<CompiledSelector> compiled = new ArrayList<>();
    List<DeviceSelector> selectors = deviceClass.getSpec() == null ? null : deviceClass.getSpec().getSelectors();
    boolean broken = false;
    for (DeviceSelector selector : selectors == null ? List.<DeviceSelector>of() : selectors) {
      if (selector.getCel() != null && selector.getCel().getExpression() != null) {
        CompiledSelector one = cel.selector(selector.getCel().getExpression());
        broken |= one.error() != null;
        compiled.add(one);
      }
    }
    return new Selection(deviceClass, compiled.toArray(new CompiledSelector[0]), broken);
  }

  @Override
  public DeviceTotals copy() {
    return this;
  }
}
