package io.berth.app.config;

import io.berth.framework.ExtensionPoint;
import io.berth.framework.PluginFactory;
import io.berth.framework.Profile;
import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.InvalidArgsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One profile of a configuration file: the default plugins, changed by what the file says.
 *
 * <p>Source: pkg/scheduler/apis/config/v1/default_plugins.go mergePlugins, pkg/scheduler/framework/runtime/framework.go
 * expandMultiPointPlugins, v1.37.2.
 */
final class ProfileReader {

  private static final String ALL = "*";

  /** Plugins of upstream's that a file may well name, and that Berth does not have. */
  private static final Set<String> UPSTREAM_ONLY =
      Set.of(
          "DeferredPodScheduling",
          "GangScheduling",
          "NodeVolumeLimits",
          "PodGroupPodsCount",
          "TopologyPlacementGenerator",
          "VolumeBinding",
          "VolumeRestrictions",
          "VolumeZone");

  private static final List<String> POD_GROUP_POINTS = List.of("placementGenerate", "placementScore", "podGroupPostFilter");

  private record Named(String name, int weight) {}

  private record PluginSet(List<Named> enabled, Set<String> disabled) {}

  private final ArgsReader reader;
  private final Map<String, Map<String, ?>> args;
  private final Set<String> leftOut;

  /**
   * A reader of one profile.
   *
   * @param args the arguments of plugins, by name
   * @param leftOut gets the names of plugins that Berth does not have
   */
  ProfileReader(ArgsReader reader, Map<String, Map<String, ?>> args, Set<String> leftOut) {
    this.reader = reader;
    this.args = args;
    this.leftOut = leftOut;
  }

  Profile read() {
    String given = reader.string("schedulerName");
    var profile = Profile.builder(given == null || given.isEmpty() ? Profile.DEFAULT_SCHEDULER_NAME : given);
    int percentage = SchedulerConfiguration.percentage(reader);
    if (percentage > 0) {
      profile.percentageOfNodesToScore(percentage);
    }
    for (ArgsReader config : reader.objects("pluginConfig")) {
      String name = config.string("name");
      if (name == null || name.isEmpty()) {
        config.problems().add(config.path("name"), "is missing");
      } else if (!isKnown(name)) {
        unknown(config.path("name"), name);
      }
    }
    ArgsReader plugins = reader.object("plugins");
    if (plugins == null) {
      DefaultProfile.names().forEach(name -> enable(profile, new Named(name, DefaultProfile.weight(name))));
    } else {
      multiPoint(profile, set(plugins, "multiPoint"));
      points(profile, plugins);
      POD_GROUP_POINTS.forEach(plugins::object);
    }
    return profile.build();
  }

  private final Set<String> enabledEverywhere = new LinkedHashSet<>();

  private void enable(Profile.Builder profile, Named plugin) {
    enabledEverywhere.add(plugin.name);
    profile.enable(plugin.name, factory(plugin.name), plugin.weight);
  }

  /** The default plugins that are not switched off, those that are named again in their place, then the others. */
  private void multiPoint(Profile.Builder profile, PluginSet set) {
    var again = new LinkedHashMap<String, Named>();
    set.enabled.forEach(plugin -> again.put(plugin.name, plugin));
    if (!set.disabled.contains(ALL)) {
      for (String name : DefaultProfile.names()) {
        if (!set.disabled.contains(name)) {
          Named plugin = again.remove(name);
          enable(profile, plugin == null ? new Named(name, DefaultProfile.weight(name)) : plugin);
        }
      }
    }
    again.values().forEach(plugin -> enable(profile, plugin));
  }

  private void points(Profile.Builder profile, ArgsReader plugins) {
    var onlyAt = new HashMap<String, Set<ExtensionPoint>>();
    for (ExtensionPoint point : ExtensionPoint.values()) {
      PluginSet set = set(plugins, field(point));
      var named = new HashSet<String>();
      var first = new ArrayList<String>();
      for (Named plugin : set.enabled) {
        named.add(plugin.name);
        if (enabledEverywhere.contains(plugin.name)) {
          first.add(plugin.name);
          if (point == ExtensionPoint.SCORE) {
            profile.weight(plugin.name, plugin.weight);
          }
        } else {
          if (onlyAt.computeIfAbsent(plugin.name, name -> new HashSet<>()).isEmpty() || point == ExtensionPoint.SCORE) {
            profile.enable(plugin.name, factory(plugin.name), plugin.weight);
          }
          onlyAt.get(plugin.name).add(point);
        }
      }
      profile.firstAt(point, first);
      Set<String> off = set.disabled.contains(ALL) ? enabledEverywhere : set.disabled;
      off.stream().filter(name -> !named.contains(name)).forEach(name -> profile.disableAt(point, name));
    }
    onlyAt.forEach(
        (name, points) -> {
          for (ExtensionPoint point : ExtensionPoint.values()) {
            if (!points.contains(point)) {
              profile.disableAt(point, name);
            }
          }
        });
  }

  /** {@code preFilter} for PreFilter. */
  private static String field(ExtensionPoint point) {
    String name = point.toString();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private PluginSet set(ArgsReader plugins, String field) {
    ArgsReader section = plugins.object(field);
    if (section == null) {
      return new PluginSet(List.of(), Set.of());
    }
    var enabled = new ArrayList<Named>();
    for (ArgsReader plugin : section.objects("enabled")) {
      Named named = named(plugin);
      if (isKnown(named.name)) {
        enabled.add(named);
      } else if (!named.name.isEmpty()) {
        unknown(plugin.path("name"), named.name);
      }
    }
    var disabled = new LinkedHashSet<String>();
    section.objects("disabled").forEach(plugin -> disabled.add(named(plugin).name));
    return new PluginSet(enabled, disabled);
  }

  private static Named named(ArgsReader plugin) {
    String name = plugin.string("name");
    if (name == null || name.isEmpty()) {
      plugin.problems().add(plugin.path("name"), "is missing");
    }
    int weight = plugin.int32("weight", 1);
    if (weight < 0) {
      plugin.problems().add(plugin.path("weight"), weight + " is negative");
    }
    return new Named(name == null ? "" : name, Math.max(1, weight));
  }

  private static boolean isKnown(String name) {
    return DefaultProfile.names().contains(name);
  }

  private void unknown(String path, String name) {
    if (UPSTREAM_ONLY.contains(name)) {
      leftOut.add(name);
    } else {
      reader.problems().add(path, "\"" + name + "\" is no plugin; known: " + String.join(", ", DefaultProfile.names()));
    }
  }

  private PluginFactory factory(String name) {
    try {
      return DefaultProfile.factory(name, args.getOrDefault(name, Map.of()));
    } catch (InvalidArgsException e) {
      e.problems().forEach(problem -> reader.problems().add(reader.path("pluginConfig") + " of " + name, problem));
      return DefaultProfile.factory(name, Map.of());
    }
  }

  /** No two profiles may serve the same pods. */
  static void checkNames(List<Profile> profiles, ArgsReader reader) {
    var names = new HashSet<String>();
    for (Profile profile : profiles) {
      if (!names.add(profile.schedulerName())) {
        reader.problems().add("profiles", "two of them have the scheduler name \"" + profile.schedulerName() + "\"");
      }
    }
  }
}
