package io.berth.dynamicresources;

import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolId;
import io.berth.dynamicresources.slices.TaintedSlices;
import io.berth.framework.EventPublisher;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.HashMap;
import java.util.List;
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

  private final TaintedSlices slices = new TaintedSlices();
  private final EventPublisher events;
  private final Handle handle;
  private final Map<PoolId, Long> warned = new HashMap<>();
  private DevicePools pools;

  SliceFeed(Handle handle, Features features) {
    events = handle.events();
    this.handle = handle;
    pools = DevicePools.empty(features);
    if (hasTaintRules(handle.featureGates())) {
      handle.informer(ResourceKind.DEVICE_TAINT_RULES).addHandler(new RuleHandler());
    }
    handle.informer(ResourceKind.RESOURCE_SLICES).addHandler(this);
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
    String missing = missing(slice);
    if (missing != null) {
      remove(slice.getMetadata().getName());
      warn(slice, "ResourceSliceIgnored", "slice " + slice.getMetadata().getName() + " is ignored: it has no " + missing);
      return;
    }
    pools = pools.with(slices.put(slice));
    warnOnce(slice);
  }

  @Override
  public void onUpdate(ResourceSlice before, ResourceSlice after) {
    onAdd(after);
    if (missing(before) == null) {
      forgetIfGone(pool(before));
    }
  }

  @Override
  public void onDelete(ResourceSlice slice, boolean finalStateUnknown) {
    remove(slice.getMetadata().getName());
    if (missing(slice) == null) {
      warnOnce(slice);
      forgetIfGone(pool(slice));
    }
  }

  private static PoolId pool(ResourceSlice slice) {
    return new PoolId(slice.getSpec().getDriver(), slice.getSpec().getPool().getName());
  }

  /** What may come under the name of a pool that is gone is another one. */
  private void forgetIfGone(PoolId pool) {
    if (!pools.publishes(pool)) {
      warned.remove(pool);
    }
  }

  private void remove(String name) {
    slices.remove(name);
    pools = pools.without(name);
  }

  /** What every slice that an API server has stored has, and this one has not; {@code null} if it has it all. */
  private static @Nullable String missing(ResourceSlice slice) {
    ResourceSliceSpec spec = slice.getSpec();
    if (spec == null || spec.getDriver() == null) {
      return "driver";
    }
    if (spec.getPool() == null || spec.getPool().getName() == null) {
      return "pool";
    }
    return spec.getDevices() != null && spec.getDevices().stream().anyMatch(device -> device.getName() == null)
        ? "name for a device"
        : null;
  }

  /** Nothing is allocated of a pool with errors. Whoever looks after the driver should know. */
  private void warnOnce(ResourceSlice slice) {
    PoolId pool = pool(slice);
    String problem = pools.problem(pool);
    if (problem == null) {
      return;
    }
    Long generation = slice.getSpec().getPool().getGeneration();
    Long before = warned.put(pool, generation == null ? 0L : generation);
    if (before == null || generation != null && before < generation) {
      warn(
          slice,
          "ResourcePoolIgnored",
          "pool " + pool + " of generation " + (generation == null ? 0 : generation) + " is ignored: " + problem);
    }
  }

  private void warn(ResourceSlice slice, String reason, String note) {
    LOG.warn(note);
    handle
        .eventRecorder()
        .event(
            ObjectRef.of(ResourceKind.RESOURCE_SLICES, slice),
            EventNote.warning(reason, "Scheduling", note, handle.profileName()));
  }

  /** Of a rule's change, the scheduler hears of one slice: the pods that wait are the same for all of them. */
  private final class RuleHandler implements ResourceEventHandler<DeviceTaintRule> {
    @Override
    public void onAdd(DeviceTaintRule rule) {
      changed(slices.putRule(rule));
    }

    @Override
    public void onUpdate(DeviceTaintRule before, DeviceTaintRule after) {
      changed(slices.putRule(after));
    }

    @Override
    public void onDelete(DeviceTaintRule rule, boolean finalStateUnknown) {
      changed(slices.removeRule(rule.getMetadata().getName()));
    }

    private void changed(List<TaintedSlices.Change> changes) {
      for (TaintedSlices.Change change : changes) {
        pools = pools.with(change.after());
      }
      if (!changes.isEmpty()) {
        TaintedSlices.Change last = changes.get(changes.size() - 1);
        events.publish(UPDATE, last.before(), last.after());
      }
    }
  }
}
