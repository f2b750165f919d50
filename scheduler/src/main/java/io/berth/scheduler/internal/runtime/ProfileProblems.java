package io.berth.scheduler.internal.runtime;

import io.berth.framework.ExtensionPoint;
import io.berth.framework.Plugin;
import io.berth.framework.Profile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds what is wrong with a profile, all of it at once. */
final class ProfileProblems {
  private ProfileProblems() {}

  static void collect(Profile profile, Map<String, Plugin> byName, List<String> problems) {
    for (ExtensionPoint point : ExtensionPoint.values()) {
      for (String name : profile.firstAt(point)) {
        Plugin plugin = byName.get(name);
        if (plugin == null) {
          problems.add("plugin " + name + " is put first at " + point + " but is not enabled");
        } else if (!point.type().isInstance(plugin)) {
          problems.add("plugin " + name + " is put first at " + point + ", which it does not serve");
        }
      }
    }
    List<String> sorters = serving(profile, byName, ExtensionPoint.QUEUE_SORT);
    if (sorters.size() != 1) {
      problems.add("exactly one QueueSort plugin is needed, not " + (sorters.isEmpty() ? "none" : sorters));
    }
    if (serving(profile, byName, ExtensionPoint.BIND).isEmpty()) {
      problems.add("at least one Bind plugin is needed");
    }
  }

  /** The names of all plugins in their order at the point, whether they serve it or not. */
  static Set<String> order(Profile profile, ExtensionPoint point) {
    Set<String> order = new LinkedHashSet<>(profile.firstAt(point));
    profile.plugins().forEach(plugin -> order.add(plugin.name()));
    return order;
  }

  private static List<String> serving(Profile profile, Map<String, Plugin> byName, ExtensionPoint point) {
    List<String> names = new ArrayList<>();
    for (String name : order(profile, point)) {
      if (point.type().isInstance(byName.get(name)) && profile.enabledAt(point, name)) {
        names.add(name);
      }
    }
    return names;
  }
}
