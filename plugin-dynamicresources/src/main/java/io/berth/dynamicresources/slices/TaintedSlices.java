package io.berth.dynamicresources.slices;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Published slices with the taints that DeviceTaintRules add to their devices. A change of a rule looks at the pools that the
 * rule selects and reports the slices whose taints are different afterwards; of those, devices that the rule does not touch stay
 * the same objects. Taints of rules follow the device's own ones, in the order of the rules' names. Not thread-safe.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/resourceslice/tracker/tracker.go, v1.37.2.
 */
public final class TaintedSlices {

  private final Map<String, Entry> slices = new HashMap<>();
  private final TreeMap<PoolId, TreeSet<String>> slicesOfPool = new TreeMap<>();
  private final TreeMap<String, TaintRule> rules = new TreeMap<>();

  /** A slice as it was published, and with taints. */
  private record Entry(ResourceSlice published, ResourceSlice tainted) {}

  /**
   * A slice whose taints have changed because of a rule.
   *
   * @param before the slice with the taints that it had
   * @param after the slice with the taints that it has now
   */
  public record Change(ResourceSlice before, ResourceSlice after) {}

  /**
   * A slice is there, or has changed; it is known by its name.
   *
   * @param slice borrowed, must not change
   * @return the slice with taints; itself if no rule adds any
   */
  public ResourceSlice put(ResourceSlice slice) {
    String name = slice.getMetadata().getName();
    Entry former = slices.get(name);
    if (former != null) {
      unlink(former.published);
    }
    slicesOfPool.computeIfAbsent(poolOf(slice), ignored -> new TreeSet<>()).add(name);
    ResourceSlice tainted = tainted(slice, null);
    slices.put(name, new Entry(slice, tainted));
    return tainted;
  }

  /** A slice is gone. Gives it back as it was last; {@code null} if it was not there. */
  public @Nullable ResourceSlice remove(String name) {
    Entry entry = slices.remove(name);
    if (entry == null) {
      return null;
    }
    unlink(entry.published);
    return entry.tainted;
  }

  /** A rule is there, or has changed; it is known by its name. Gives the slices that are different now, pool by pool. */
  public List<Change> putRule(DeviceTaintRule rule) {
    TaintRule added = TaintRule.of(rule);
    TaintRule former = rules.put(rule.getMetadata().getName(), added);
    return refresh(former, added);
  }

  /** A rule is gone. Gives the slices that are different now, pool by pool. */
  public List<Change> removeRule(String name) {
    return refresh(rules.remove(name), null);
  }

  /** The slice of that name with its taints; {@code null} if there is none. */
  public @Nullable ResourceSlice get(String name) {
    Entry entry = slices.get(name);
    return entry == null ? null : entry.tainted;
  }

  private static PoolId poolOf(ResourceSlice slice) {
    return new PoolId(slice.getSpec().getDriver(), slice.getSpec().getPool().getName());
  }

  private void unlink(ResourceSlice slice) {
    PoolId pool = poolOf(slice);
    TreeSet<String> names = slicesOfPool.get(pool);
    if (names != null && names.remove(slice.getMetadata().getName()) && names.isEmpty()) {
      slicesOfPool.remove(pool);
    }
  }

  private List<Change> refresh(@Nullable TaintRule former, @Nullable TaintRule current) {
    TreeSet<PoolId> concerned = new TreeSet<>();
    addPools(former, concerned);
    addPools(current, concerned);
    List<Change> changes = new ArrayList<>();
    for (PoolId pool : concerned) {
      for (String name : slicesOfPool.getOrDefault(pool, new TreeSet<>())) {
        Entry entry = slices.get(name);
        if (entry != null && (touches(former, entry.published) || touches(current, entry.published))) {
          ResourceSlice tainted = tainted(entry.published, entry.tainted);
          if (tainted != entry.tainted) {
            slices.put(name, new Entry(entry.published, tainted));
            changes.add(new Change(entry.tainted, tainted));
          }
        }
      }
    }
    return changes;
  }

  private void addPools(@Nullable TaintRule rule, TreeSet<PoolId> concerned) {
    if (rule == null) {
      return;
    }
    PoolId only = rule.onlyPool();
    if (only != null) {
      concerned.add(only);
      return;
    }
    for (PoolId pool : slicesOfPool.keySet()) {
      if (rule.selects(pool)) {
        concerned.add(pool);
      }
    }
  }

  private static boolean touches(@Nullable TaintRule rule, ResourceSlice slice) {
    return rule != null && rule.selects(poolOf(slice)) && devices(slice).stream().anyMatch(rule::selects);
  }

  private static List<Device> devices(ResourceSlice slice) {
    return slice.getSpec().getDevices() == null ? List.of() : slice.getSpec().getDevices();
  }

  /**
   * The slice with the taints of all rules.
   *
   * @param former the same published slice with the taints that it had; given back if nothing changes
   */
  private ResourceSlice tainted(ResourceSlice slice, @Nullable ResourceSlice former) {
    List<TaintRule> selecting = new ArrayList<>();
    PoolId pool = poolOf(slice);
    for (TaintRule rule : rules.values()) {
      if (rule.selects(pool)) {
        selecting.add(rule);
      }
    }
    List<Device> published = devices(slice);
    List<Device> result = new ArrayList<>(published.size());
    boolean asPublished = true;
    boolean asBefore = former != null;
    for (int i = 0; i < published.size(); i++) {
      Device before = former == null ? null : devices(former).get(i);
      Device device = tainted(published.get(i), selecting, before);
      result.add(device);
      asPublished &= device == published.get(i);
      asBefore &= device == before;
    }
    if (former != null && asBefore) {
      return former;
    }
    return asPublished ? slice : withDevices(slice, result);
  }

  /** A copy with these very devices: a builder would copy them. */
  private static ResourceSlice withDevices(ResourceSlice slice, List<Device> devices) {
    ResourceSlice copy = new ResourceSliceBuilder(slice).editSpec().withDevices(List.of()).endSpec().build();
    copy.getSpec().setDevices(devices);
    return copy;
  }

  private static Device tainted(Device device, List<TaintRule> rules, @Nullable Device before) {
    List<DeviceTaint> taints = device.getTaints() == null ? List.of() : device.getTaints();
    List<DeviceTaint> all = taints;
    for (TaintRule rule : rules) {
      if (rule.selects(device)) {
        if (all == taints) {
          all = new ArrayList<>(taints);
        }
        all.add(rule.taint());
      }
    }
    if (before != null && (before.getTaints() == null ? List.of() : before.getTaints()).equals(all)) {
      return before;
    }
    return all == taints ? device : new DeviceBuilder(device).withTaints(all).build();
  }
}
