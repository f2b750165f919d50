package io.berth.plugins.noderesources;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * A resource that is scored.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go (ResourceSpec), v1.37.2.
 *
 * @param name such as {@code cpu}
 * @param weight how much it counts among the resources
 */
public record ResourceSpec(String name, long weight) {
  /** CPU and memory, equally. */
  static final List<ResourceSpec> DEFAULT = List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1));

  /** Reads a list: none means the default ones, weight 0 means 1. */
  static List<ResourceSpec> read(ArgsReader reader, String field) {
    List<ResourceSpec> resources = new ArrayList<>();
    for (ArgsReader resource : reader.objects(field)) {
      String name = resource.string("name");
      long weight = resource.int64("weight", 1);
      resources.add(new ResourceSpec(name == null ? "" : name, weight == 0 ? 1 : weight));
    }
    return resources.isEmpty() ? DEFAULT : resources;
  }

  /** Notes weights that are not between 1 and 100. */
  static void checkWeights(List<ResourceSpec> resources, String path, Problems problems) {
    for (int i = 0; i < resources.size(); i++) {
      ResourceSpec resource = resources.get(i);
      if (resource.weight <= 0 || resource.weight > 100) {
        problems.add(
            path + "[" + i + "].weight", resource.weight + " of " + resource.name + " is not between 1 and 100");
      }
    }
  }
}
