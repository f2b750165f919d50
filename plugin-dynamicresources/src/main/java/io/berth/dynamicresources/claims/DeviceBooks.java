package io.berth.dynamicresources.claims;

/** Where the tracker books devices: each allocation that is booked is released exactly once. */
public interface DeviceBooks {
  /** The devices, shares and capacities of the allocation are in use. */
  void book(ClaimAllocation allocation);

  /** They are not in use by this allocation any more. */
  void release(ClaimAllocation allocation);

  /** They stay in use, and others use them now, or the claim has come or gone while they are in flight. */
  default void touch(ClaimAllocation allocation) {}

  /**
   * They stay in use, by the same pods: nothing is in flight for the claim any more, which names all pods that waited for that. Those that
   * are on their way out do not keep it any longer.
   */
  default void arrived(ClaimInfo claim, ClaimAllocation allocation) {
    touch(allocation);
  }
}
