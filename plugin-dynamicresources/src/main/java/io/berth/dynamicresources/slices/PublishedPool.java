package io.berth.dynamicresources.slices;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All slices of a pool, of all generations and for all nodes. Immutable; what is derived is derived when it is first asked
 * for.
 */
final class PublishedPool {

  private final PoolId id;
  private final Features features;
  /** Ordered by name. */
  private final List<Slice> slices;
  /** Whether the slices are of one generation and for the same nodes, and none is ignored: every node sees the same. */
  private final boolean uniform;
  private final List<PoolModel> models = new ArrayList<>(1);
  private final PoolReach reach;
  private volatile @Nullable PoolView whole;
  private volatile @Nullable Map<String, Device> devices;

  private PublishedPool(PoolId id, Features features, List<Slice> slices) {
    this.id = id;
    this.features = features;
    this.slices = List.copyOf(slices);
    Slice first = slices.get(0);
    boolean same = first.reach().isSet();
    for (Slice slice : slices) {
      same &= slice.generation() == first.generation() && slice.reach().equals(first.reach()) && !slice.isIgnored(features);
    }
    this.uniform = same;
    this.reach = PoolReach.of(slices, features);
  }

  static PublishedPool of(Slice slice, Features features) {
    return new PublishedPool(slice.poolId(), features, List.of(slice));
  }

  PublishedPool with(Slice slice) {
    List<Slice> changed = new ArrayList<>(slices.size() + 1);
    boolean placed = false;
    for (Slice other : slices) {
      int order = other.name().compareTo(slice.name());
      if (!placed && order >= 0) {
        changed.add(slice);
        placed = true;
      }
      if (order != 0) {
        changed.add(other);
      }
    }
    if (!placed) {
      changed.add(slice);
    }
    return new PublishedPool(id, features, changed);
  }

  /** The pool without a slice; {@code null} if none is left. */
  @Nullable PublishedPool without(String name) {
    List<Slice> rest = slices.stream().filter(slice -> !slice.name().equals(name)).toList();
    return rest.isEmpty() ? null : new PublishedPool(id, features, rest);
  }

  PoolId id() {
    return id;
  }

  List<Slice> slices() {
    return slices;
  }

  PoolReach reach() {
    return reach;
  }

  @Nullable Slice slice(String name) {
    for (Slice slice : slices) {
      if (slice.name().equals(name)) {
        return slice;
      }
    }
    return null;
  }

  /** The device of that name, of the newest generation that has one; {@code null} if none has. */
  @Nullable Device device(String name) {
    Map<String, Device> known = devices;
    if (known == null) {
      known = new HashMap<>();
      for (Slice slice : slices) {
        for (Device device : slice.devices()) {
          known.merge(device.name(), device, PublishedPool::newer);
        }
      }
      devices = known;
    }
    return known.get(name);
  }

  private static Device newer(Device before, Device next) {
    return next.slice().generation() > before.slice().generation() ? next : before;
  }

  /** What the node sees of it; {@code null} if there is nothing for it, or something newer is on its way. */
  @Nullable PoolView viewFor(NodeKey node) {
    if (uniform) {
      if (!slices.get(0).isReachable(node)) {
        return null;
      }
      return whole();
    }
    List<Slice> reachable = newest(node);
    if (reachable.isEmpty()) {
      return null;
    }
    Slice first = first(reachable);
    if (reachable.size() == first.sliceCount()) {
      return PoolView.of(model(reachable), reachable, features, node);
    }
    List<Slice> all = new ArrayList<>();
    for (Slice slice : slices) {
      if (slice.generation() > first.generation()) {
        return null;
      }
      if (slice.generation() == first.generation() && (features.compatibilityGroups() || !slice.declaresGroups())) {
        all.add(slice);
      }
    }
    return all.size() == first.sliceCount() ? PoolView.of(model(all), reachable, features, node) : PoolView.incomplete(id);
  }

  private PoolView whole() {
    PoolView view = whole;
    if (view == null) {
      view = slices.size() == first(slices).sliceCount() ? PoolView.of(model(slices), slices, features, null)
          : PoolView.incomplete(id);
      whole = view;
    }
    return view;
  }

  /** The slices of the newest generation that the node can use. */
  private List<Slice> newest(NodeKey node) {
    List<Slice> reachable = new ArrayList<>();
    for (Slice slice : slices) {
      if (!slice.isIgnored(features) && slice.isReachable(node)) {
        if (!reachable.isEmpty() && slice.generation() > reachable.get(0).generation()) {
          reachable.clear();
        }
        if (reachable.isEmpty() || slice.generation() == reachable.get(0).generation()) {
          reachable.add(slice);
        }
      }
    }
    return reachable;
  }

  /** The one that was there first: it says how many there are, if they do not agree. */
  private static Slice first(List<Slice> slices) {
    return slices.size() == 1 ? slices.get(0) : slices.stream().min(Comparator.comparingLong(Slice::sequence)).orElseThrow();
  }

  private synchronized PoolModel model(List<Slice> members) {
    for (PoolModel model : models) {
      if (model.slices().equals(members)) {
        return model;
      }
    }
    PoolModel model = new PoolModel(id, members, features, newerDevices(members));
    models.add(model);
    return model;
  }

  /** The devices of the newest generation; {@code null} if these slices are of it. */
  private @Nullable Set<String> newerDevices(List<Slice> members) {
    long newest = slices.stream().mapToLong(Slice::generation).max().orElseThrow();
    if (members.isEmpty() || members.get(0).generation() == newest) {
      return null;
    }
    Set<String> names = new HashSet<>();
    for (Slice slice : slices) {
      if (slice.generation() == newest) {
        slice.devices().forEach(device -> names.add(device.name()));
      }
    }
    return names;
  }

  /** What is wrong with the newest generation on no node in particular; {@code null} if nothing is, or it is incomplete. */
  @Nullable String problem() {
    if (uniform) {
      return whole().invalidReason();
    }
    long newest = slices.stream().mapToLong(Slice::generation).max().orElseThrow();
    List<Slice> members = slices.stream().filter(s -> s.generation() == newest && !s.isIgnored(features)).toList();
    if (members.isEmpty() || members.size() != first(members).sliceCount()) {
      return null;
    }
    return PoolView.of(model(members), members, features, null).invalidReason();
  }
}
