package io.berth.preemption;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import java.util.Map;

/**
 * Arguments of {@link DefaultPreemption}: how many candidate nodes are enough. The search ends when so many are found, one of them without
 * a violated disruption budget among them.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go and validation/validation_pluginargs.go, v1.37.2.
 *
 * @param minCandidateNodesPercentage share of the nodes where preemption may help, 0 to 100
 * @param minCandidateNodesAbsolute number of nodes, where that is more than the share
 */
public record DefaultPreemptionArgs(int minCandidateNodesPercentage, int minCandidateNodesAbsolute) {
  /** A tenth of the nodes, a hundred at least. */
  public static final DefaultPreemptionArgs DEFAULT = new DefaultPreemptionArgs(10, 100);

  private static final String KIND = "DefaultPreemptionArgs";
  private static final String PERCENTAGE = "minCandidateNodesPercentage";
  private static final String ABSOLUTE = "minCandidateNodesAbsolute";

  /**
   * Checks the numbers.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public DefaultPreemptionArgs {
    Problems problems = new Problems();
    check(minCandidateNodesPercentage, minCandidateNodesAbsolute, problems);
    problems.throwIfAny(KIND);
  }

  /**
   * Reads arguments from a configuration, with upstream's defaults for what is absent.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public static DefaultPreemptionArgs from(Map<String, ?> args) {
    ArgsReader reader = ArgsReader.of(KIND, args);
    int percentage = reader.int32(PERCENTAGE, DEFAULT.minCandidateNodesPercentage);
    int absolute = reader.int32(ABSOLUTE, DEFAULT.minCandidateNodesAbsolute);
    check(percentage, absolute, reader.problems());
    reader.finish();
    return new DefaultPreemptionArgs(percentage, absolute);
  }

  private static void check(int percentage, int absolute, Problems problems) {
    if (percentage < 0 || percentage > 100) {
      problems.add(PERCENTAGE, percentage + " is not in the range 0 to 100");
    }
    if (absolute < 0) {
      problems.add(ABSOLUTE, absolute + " is negative");
    }
    if (percentage == 0 && absolute == 0) {
      problems.add(PERCENTAGE, "0 leaves no candidate while " + ABSOLUTE + " is 0, too; make one of them positive");
    }
  }

  /** How many candidates are enough among so many nodes. */
  int enoughOf(int nodes) {
    int share = (int) ((long) nodes * minCandidateNodesPercentage / 100);
    return Math.min(nodes, Math.max(share, minCandidateNodesAbsolute));
  }
}
