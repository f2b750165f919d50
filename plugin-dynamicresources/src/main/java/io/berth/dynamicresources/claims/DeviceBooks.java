package io.berth.dynamicresources.claims;

/** Where the tracker books devices: each allocation that is booked is released exactly once. */
public interface DeviceBooks {
  /** The devices, shares and capacities of the allocation are in use. */
  void book(ClaimAllocation allocation);

  /** They are not in use by this allocation any more. */
  void release(ClaimAllocation allocation);

  /** They stay in use, and something about the claim or about the pods that use it has changed. */
  default void touch(ClaimAllocation allocation) {}
}
