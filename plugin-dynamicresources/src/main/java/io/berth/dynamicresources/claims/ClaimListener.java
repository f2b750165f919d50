package io.berth.dynamicresources.claims;

import org.jspecify.annotations.Nullable;

/** Hears of each change of a claim as the tracker knows it, from events and from the scheduler's own writes. */
@FunctionalInterface
public interface ClaimListener {
  /**
   * A claim has changed. The tracker shows the new version already. On the scheduler's own thread.
   *
   * @param before what was known, {@code null} for a new claim
   * @param after what is known now, {@code null} for one that is gone
   */
  void changed(@Nullable ClaimInfo before, @Nullable ClaimInfo after);

  /**
   * An allocation in flight has been given up, or its claim has gone before it was known to be written: nothing is booked for the claim any
   * more, unless it has an allocation all the same.
   */
  default void givenUp(String claimUid) {}
}
