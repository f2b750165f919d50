package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.NodePools;
import io.berth.framework.Cancellation;
import io.berth.framework.model.NodeInfo;
import java.util.List;

/** One search. */
final class Search {
  Search(Features features, DeviceClassLister classes, CelCompiler cel, Solution.Context context) {}

  AllocationOutcome run(NodePools pools, AllocatedState state, NodeInfo node, List<ClaimToAllocate> claims, Cancellation cancellation) {
    throw new UnsupportedOperationException("the search comes next");
  }
}
