package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.CounterBudget;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.NodePools;
import io.berth.dynamicresources.slices.PoolLedger;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.resource.ExactQuantity;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The devices that a node can use, each with a place of its own, and what one search has given away of them. Used again for
 * other searches.
 */
final class Candidates {

  private List<PoolView> pools = List.of();
  private PoolLedger[] ledgers = new PoolLedger[4];
  private CounterBudget[] budgets = new CounterBudget[0];
  private boolean[] budgeted = new boolean[4];
  private int[] offsets = new int[4];
  private int size;
  /** How many bookings hold all of the device. */
  private int[] held = new int[8];
  /** How many bookings hold a share of the device. */
  private int[] shares = new int[8];
  /** What those take of its capacities; null if there are none. */
  private ExactQuantity @Nullable [][] given = new ExactQuantity[8][];

  void reset(NodePools nodePools, AllocatedState state) {
    pools = nodePools.pools();
    int count = pools.size();
    if (ledgers.length < count) {
      ledgers = new PoolLedger[count];
      offsets = new int[count];
      budgeted = new boolean[count];
    }
    size = 0;
    for (int p = 0; p < count; p++) {
      PoolView view = pools.get(p);
      offsets[p] = size;
      size += view.size();
      budgeted[p] = false;
      if (view.isUsable()) {
        ledgers[p] = state.ledger(view.model());
      }
    }
    if (held.length < size) {
      held = new int[size];
      shares = new int[size];
      given = new ExactQuantity[size][];
    } else {
      Arrays.fill(held, 0, size, 0);
      Arrays.fill(shares, 0, size, 0);
      Arrays.fill(given, 0, size, null);
    }
  }

  List<PoolView> pools() {
    return pools;
  }

  /** The number of devices in all pools. */
  int size() {
    return size;
  }

  /** The place of a device. */
  int place(int pool, int index) {
    return offsets[pool] + index;
  }

  Device device(int pool, int index) {
    return pools.get(pool).device(index);
  }

  PoolLedger ledger(int pool) {
    return ledgers[pool];
  }

  /** Whether all of it is taken, before or in this search. */
  boolean isTaken(int pool, int index) {
    return held[offsets[pool] + index] > 0 || ledgers[pool].isTaken(pools.get(pool).number(index));
  }

  /** Whether shares of it are in use, before or in this search. */
  boolean isShared(int pool, int index) {
    return shares[offsets[pool] + index] > 0 || ledgers[pool].usage(pools.get(pool).number(index)).isShared();
  }

  CounterBudget budget(int pool) {
    if (budgets.length <= pool) {
      int before = budgets.length;
      budgets = Arrays.copyOf(budgets, ledgers.length);
      for (int p = before; p < budgets.length; p++) {
        budgets[p] = new CounterBudget();
      }
    }
    if (!budgeted[pool]) {
      budgeted[pool] = true;
      budgets[pool].reset(ledgers[pool]);
    }
    return budgets[pool];
  }

  int held(int place) {
    return held[place];
  }

  void hold(int place, int more) {
    held[place] += more;
  }

  /** What this search has given away of the device's capacities. */
  ExactQuantity @Nullable [] given(int place) {
    return given[place];
  }

  /** More of the device's capacities is given away. */
  void give(int place, ExactQuantity[] amounts) {
    ExactQuantity[] before = given[place];
    ExactQuantity[] sum = amounts;
    if (before != null) {
      sum = new ExactQuantity[amounts.length];
      for (int i = 0; i < sum.length; i++) {
        sum[i] = before[i].plus(amounts[i]);
      }
    }
    given[place] = sum;
  }

  /** What was given away last is taken back: as much as before it. */
  void restore(int place, ExactQuantity @Nullable [] before) {
    given[place] = before;
  }

  /** Shares more, or fewer if negative. */
  void share(int place, int more) {
    shares[place] += more;
  }

  /** Whether nothing is given away. */
  boolean isUntouched() {
    for (int place = 0; place < size; place++) {
      if (held[place] != 0 || shares[place] != 0 || given[place] != null) {
        return false;
      }
    }
    for (int p = 0; p < pools.size(); p++) {
      if (budgeted[p] && !(budgets[p].isSettled() && budgets[p].equalsFreeOf(ledgers[p]))) {
        return false;
      }
    }
    return true;
  }
}
