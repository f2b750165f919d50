package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.AllocationOutcome;
import io.berth.dynamicresources.allocator.Allocator;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.framework.Timers;
import io.berth.framework.model.NodeInfo;
import java.time.Duration;
import java.util.List;

/** Looks for devices among those that were published at the start of a cycle. Called for several nodes at once. */
final class DeviceSearch {
  private final Allocator allocator;
  private final DevicePools pools;
  private final Timers timers;
  private final Duration limit;

  /**
   * A search.
   *
   * @param limit how long it may take on one node; zero for no limit
   */
  DeviceSearch(Allocator allocator, DevicePools pools, Timers timers, Duration limit) {
    this.allocator = allocator;
    this.pools = pools;
    this.timers = timers;
    this.limit = limit;
  }

  /** How a search ended. */
  record Result(AllocationOutcome outcome, boolean timedOut) {}

  /** Looks for devices that the node can use. */
  Result on(NodeInfo node, AllocatedState state, List<ClaimToAllocate> claims) {
    TimeLimit time = new TimeLimit(timers, limit);
    AllocationOutcome outcome = allocator.allocate(pools, state, node, claims, time);
    return new Result(outcome, outcome instanceof AllocationOutcome.Failed && time.isUp());
  }

  /** Whether the node has enough of what the claims ask for, whoever it is allocated to. */
  boolean hasEnough(NodeInfo node, List<ClaimToAllocate> claims) {
    return allocator.hasEnough(pools, node, claims);
  }

  /** Whether the devices of an earlier result can be had in this state. */
  Result again(NodeInfo node, AllocatedState state, Allocated earlier) {
    return new Result(allocator.again(pools, state, node, earlier), false);
  }

  /** The devices that are published. */
  DevicePools pools() {
    return pools;
  }
}
