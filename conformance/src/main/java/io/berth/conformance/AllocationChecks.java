package io.berth.conformance;

import io.berth.dynamicresources.allocator.AllocationOutcome;
import java.util.List;

final class AllocationChecks {
  private AllocationChecks() {}

  static List<Mismatch> check(AllocatorCase input, AllocationOutcome outcome) {
    return List.of();
  }
}
