package io.berth.dynamicresources.slices;

import io.berth.framework.selector.NodeSelectorMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * By what a node finds a pool: a superset of the nodes that can use it.
 *
 * @param own nodes that slices are for
 * @param everywhere whether every node has to look at it
 * @param named nodes that selectors or devices name
 * @param selectors the other selectors
 * @param faulty slices with selectors that cannot be parsed
 */
record PoolReach(
    Set<String> own, boolean everywhere, Set<String> named, Set<NodeSelectorMatcher> selectors, List<Slice> faulty) {

  static PoolReach of(List<Slice> slices, Features features) {
    PoolReach all = new PoolReach(new TreeSet<>(), anywhere(slices), new TreeSet<>(), new LinkedHashSet<>(), new ArrayList<>());
    for (Slice slice : slices) {
      if (!slice.reach().nodeName().isEmpty()) {
        all.own.add(slice.reach().nodeName());
      } else if (!slice.isIgnored(features)) {
        all.addShared(slice);
      }
    }
    return all;
  }

  private static boolean anywhere(List<Slice> slices) {
    return slices.stream().anyMatch(s -> s.reach().nodeName().isEmpty() && (s.reach().all()
        || s.perDeviceNodeSelection() && s.devices().stream().anyMatch(d -> d.reach().nodeName().isEmpty() && d.reach().all())));
  }

  private void addShared(Slice slice) {
    boolean faults = slice.reach().parseError() != null;
    add(slice.reach());
    if (!slice.reach().isSet() && slice.perDeviceNodeSelection()) {
      for (Device device : slice.devices()) {
        faults |= device.reach().parseError() != null;
        add(device.reach());
      }
    }
    if (faults) {
      faulty.add(slice);
    }
  }

  private void add(NodeReach reach) {
    NodeSelectorMatcher selector = reach.selector();
    if (!reach.nodeName().isEmpty()) {
      named.add(reach.nodeName());
    } else if (!reach.all() && selector != null) {
      Set<String> names = selector.nodeNames();
      if (names == null) {
        selectors.add(selector);
      } else {
        named.addAll(names);
      }
    }
  }

  /** Whether nodes find it that no slice is for by name. */
  boolean isShared() {
    return everywhere || !named.isEmpty() || !selectors.isEmpty() || !faulty.isEmpty();
  }
}
