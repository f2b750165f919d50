package io.berth.plugins.noderesources;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import io.berth.framework.selector.LabelSyntax;
import java.util.List;
import java.util.Map;

/**
 * Arguments of {@link NodeResourcesFit}.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go and validation/validation_pluginargs.go, v1.37.2.
 *
 * @param ignoredResources extended resources that Filter does not look at
 * @param ignoredResourceGroups the same for all extended resources of these domains, such as {@code example.com}
 * @param scoringStrategy how nodes are ranked
 */
public record NodeResourcesFitArgs(
    List<String> ignoredResources, List<String> ignoredResourceGroups, ScoringStrategy scoringStrategy) {
  private static final String KIND = "NodeResourcesFitArgs";

  /** Nothing is ignored; least allocated, CPU and memory equally. */
  public static final NodeResourcesFitArgs DEFAULT =
      new NodeResourcesFitArgs(List.of(), List.of(), ScoringStrategy.DEFAULT);

  /**
   * Checks and copies.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public NodeResourcesFitArgs {
    ignoredResources = List.copyOf(ignoredResources);
    ignoredResourceGroups = List.copyOf(ignoredResourceGroups);
    Problems problems = new Problems();
    check(ignoredResources, ignoredResourceGroups, scoringStrategy, problems);
    problems.throwIfAny(KIND);
  }

  /**
   * Reads arguments from a configuration, with upstream's defaults for what is absent.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public static NodeResourcesFitArgs from(Map<String, ?> args) {
    ArgsReader reader = ArgsReader.of(KIND, args);
    List<String> resources = reader.strings("ignoredResources");
    List<String> groups = reader.strings("ignoredResourceGroups");
    ScoringStrategy strategy = ScoringStrategy.read(reader.object("scoringStrategy"));
    check(resources, groups, strategy, reader.problems());
    reader.finish();
    return new NodeResourcesFitArgs(resources, groups, strategy);
  }

  /** A copy with another strategy. */
  public NodeResourcesFitArgs withScoringStrategy(ScoringStrategy strategy) {
    return new NodeResourcesFitArgs(ignoredResources, ignoredResourceGroups, strategy);
  }

  private static void check(
      List<String> resources, List<String> groups, ScoringStrategy strategy, Problems problems) {
    for (int i = 0; i < resources.size(); i++) {
      if (!LabelSyntax.isLabelKey(resources.get(i))) {
        problems.add("ignoredResources[" + i + "]", quoted(resources.get(i)) + " is no qualified name");
      }
    }
    for (int i = 0; i < groups.size(); i++) {
      String path = "ignoredResourceGroups[" + i + "]";
      if (groups.get(i).indexOf('/') >= 0) {
        problems.add(path, quoted(groups.get(i)) + " has a '/'; give the part before it");
      } else if (!LabelSyntax.isLabelKey(groups.get(i))) {
        problems.add(path, quoted(groups.get(i)) + " is no qualified name");
      }
    }
    ScoringStrategy.check(strategy, "scoringStrategy", problems);
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
