package io.berth.scenario;

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
 * @param seed for the scheduler's chance
 */
public record WorldSettings(Profile profile, SchedulerOptions options, KubeletOptions kubelets, long seed) {
  /** The default profile, everything as usual. */
  public static WorldSettings defaults() {
    Profile profile =
        DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME)
            .enableBefore("NodeResourcesBalancedAllocation", DefaultPreemption.withDefaults())
            .build();
    return new WorldSettings(profile, SchedulerOptions.defaults(), KubeletOptions.defaults(), 1);
  }

  /** The same with another profile. */
  public WorldSettings withProfile(Profile other) {
    return new WorldSettings(other, options, kubelets, seed);
  }

  /** The same with other options. */
  public WorldSettings withOptions(SchedulerOptions other) {
    return new WorldSettings(profile, other, kubelets, seed);
  }

  /** The same with other kubelets. */
  public WorldSettings withKubelets(KubeletOptions other) {
    return new WorldSettings(profile, options, other, seed);
  }

  /** The same with another seed. */
  public WorldSettings withSeed(long other) {
    return new WorldSettings(profile, options, kubelets, other);
  }
}
