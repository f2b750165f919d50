package io.berth.dynamicresources.slices;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a device takes of the counters of its pool, by the counters' dense numbers. Immutable; arrays are not to be written to.
 */
public final class CounterUse {

  /** One counter set that a device draws on, and what it declares there. */
  record Membership(int set, List<String> groups) {}

  private final int[] counters;
  private final long[] amounts;
  private final BigInteger @Nullable [] exact;
  private final List<Membership> memberships;

  CounterUse(int[] counters, long[] amounts, BigInteger @Nullable [] exact, List<Membership> memberships) {
    this.counters = counters;
    this.amounts = amounts;
    this.exact = exact;
    this.memberships = List.copyOf(memberships);
  }

  /** How many counters it takes from. */
  int size() {
    return counters.length;
  }

  int counter(int i) {
    return counters[i];
  }

  long amount(int i) {
    return amounts[i];
  }

  /** The amount where 64 bits are not enough for the pool. */
  BigInteger exactAmount(int i) {
    if (exact == null) {
      throw new IllegalStateException("amounts of this pool fit into 64 bits");
    }
    return exact[i];
  }

  List<Membership> memberships() {
    return memberships;
  }
}
