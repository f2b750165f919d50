package io.berth.dynamicresources;

import io.berth.dynamicresources.ExtendedResources.OnNode;
import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocationOutcome;
import io.berth.dynamicresources.allocator.Allocator;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a node can have a pod with claims.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (Filter), v1.37.2.
 */
final class ClaimFilter {
  private static final String OPTIONAL_NODE_OPERATIONS = "DRAOptionalNodeOperations";
  private static final Status NOT_AVAILABLE = unresolvable("resourceclaim not available on the node");
  private static final String CANNOT_ALLOCATE = "cannot allocate all claims";
  private static final Status NOT_ENOUGH = unresolvable(CANNOT_ALLOCATE);
  /** Preemption may help. */
  private static final Status NOT_ENOUGH_NOW = Status.unschedulable(CANNOT_ALLOCATE).withPlugin(DynamicResources.NAME);

  private final Allocator allocator;
  private final ExtendedResources extendedResources;
  private final @Nullable ClaimPreemption preemption;

  /**
   * A filter.
   *
   * @param preemption {@code null} while preemption does not help with devices
   */
  ClaimFilter(Allocator allocator, ExtendedResources extendedResources, @Nullable ClaimPreemption preemption) {
    this.allocator = allocator;
    this.extendedResources = extendedResources;
    this.preemption = preemption;
  }

  static Status unresolvable(String reason) {
    return Status.unresolvable(reason).withPlugin(DynamicResources.NAME);
  }

  /** The verdict; what was found is left in the state. */
  Status filter(ClaimsState state, PodInfo pod, NodeInfo node) {
    OnNode.Devices special = null;
    if (state.specialIndex() >= 0) {
      OnNode onNode = extendedResources.onNode(state.claim(state.specialIndex()), state.userClaims() > 0, pod, node);
      if (onNode instanceof OnNode.Reject reject) {
        return reject.status().withPlugin(DynamicResources.NAME);
      }
      special = onNode instanceof OnNode.Devices devices ? devices : null;
      if (special == null && state.userClaims() == 0) {
        return Status.SUCCESS;
      }
    }
    Allocated allocated = null;
    DeviceSearch search = state.search();
    if (search != null) {
      List<ClaimToAllocate> wanting = wanting(state, special);
      DeviceSearch.Result result = preemption == null
          ? search.on(node, state.allocated(), wanting)
          : preemption.search(state, search, pod, node, wanting);
      if (!(result.outcome() instanceof Allocated found)) {
        // Devices that others leave are of no use where another claim of the pod can't be used, or where there are too few of them;
        // but what is released for the pod already is waited for.
        boolean mayChange = preemption != null
            && ClaimPreemption.mayHelp(state, pod)
            && unavailable(state, node) == null
            && (preemption.holdsFor(pod, node) || search.hasEnough(node, state.wanting()));
        return failure(result, node, mayChange ? NOT_ENOUGH_NOW : NOT_ENOUGH);
      }
      allocated = found;
    }
    BitSet unavailable = unavailable(state, node);
    if (unavailable != null) {
      state.unavailable(unavailable);
      return NOT_AVAILABLE;
    }
    if (allocated != null) {
      state.found(node.name(), new NodeAllocation(allocated, special));
    }
    return Status.SUCCESS;
  }

  /** The claims that have no allocation; the special one as it is on the node. */
  private List<ClaimToAllocate> wanting(ClaimsState state, OnNode.@Nullable Devices special) {
    if (special == null) {
      return state.wanting();
    }
    List<ClaimToAllocate> wanting = new ArrayList<>(state.wanting());
    wanting.add(special.claim().toAllocate(allocator));
    return wanting;
  }

  private static @Nullable BitSet unavailable(ClaimsState state, NodeInfo node) {
    BitSet unavailable = null;
    for (int i = 0; i < state.size(); i++) {
      ClaimAllocation allocation = state.claim(i).allocation();
      if (allocation != null && (state.isBlocked(i) || state.isDenied(i) || !isUsable(allocation, node))) {
        unavailable = unavailable == null ? new BitSet(state.size()) : unavailable;
        unavailable.set(i);
      }
    }
    return unavailable;
  }

  private static boolean isUsable(ClaimAllocation allocation, NodeInfo node) {
    return allocation.isAvailableOn(node)
        && (!allocation.skipsNodeOperations() || node.declaredFeatures().contains(OPTIONAL_NODE_OPERATIONS));
  }

  private static Status failure(DeviceSearch.Result result, NodeInfo node, Status notEnough) {
    if (!(result.outcome() instanceof AllocationOutcome.Failed failed)) {
      return notEnough;
    }
    if (result.timedOut()) {
      // It may well be over the next time: an error is retried, and does not wait for an event.
      return error("node " + node.name() + ": timed out trying to allocate devices");
    }
    return failed.thisNodeOnly() ? unresolvable(failed.message()) : error(failed.message());
  }

  private static Status error(String message) {
    return Status.error(message).withPlugin(DynamicResources.NAME);
  }
}
