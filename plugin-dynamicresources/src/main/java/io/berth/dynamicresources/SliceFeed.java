package io.berth.dynamicresources;

import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolId;
import io.berth.framework.EventPublisher;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the pools of devices up to date from slices and taint rules. Owned by the scheduler's own thread.
 *
 * <p>Source: dynamic-resource-allocation/resourceslice/tracker/tracker.go, v0.37.2.
 */
final class SliceFeed implements ResourceEventHandler<ResourceSlice> {
  private static final Logger LOG = LoggerFactory.getLogger(SliceFeed.class);
  private static final ClusterEvent<ResourceSlice> UPDATE =
      ClusterEvent.of(ResourceKind.RESOURCE_SLICES.events(), ActionType.UPDATE);

  private final Informer<ResourceSlice> slices;
  private final EventPublisher events;
  private final TaintRules rules = new TaintRules();
  private final Map<PoolId, Long> warned = new HashMap<>();
  private DevicePools pools;

  SliceFeed(Handle handle, Features features) {
    events = handle.events();
    pools = DevicePools.empty(features);
    slices = handle.informer(ResourceKind.RESOURCE_SLICES);
    if (hasTaintRules(handle.featureGates())) {
      handle.informer(ResourceKind.DEVICE_TAINT_RULES).addHandler(new RuleHandler());
    }
    slices.addHandler(this);
  }

  /** Whether rules taint devices at all. */
  static boolean hasTaintRules(FeatureGates gates) {
    return gates.enabled(FeatureGates.DRA_DEVICE_TAINTS) && gates.enabled(FeatureGates.DRA_DEVICE_TAINT_RULES);
  }

  /** The devices that are published. */
  DevicePools pools() {
    return pools;
  }

  @Override
  public void onAdd(ResourceSlice slice) {
    put(rules.applyTo(slice));
  }

  @Override
  public void onUpdate(ResourceSlice before, ResourceSlice after) {
    put(rules.applyTo(after));
  }

  @Override
  public void onDelete(ResourceSlice slice, boolean finalStateUnknown) {
    pools = pools.without(slice.getMetadata().getName());
    warnOnce(slice);
  }

  private void put(ResourceSlice slice) {
    pools = pools.with(slice);
    warnOnce(slice);
  }

  /** Nothing is allocated of a pool with errors. Whoever looks after the driver should know. */
  private void warnOnce(ResourceSlice slice) {
    PoolId pool = new PoolId(slice.getSpec().getDriver(), slice.getSpec().getPool().getName());
    String problem = pools.problem(pool);
    if (problem == null) {
      return;
    }
    Long generation = slice.getSpec().getPool().getGeneration();
    Long before = warned.put(pool, generation == null ? 0L : generation);
    if (before == null || generation != null && before < generation) {
      LOG.warn("pool {} of generation {} is ignored: {}", pool, generation, problem);
    }
  }

  /** Rules come and go rarely: the slices that they are about are looked up then. */
  private final class RuleHandler implements ResourceEventHandler<DeviceTaintRule> {
    @Override
    public void onAdd(DeviceTaintRule rule) {
      rules.put(rule);
      changed(null, rule);
    }

    @Override
    public void onUpdate(DeviceTaintRule before, DeviceTaintRule after) {
      rules.put(after);
      changed(before, after);
    }

    @Override
    public void onDelete(DeviceTaintRule rule, boolean finalStateUnknown) {
      rules.remove(rule);
      changed(rule, null);
    }

    private void changed(@Nullable DeviceTaintRule before, @Nullable DeviceTaintRule after) {
      ResourceSlice last = null;
      for (ResourceSlice slice : slices.list()) {
        if (before != null && TaintRules.concerns(before, slice) || after != null && TaintRules.concerns(after, slice)) {
          last = rules.applyTo(slice);
          pools = pools.with(last);
        }
      }
      if (last != null) {
        events.publish(UPDATE, last, last);
      }
    }
  }
}
