package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.internal.PersistentMap;
import io.berth.framework.resource.ExactQuantity;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is free of a pool: devices, counters and compatibility groups, derived from what is allocated. Immutable; a change of
 * one device gives a new ledger without looking at the others.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go checkAvailableCounters,
 * compatibilityGroupsBaselineForPool, v1.37.2.
 */
public final class PoolLedger {

  private final PoolModel model;
  private final long[] exclusive;
  /** By number; null while no share of any device is in use. */
  private final DeviceUsage @Nullable [] shared;
  private final long[] free;
  private final BigInteger @Nullable [] exactFree;
  private final GroupState @Nullable [] groups;
  /** How many devices are allocated that the pool does not publish any more. */
  private final int vanished;
  private final int overdrawn;

  private PoolLedger(Draft draft) {
    this.model = draft.model;
    this.exclusive = draft.exclusive;
    this.shared = draft.shared;
    this.free = draft.free;
    this.exactFree = draft.exactFree;
    this.groups = draft.groups;
    this.vanished = draft.vanished;
    int negative = 0;
    for (int c = 0; c < free.length; c++) {
      negative += (exactFree == null ? free[c] : exactFree[c].signum()) < 0 ? 1 : 0;
    }
    this.overdrawn = negative;
  }

  static PoolLedger untouched(PoolModel model) {
    return new PoolLedger(new Draft(model));
  }

  /** What is free of the pool if this is allocated, by the names of the devices. */
  public static PoolLedger of(PoolModel model, PersistentMap<String, DeviceUsage> usage) {
    if (usage.isEmpty()) {
      return model.untouched();
    }
    Draft draft = new Draft(model);
    usage.forEach((device, used) -> draft.change(device, DeviceUsage.NONE, used));
    return new PoolLedger(draft);
  }

  /** The ledger after a change of what is allocated of one device. */
  public PoolLedger with(String device, DeviceUsage before, DeviceUsage after) {
    Draft draft = new Draft(this);
    draft.change(device, before, after);
    return new PoolLedger(draft);
  }

  /** The pool that it is about. */
  public PoolModel model() {
    return model;
  }

  /** Whether all of the device with the number is taken. */
  public boolean isTaken(int number) {
    return (exclusive[number >> 6] & 1L << number) != 0;
  }

  /** What is taken of the device with the number by shares. */
  public DeviceUsage usage(int number) {
    DeviceUsage usage = shared == null ? null : shared[number];
    return usage == null ? DeviceUsage.NONE : usage;
  }

  /**
   * Whether nothing that draws on counters can be allocated: a counter is overdrawn, or a device is allocated of which nobody
   * knows any more what it draws.
   */
  public boolean isOverdrawn() {
    return overdrawn > 0 || vanished > 0;
  }

  /** What is left of the counters, by {@code set/counter}: for reports and checks, not for cycles. */
  public Map<String, ExactQuantity> freeCounters() {
    CounterPlan.Numbers numbers = model.counters().numbers;
    Map<String, ExactQuantity> all = new TreeMap<>();
    for (int c = 0; c < free.length; c++) {
      BigInteger left = exactFree == null ? BigInteger.valueOf(free[c]) : exactFree[c];
      all.put(numbers.names().get(c), ExactQuantity.parse(left.multiply(numbers.units()[c]) + "n"));
    }
    return all;
  }

  /** The number of counters. */
  int counters() {
    return free.length;
  }

  /** What is left of the counters, in the units of the pool; not to be written to. */
  long[] free() {
    return free;
  }

  /** What is left where 64 bits are not enough for the pool; null where they are. */
  BigInteger @Nullable [] exactFree() {
    return exactFree;
  }

  /** The groups that are on the counter sets; null if no device of the pool declares groups. */
  GroupState @Nullable [] groups() {
    return groups;
  }

  /** Whether both say the same of the same pool. */
  public boolean says(PoolLedger other) {
    return model == other.model && vanished == other.vanished && Arrays.equals(exclusive, other.exclusive)
        && Arrays.equals(free, other.free) && Arrays.equals(exactFree, other.exactFree)
        && Arrays.equals(sharedOrNone(), other.sharedOrNone());
  }

