package io.berth.plugins.noderesources;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How {@link NodeResourcesFit} ranks the nodes that have room.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go (ScoringStrategy), v1.37.2.
 */
public sealed interface ScoringStrategy {
  /** What is looked at. */
  List<ResourceSpec> resources();

  /**
   * Nodes with the least in use first: spreads.
   *
   * @param resources what is looked at
   */
  record LeastAllocated(List<ResourceSpec> resources) implements ScoringStrategy {
    /** Copies the list. */
    public LeastAllocated {
      resources = List.copyOf(resources);
    }
  }

  /**
   * Nodes with the most in use first: packs.
   *
   * @param resources what is looked at
   */
  record MostAllocated(List<ResourceSpec> resources) implements ScoringStrategy {
    /** Copies the list. */
    public MostAllocated {
      resources = List.copyOf(resources);
    }
  }

  /**
   * A score for each utilisation.
   *
   * @param resources what is looked at
   * @param shape points of a broken line, by growing utilisation; level before the first and after the last
   */
  record RequestedToCapacityRatio(List<ResourceSpec> resources, List<UtilizationShapePoint> shape)
      implements ScoringStrategy {
    /** Copies the lists. */
    public RequestedToCapacityRatio {
      resources = List.copyOf(resources);
      shape = List.copyOf(shape);
    }
  }

  /** Least allocated, CPU and memory equally. */
  ScoringStrategy DEFAULT = new LeastAllocated(ResourceSpec.DEFAULT);

  /** Reads a strategy; what is wrong is noted, and something valid enough is returned. */
  static ScoringStrategy read(@Nullable ArgsReader reader) {
    if (reader == null) {
      return DEFAULT;
    }
    String type = reader.string("type");
    List<ResourceSpec> resources = ResourceSpec.read(reader, "resources");
    ArgsReader ratio = reader.object("requestedToCapacityRatio");
    List<UtilizationShapePoint> shape = ratio == null ? List.of() : UtilizationShapePoint.read(ratio, "shape");
    if ("RequestedToCapacityRatio".equals(type)) {
      return new RequestedToCapacityRatio(resources, shape);
    }
    if (ratio != null) {
      reader
          .problems()
          .add(
              reader.path("requestedToCapacityRatio"),
              "is for the type RequestedToCapacityRatio; leave it out or change the type");
    }
    if ("MostAllocated".equals(type)) {
      return new MostAllocated(resources);
    }
    if (!"LeastAllocated".equals(type)) {
      reader
          .problems()
          .add(
              reader.path("type"),
              "\"" + (type == null ? "" : type)
                  + "\" is none of LeastAllocated, MostAllocated, RequestedToCapacityRatio");
    }
    return new LeastAllocated(resources);
  }

  /** Notes what is wrong with a strategy. */
  static void check(ScoringStrategy strategy, String path, Problems problems) {
    ResourceSpec.checkWeights(strategy.resources(), path + ".resources", problems);
    if (strategy.resources().isEmpty()) {
      problems.add(path + ".resources", "at least one resource is needed");
    }
    if (strategy instanceof RequestedToCapacityRatio ratio) {
      UtilizationShapePoint.check(ratio.shape(), path + ".requestedToCapacityRatio.shape", problems);
    }
  }
}
