package io.berth.plugins.noderesources;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScorePlugin;
import io.berth.framework.StateKey;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Set;

/**
 * Favours nodes whose resources would be in use to the same degree: the spread of the degrees with the pod against that without it.
 * About 75 means no change, above is better, below is worse.
 *
 * <p>A pod that requests nothing is not scored, since all such pods would go to the same node.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go, v1.37.2.
 */
public final class NodeResourcesBalancedAllocation implements PreScorePlugin, ScorePlugin {
  /** The plugin's name. */
  public static final String NAME = "NodeResourcesBalancedAllocation";

  private static final StateKey<ScoredRequest> PRE_SCORE = StateKey.of("PreScore" + NAME);

  private final List<ResourceSpec> resources;
  private final DeviceClassResolver classes;

  /** Made by the profile's factory. */
  public NodeResourcesBalancedAllocation(Handle handle, NodeResourcesBalancedAllocationArgs args) {
    resources = args.resources();
    classes = DeviceClassResolver.of(handle);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    return classes == DeviceClassResolver.NONE ? Set.of() : Set.of(ResourceKind.DEVICE_CLASSES);
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    ScoredRequest request = request(state, pod);
    if (request.isEmpty()) {
      return Status.SKIP;
    }
    state.write(PRE_SCORE, request);
    return Status.SUCCESS;
  }

  private ScoredRequest request(CycleState state, PodInfo pod) {
    return ScoredRequest.of(pod, resources, true).withDevices(classes, state.find(DeviceTotals.KEY));
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    ScoredRequest request = state.find(PRE_SCORE);
    if (request == null) {
      request = request(state, pod);
      if (request.isEmpty()) {
        return 0;
      }
    }
    long with = balance(request, node, true);
    long without = balance(request, node, false);
    return MAX_NODE_SCORE / 2 + (MAX_NODE_SCORE / 2 + with - without) / 2;
  }

  /** 100 less the standard deviation of the degrees of use, in percent. */
  private static long balance(ScoredRequest request, NodeInfo node, boolean withPod) {
    int count = 0;
    double first = 0;
    double last = 0;
    double total = 0;
    for (int i = 0; i < request.size(); i++) {
      long allocatable = request.allocatable(i, node);
      if (allocatable != 0) {
        last = fraction(request, node, i, allocatable, withPod);
        first = count++ == 0 ? last : first;
        total += last;
      }
    }
    double deviation = 0;
    if (count == 2) {
      deviation = Math.abs((first - last) / 2);
    } else if (count > 2) {
      double mean = total / count;
      double sum = 0;
      for (int i = 0; i < request.size(); i++) {
        long allocatable = request.allocatable(i, node);
        if (allocatable != 0) {
          double fraction = fraction(request, node, i, allocatable, withPod);
          sum += (fraction - mean) * (fraction - mean);
        }
      }
      deviation = Math.sqrt(sum / count);
    }
    return (long) ((1 - deviation) * MAX_NODE_SCORE);
  }

  private static double fraction(
      ScoredRequest request, NodeInfo node, int i, long allocatable, boolean withPod) {
    long inUse = request.allocated(i, node) + (withPod ? request.amount(i) : 0);
    if (request.isLarge(i, node, allocatable, inUse)) {
      ScoredRequest.Scaled scaled = request.exact(i, node, withPod);
      return scaled.capacity() == 0 ? 1 : Math.min((double) scaled.inUse() / scaled.capacity(), 1);
    }
    return Math.min((double) inUse / allocatable, 1);
  }
}
