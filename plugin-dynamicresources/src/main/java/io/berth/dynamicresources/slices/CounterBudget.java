package io.berth.dynamicresources.slices;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A working copy of a pool's counters and compatibility groups for one search: devices take of it and give back in the
 * reverse order. Used again for other searches; not thread-safe.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go checkAvailableCounters,
 * checkAndConsumeCompatibilityGroups, v1.37.2.
 */
public final class CounterBudget {

  private long[] left = new long[8];
  private BigInteger @Nullable [] exactLeft;
  private GroupState @Nullable [] groups;
  private final Deque<GroupState> former = new ArrayDeque<>();
  private boolean overdrawn;

  /** Starts over with what is free. */
  public void reset(PoolLedger ledger) {
    long[] free = ledger.free();
    if (left.length < free.length) {
      left = new long[free.length];
    }
    System.arraycopy(free, 0, left, 0, free.length);
    exactLeft = ledger.exactFree() == null ? null : ledger.exactFree().clone();
    groups = ledger.groups() == null ? null : ledger.groups().clone();
    former.clear();
    overdrawn = ledger.isOverdrawn();
  }

  /** Takes what a device draws, if there is enough and it goes with the others; else nothing changes. */
  public boolean take(CounterUse use) {
    if (!admits(use) || !isEnough(use)) {
      return false;
    }
    add(use, -1);
    if (groups != null) {
      for (CounterUse.Membership membership : use.memberships()) {
        former.push(groups[membership.set()]);
        groups[membership.set()] = groups[membership.set()].with(membership.groups());
      }
    }
    return true;
  }

  /** Gives back what the last device took that has not given back yet. */
  public void giveBack(CounterUse use) {
    add(use, 1);
    if (groups != null) {
      for (int i = use.memberships().size() - 1; i >= 0; i--) {
        groups[use.memberships().get(i).set()] = former.pop();
      }
    }
  }

  /** Whether all that took something have given it back. */
  public boolean isSettled() {
    return former.isEmpty();
  }

  /** Whether what is left is what is free according to the ledger. */
  public boolean equalsFreeOf(PoolLedger ledger) {
    for (int c = 0; c < ledger.counters(); c++) {
      boolean same = exactLeft == null ? left[c] == ledger.free()[c] : ledger.exactFree() != null
          && exactLeft[c].equals(ledger.exactFree()[c]);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private boolean admits(CounterUse use) {
    if (groups == null) {
      return true;
    }
    for (CounterUse.Membership membership : use.memberships()) {
      if (!groups[membership.set()].admits(membership.groups())) {
        return false;
      }
    }
    return true;
  }

  private boolean isEnough(CounterUse use) {
    if (overdrawn) {
      return false;
    }
    for (int i = 0; i < use.size(); i++) {
      if (exactLeft == null ? left[use.counter(i)] < use.amount(i)
          : exactLeft[use.counter(i)].compareTo(use.exactAmount(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  private void add(CounterUse use, int sign) {
    for (int i = 0; i < use.size(); i++) {
      int c = use.counter(i);
      if (exactLeft == null) {
        left[c] += sign * use.amount(i);
      } else {
        exactLeft[c] = sign > 0 ? exactLeft[c].add(use.exactAmount(i)) : exactLeft[c].subtract(use.exactAmount(i));
      }
    }
  }
}