  private DeviceUsage[] sharedOrNone() {
    DeviceUsage[] all = new DeviceUsage[model.size()];
    for (int i = 0; i < all.length; i++) {
      DeviceUsage usage = usage(i);
      all[i] = new DeviceUsage(0, usage.shares(), usage.consumed());
    }
    return all;
  }

  /** A ledger under construction. */
  private static final class Draft {
    private final PoolModel model;
    private final long[] exclusive;
    private DeviceUsage @Nullable [] shared;
    private final long[] free;
    private final BigInteger @Nullable [] exactFree;
    private final GroupState @Nullable [] groups;
    private int vanished;

    Draft(PoolModel model) {
      CounterPlan plan = model.counters();
      this.model = model;
      this.exclusive = new long[(model.size() + 63) >> 6];
      this.free = plan.totals.clone();
      this.exactFree = plan.exactTotals == null ? null : plan.exactTotals.clone();
      this.groups = plan.groups ? new GroupState[plan.numbers.sets()] : null;
      if (groups != null) {
        Arrays.fill(groups, GroupState.NOBODY);
      }
    }

    Draft(PoolLedger ledger) {
      this.model = ledger.model;
      this.exclusive = ledger.exclusive.clone();
      this.shared = ledger.shared == null ? null : ledger.shared.clone();
      this.free = ledger.free.length == 0 ? ledger.free : ledger.free.clone();
      this.exactFree = ledger.exactFree == null ? null : ledger.exactFree.clone();
      this.groups = ledger.groups == null ? null : ledger.groups.clone();
      this.vanished = ledger.vanished;
    }

    void change(String device, DeviceUsage before, DeviceUsage after) {
      int[] numbers = model.numbersOf(device);
      int more = (after.isAllocated() ? 1 : 0) - (before.isAllocated() ? 1 : 0);
      if (numbers.length == 0 || !model.isCurrent(device)) {
        vanished += more;
      }
      for (int number : numbers) {
        long bit = 1L << number;
        exclusive[number >> 6] = after.exclusive() > 0 ? exclusive[number >> 6] | bit : exclusive[number >> 6] & ~bit;
        if (shared != null || after.isShared()) {
          shared = shared == null ? new DeviceUsage[model.size()] : shared;
          shared[number] = after.isShared() ? after : null;
        }
        CounterUse use = model.counterUse(number);
        if (use != null && more != 0) {
          draw(use, more);
          regroup(use);
        }
      }
    }

    private void draw(CounterUse use, int sign) {
      if (exactFree != null) {
        for (int i = 0; i < use.size(); i++) {
          BigInteger amount = use.exactAmount(i);
          exactFree[use.counter(i)] = exactFree[use.counter(i)].add(sign > 0 ? amount.negate() : amount);
        }
        return;
      }
      for (int i = 0; i < use.size(); i++) {
        free[use.counter(i)] -= sign * use.amount(i);
      }
    }

    /** Counts the members of the sets again that the device is on: an intersection cannot be taken back. */
    private void regroup(CounterUse use) {
      if (groups == null) {
        return;
      }
      List<CounterUse.Membership> memberships = use.memberships();
      for (CounterUse.Membership membership : memberships) {
        groups[membership.set()] = GroupState.NOBODY;
      }
      for (int number = 0; number < model.size(); number++) {
        CounterUse other = model.counterUse(number);
        if (other != null && isAllocated(number)) {
          for (CounterUse.Membership theirs : other.memberships()) {
            for (CounterUse.Membership ours : memberships) {
              if (ours.set() == theirs.set()) {
                groups[theirs.set()] = groups[theirs.set()].with(theirs.groups());
                break;
              }
            }
          }
        }
      }
    }

    private boolean isAllocated(int number) {
      return (exclusive[number >> 6] & 1L << number) != 0 || shared != null && shared[number] != null;
    }
  }
}
