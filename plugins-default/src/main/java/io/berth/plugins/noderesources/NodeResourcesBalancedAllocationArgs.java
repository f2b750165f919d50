package io.berth.plugins.noderesources;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Arguments of {@link NodeResourcesBalancedAllocation}.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go and validation/validation_pluginargs.go, v1.37.2.
 *
 * @param resources what is balanced; each once, each with weight 1
 */
public record NodeResourcesBalancedAllocationArgs(List<ResourceSpec> resources) {
  private static final String KIND = "NodeResourcesBalancedAllocationArgs";

  /** CPU and memory. */
  public static final NodeResourcesBalancedAllocationArgs DEFAULT =
      new NodeResourcesBalancedAllocationArgs(ResourceSpec.DEFAULT);

  /**
   * Checks and copies.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public NodeResourcesBalancedAllocationArgs {
    resources = List.copyOf(resources);
    Problems problems = new Problems();
    check(resources, problems);
    problems.throwIfAny(KIND);
  }

  /**
   * Reads arguments from a configuration, with upstream's defaults for what is absent.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public static NodeResourcesBalancedAllocationArgs from(Map<String, ?> args) {
    ArgsReader reader = ArgsReader.of(KIND, args);
    List<ResourceSpec> resources = ResourceSpec.read(reader, "resources");
    check(resources, reader.problems());
    reader.finish();
    return new NodeResourcesBalancedAllocationArgs(resources);
  }

  private static void check(List<ResourceSpec> resources, Problems problems) {
    if (resources.isEmpty()) {
      problems.add("resources", "at least one resource is needed");
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < resources.size(); i++) {
      ResourceSpec resource = resources.get(i);
      String path = "resources[" + i + "]";
      if (!seen.add(resource.name())) {
        problems.add(path + ".name", "\"" + resource.name() + "\" is there twice");
      }
      if (resource.weight() != 1) {
        problems.add(path + ".weight", resource.weight() + " should be 1");
      }
    }
  }
}
