package io.berth.scenario;

import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.FeatureGates;
import io.berth.framework.PluginFactory;
import io.berth.framework.Profile;
import io.berth.plugins.DefaultPlugins;
import io.berth.preemption.DefaultPreemption;
import io.berth.scheduler.SchedulerOptions;
import io.berth.simulator.KubeletOptions;

/**
 * What a world is made of.
 *
 * @param profile the scheduler's profile
 * @param options the scheduler's options
 * @param kubelets how kubelets behave
 * @param gates the scheduler's feature gates
 * @param seed for the scheduler's chance
 */
public record WorldSettings(
    Profile profile, SchedulerOptions options, KubeletOptions kubelets, FeatureGates gates, long seed) {
  /** Plugins with modules of their own stand before this one. */
  private static final String NEXT = "NodeResourcesBalancedAllocation";

  /** The default profile, everything as usual. */
  public static WorldSettings defaults() {
    PluginFactory devices = DynamicResources.factory(DynamicResourcesArgs.DEFAULT);
    Profile profile =
        DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME)
            .enableBefore(NEXT, new Profile.EnabledPlugin(DynamicResources.NAME, devices, DynamicResources.WEIGHT))
            .enableBefore(NEXT, DefaultPreemption.withDefaults())
            .build();
    return new WorldSettings(profile, SchedulerOptions.defaults(), KubeletOptions.defaults(), FeatureGates.defaults(), 1);
  }

  /** The same with another profile. */
  public WorldSettings withProfile(Profile other) {
    return new WorldSettings(other, options, kubelets, gates, seed);
  }

  /** The same with other options. */
  public WorldSettings withOptions(SchedulerOptions other) {
    return new WorldSettings(profile, other, kubelets, gates, seed);
  }

  /** The same with other kubelets. */
  public WorldSettings withKubelets(KubeletOptions other) {
    return new WorldSettings(profile, options, other, gates, seed);
  }

  /** The same with other gates. */
  public WorldSettings withGates(FeatureGates other) {
    return new WorldSettings(profile, options, kubelets, other, seed);
  }

  /** The same with another seed. */
  public WorldSettings withSeed(long other) {
    return new WorldSettings(profile, options, kubelets, gates, other);
  }
}
