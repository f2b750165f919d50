package io.berth.plugins;

import io.berth.framework.PluginFactory;
import io.berth.framework.Profile;
import io.berth.framework.config.ArgsReader;
import io.berth.plugins.defaultbinder.DefaultBinder;
import io.berth.plugins.imagelocality.ImageLocality;
import io.berth.plugins.interpodaffinity.InterPodAffinity;
import io.berth.plugins.interpodaffinity.InterPodAffinityArgs;
import io.berth.plugins.nodeaffinity.NodeAffinity;
import io.berth.plugins.nodeaffinity.NodeAffinityArgs;
import io.berth.plugins.nodedeclaredfeatures.NodeDeclaredFeatures;
import io.berth.plugins.nodename.NodeName;
import io.berth.plugins.nodeports.NodePorts;
import io.berth.plugins.noderesources.NodeResourcesBalancedAllocation;
import io.berth.plugins.noderesources.NodeResourcesBalancedAllocationArgs;
import io.berth.plugins.noderesources.NodeResourcesFit;
import io.berth.plugins.noderesources.NodeResourcesFitArgs;
import io.berth.plugins.nodeunschedulable.NodeUnschedulable;
import io.berth.plugins.podtopologyspread.PodTopologySpread;
import io.berth.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.berth.plugins.queuesort.PrioritySort;
import io.berth.plugins.schedulinggates.SchedulingGates;
import io.berth.plugins.tainttoleration.TaintToleration;
import io.berth.plugins.volumes.UnsupportedVolumes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The default profile's plugins, in upstream's order and with upstream's weights. {@link UnsupportedVolumes} stands where upstream
 * has its volume plugins; a profile without it ignores volumes.
 *
 * <p>Source: pkg/scheduler/apis/config/v1/default_plugins.go and pkg/scheduler/framework/plugins/registry.go, v1.37.2.
 */
public final class DefaultPlugins {
  private record Entry(int weight, Function<Map<String, ?>, PluginFactory> factory) {}

  private static final Map<String, Entry> ENTRIES = new LinkedHashMap<>();

  static {
    plain(SchedulingGates.NAME, 1, handle -> new SchedulingGates());
    plain(PrioritySort.NAME, 1, handle -> new PrioritySort());
    plain(NodeName.NAME, 1, handle -> new NodeName());
    plain(NodeUnschedulable.NAME, 1, NodeUnschedulable::new);
    plain(TaintToleration.NAME, 3, TaintToleration::new);
    configured(
        NodeAffinity.NAME,
        2,
        args -> {
          NodeAffinityArgs read = NodeAffinityArgs.from(args);
          return handle -> new NodeAffinity(read);
        });
    plain(NodePorts.NAME, 1, handle -> new NodePorts());
    configured(
        NodeResourcesFit.NAME,
        1,
        args -> {
          NodeResourcesFitArgs read = NodeResourcesFitArgs.from(args);
          return handle -> new NodeResourcesFit(handle, read);
        });
    plain(UnsupportedVolumes.NAME, 1, handle -> new UnsupportedVolumes());
    configured(
        PodTopologySpread.NAME, 2, args -> PodTopologySpread.factory(PodTopologySpreadArgs.from(args)));
    configured(InterPodAffinity.NAME, 2, args -> InterPodAffinity.factory(InterPodAffinityArgs.from(args)));
    configured(
        NodeResourcesBalancedAllocation.NAME,
        1,
        args -> {
          NodeResourcesBalancedAllocationArgs read = NodeResourcesBalancedAllocationArgs.from(args);
          return handle -> new NodeResourcesBalancedAllocation(handle, read);
        });
    plain(ImageLocality.NAME, 1, ImageLocality::new);
    plain(DefaultBinder.NAME, 1, DefaultBinder::new);
    plain(NodeDeclaredFeatures.NAME, 1, NodeDeclaredFeatures::new);
  }

  private DefaultPlugins() {}

  private static void plain(String name, int weight, PluginFactory factory) {
    configured(
        name,
        weight,
        args -> {
          ArgsReader.of(name + "Args", args).finish();
          return factory;
        });
  }

  private static void configured(String name, int weight, Function<Map<String, ?>, PluginFactory> factory) {
    ENTRIES.put(name, new Entry(weight, factory));
  }

  /** The default profile, for pods that ask for {@value Profile#DEFAULT_SCHEDULER_NAME}. */
  public static Profile profile() {
    return builder(Profile.DEFAULT_SCHEDULER_NAME).build();
  }

  /** A profile that starts with all default plugins, to be changed. */
  public static Profile.Builder builder(String schedulerName) {
    Profile.Builder builder = Profile.builder(schedulerName);
    ENTRIES.forEach((name, entry) -> builder.enable(name, entry.factory.apply(Map.of()), entry.weight));
    return builder;
  }

  /** The names of the plugins, in the default order. */
  public static List<String> names() {
    return List.copyOf(ENTRIES.keySet());
  }

  /**
   * A plugin's weight in the default profile.
   *
   * @throws IllegalArgumentException when there is no such plugin
   */
  public static int weight(String name) {
    return entry(name).weight;
  }

  /**
   * A plugin by name.
   *
   * @param args its arguments as a YAML or JSON parser gives them; empty for the defaults
   * @throws IllegalArgumentException when there is no such plugin
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong with the arguments
   */
  public static PluginFactory factory(String name, Map<String, ?> args) {
    return entry(name).factory.apply(args);
  }

  private static Entry entry(String name) {
    Entry entry = ENTRIES.get(name);
    if (entry == null) {
      throw new IllegalArgumentException("unknown plugin " + name + "; known: " + String.join(", ", ENTRIES.keySet()));
    }
    return entry;
  }
}
