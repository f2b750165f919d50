package io.berth.app.config;

import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.PluginFactory;
import io.berth.framework.Profile;
import io.berth.plugins.DefaultPlugins;
import io.berth.preemption.DefaultPreemption;
import io.berth.preemption.DefaultPreemptionArgs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The whole default profile: the plugins of {@link DefaultPlugins} and those that have modules of their own, each where upstream has it.
 *
 * <p>Source: pkg/scheduler/apis/config/v1/default_plugins.go, v1.37.2.
 */
public final class DefaultProfile {
  /** Plugins with modules of their own stand before this one. */
  private static final String NEXT = "NodeResourcesBalancedAllocation";

  private record Own(int weight, Function<Map<String, ?>, PluginFactory> factory) {}

  private static final Map<String, Own> OWN = new LinkedHashMap<>();

  static {
    OWN.put(DynamicResources.NAME, new Own(DynamicResources.WEIGHT, args -> DynamicResources.factory(DynamicResourcesArgs.from(args))));
    OWN.put(DefaultPreemption.NAME, new Own(1, args -> DefaultPreemption.factory(DefaultPreemptionArgs.from(args))));
  }

  private DefaultProfile() {}

  /** The default profile, for pods that ask for {@value Profile#DEFAULT_SCHEDULER_NAME}. */
  public static Profile profile() {
    return builder(Profile.DEFAULT_SCHEDULER_NAME).build();
  }

  /** A profile that starts with all plugins of the default one, to be changed. */
  public static Profile.Builder builder(String schedulerName) {
    Profile.Builder builder = DefaultPlugins.builder(schedulerName);
    OWN.forEach(
        (name, own) -> builder.enableBefore(NEXT, new Profile.EnabledPlugin(name, own.factory.apply(Map.of()), own.weight)));
    return builder;
  }

  /** The names of the plugins, in the default order. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(DefaultPlugins.names());
    names.addAll(names.indexOf(NEXT), OWN.keySet());
    return List.copyOf(names);
  }

  /**
   * A plugin's weight in the default profile.
   *
   * @throws IllegalArgumentException when there is no such plugin
   */
  public static int weight(String name) {
    Own own = OWN.get(name);
    return own == null ? DefaultPlugins.weight(name) : own.weight;
  }

  /**
   * A plugin by name.
   *
   * @param args its arguments as a YAML or JSON parser gives them; empty for the defaults
   * @throws IllegalArgumentException when there is no such plugin
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong with the arguments
   */
  public static PluginFactory factory(String name, Map<String, ?> args) {
    Own own = OWN.get(name);
    return own == null ? DefaultPlugins.factory(name, args) : own.factory.apply(args);
  }
}
