package io.berth.dynamicresources.allocator;

/** What came of a search for devices on one node. */
public sealed interface AllocationOutcome permits Allocated, AllocationOutcome.NotPossible, AllocationOutcome.Failed {

  /**
   * How many steps the search took: upstream's numAllocateOneInvocations.
   */
  long steps();

  /**
   * The claims cannot all be allocated on this node now.
   *
   * @param steps the steps of the search
   */
  record NotPossible(long steps) implements AllocationOutcome {}

  /**
   * Something is wrong: with a claim, a class, an expression, a pool; or the time was up.
   *
   * @param message what, as upstream words it
   * @param thisNodeOnly whether other nodes may still do (upstream's ErrFailedAllocationOnNode); else the whole attempt has
   *     failed
   * @param steps the steps of the search
   */
  record Failed(String message, boolean thisNodeOnly, long steps) implements AllocationOutcome {}
}
