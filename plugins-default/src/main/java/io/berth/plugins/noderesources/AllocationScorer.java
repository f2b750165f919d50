package io.berth.plugins.noderesources;

import io.berth.framework.CycleState;
import io.berth.framework.ScorePlugin;
import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * Ranks nodes by how much of them would be in use with the pod: the weighted mean over the resources.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/least_allocated.go, most_allocated.go and
 * requested_to_capacity_ratio.go, v1.37.2.
 */
final class AllocationScorer {
  /** The score of one resource. */
  @FunctionalInterface
  private interface ResourceScore {
    long of(long requested, long capacity);
  }

  private final List<ResourceSpec> resources;
  private final ResourceScore resourceScore;
  private final boolean zerosCount;
  private final DeviceClassResolver classes;

  private AllocationScorer(
      List<ResourceSpec> resources, ResourceScore resourceScore, boolean zerosCount, DeviceClassResolver classes) {
    this.resources = resources;
    this.resourceScore = resourceScore;
    this.zerosCount = zerosCount;
    this.classes = classes;
  }

  static AllocationScorer of(ScoringStrategy strategy, DeviceClassResolver classes) {
    if (strategy instanceof ScoringStrategy.RequestedToCapacityRatio ratio) {
      BrokenLine line = BrokenLine.of(ratio.shape());
      return new AllocationScorer(
          strategy.resources(),
          (requested, capacity) -> line.at(requested > capacity ? 100 : requested * 100 / capacity),
          false,
          classes);
    }
    return new AllocationScorer(
        strategy.resources(),
        strategy instanceof ScoringStrategy.MostAllocated ? AllocationScorer::most : AllocationScorer::least,
        true,
        classes);
  }

  private static long least(long requested, long capacity) {
    return requested > capacity ? 0 : (capacity - requested) * ScorePlugin.MAX_NODE_SCORE / capacity;
  }

  private static long most(long requested, long capacity) {
    // More than there is can be in use: pods without requests count with a default.
    return Math.min(requested, capacity) * ScorePlugin.MAX_NODE_SCORE / capacity;
  }

  /** What counts for the pod; asked once a cycle. */
  ScoredRequest request(CycleState state, PodInfo pod) {
    return ScoredRequest.of(pod, resources, false).withDevices(classes, state.find(DeviceTotals.KEY));
  }

  private long score(ScoredRequest request, NodeInfo node, int i, long capacity) {
    long inUse = request.allocated(i, node) + request.amount(i);
    if (request.isLarge(i, node, capacity, inUse)) {
      ScoredRequest.Scaled scaled = request.exact(i, node, true);
      return scaled.capacity() == 0 ? resourceScore.of(1, 1) : resourceScore.of(scaled.inUse(), scaled.capacity());
    }
    return resourceScore.of(inUse, capacity);
  }

  /** The node's score, 0 to 100. */
  long score(ScoredRequest request, NodeInfo node) {
    long sum = 0;
    long weights = 0;
    for (int i = 0; i < request.size(); i++) {
      long capacity = request.allocatable(i, node);
      if (capacity != 0) {
        long score = score(request, node, i, capacity);
        if (zerosCount || score > 0) {
          sum += score * request.weight(i);
          weights += request.weight(i);
        }
      }
    }
    if (weights == 0) {
      return 0;
    }
    return zerosCount ? sum / weights : Math.round((double) sum / weights);
  }
}
