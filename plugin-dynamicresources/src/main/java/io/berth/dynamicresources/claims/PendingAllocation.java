package io.berth.dynamicresources.claims;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What a claim is about to be given: chosen in Reserve, not yet written.
 *
 * @param claim the claim as it was when the choice was made
 * @param allocation what was chosen
 * @param podUids the pods that count on it, in the order in which they came
 */
public record PendingAllocation(ClaimInfo claim, ClaimAllocation allocation, Set<String> podUids) {
  /** Copies the set. */
  public PendingAllocation {
    podUids = Collections.unmodifiableSet(new LinkedHashSet<>(podUids));
  }

  PendingAllocation with(String podUid) {
    Set<String> more = new LinkedHashSet<>(podUids);
    more.add(podUid);
    return new PendingAllocation(claim, allocation, more);
  }

  PendingAllocation without(String podUid) {
    Set<String> fewer = new LinkedHashSet<>(podUids);
    fewer.remove(podUid);
    return new PendingAllocation(claim, allocation, fewer);
  }
}
