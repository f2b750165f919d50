package io.berth.plugins.interpodaffinity;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import java.util.Map;

/**
 * Arguments of {@link InterPodAffinity}.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go and validation/validation_pluginargs.go, v1.37.2.
 *
 * @param hardPodAffinityWeight the weight, for scoring, of required affinity that pods on nodes have to the incoming pod; 0 to 100
 * @param ignorePreferredTermsOfExistingPods whether preferences of pods on nodes count only for pods that have preferences themselves
 */
public record InterPodAffinityArgs(int hardPodAffinityWeight, boolean ignorePreferredTermsOfExistingPods) {
  private static final String KIND = "InterPodAffinityArgs";
  private static final String WEIGHT = "hardPodAffinityWeight";
  private static final int DEFAULT_WEIGHT = 1;
  private static final int MAX_WEIGHT = 100;

  /** Weight 1, and the preferences of all pods count. */
  public static final InterPodAffinityArgs DEFAULT = new InterPodAffinityArgs(DEFAULT_WEIGHT, false);

  /**
   * Checks.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public InterPodAffinityArgs {
    Problems problems = new Problems();
    check(hardPodAffinityWeight, problems);
    problems.throwIfAny(KIND);
  }

  /**
   * Reads arguments from a configuration, with upstream's defaults for what is absent.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public static InterPodAffinityArgs from(Map<String, ?> args) {
    ArgsReader reader = ArgsReader.of(KIND, args);
    int weight = reader.int32(WEIGHT, DEFAULT_WEIGHT);
    boolean ignore = reader.bool("ignorePreferredTermsOfExistingPods", false);
    check(weight, reader.problems());
    reader.finish();
    return new InterPodAffinityArgs(weight, ignore);
  }

  private static void check(int weight, Problems problems) {
    if (weight < 0 || weight > MAX_WEIGHT) {
      problems.add(WEIGHT, weight + " is not between 0 and " + MAX_WEIGHT);
    }
  }
}
