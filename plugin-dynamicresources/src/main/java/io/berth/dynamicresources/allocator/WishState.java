package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.berth.dynamicresources.slices.Capacity;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolView;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one search knows of a wish: how many devices it needs, and which devices match. Used again for other searches.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go requestData, isSelectable, selectorsMatch, v1.37.2.
 */
final class WishState {

  private static final byte NO = 1;
  private static final byte YES = 2;

  private Wish wish;
  private ParsedClass deviceClass;
  private String claim = "";
  /** How many devices are needed. */
  private long count;
  /** All devices, if all are asked for: pool and index by turns. */
  private int[] all = new int[0];
  private byte[] matches = new byte[0];
  private @Nullable CapacityDemand demand;

  WishState(Wish wish, ParsedClass deviceClass) {
    this.wish = wish;
    this.deviceClass = deviceClass;
  }

  void reset(String ofClaim, Wish of, ParsedClass ofClass, int candidates) {
    claim = ofClaim;
    wish = of;
    deviceClass = ofClass;
    count = of.count;
    demand = null;
    if (matches.length < candidates) {
      matches = new byte[candidates];
    } else {
      Arrays.fill(matches, 0, candidates, (byte) 0);
    }
  }

  Wish wish() {
    return wish;
  }

  ParsedClass deviceClass() {
    return deviceClass;
  }

  /** How many devices are needed. */
  long count() {
    return count;
  }

  /** The pool of one of all devices. */
  int poolOf(int device) {
    return all[2 * device];
  }

  /** The index in its pool of one of all devices. */
  int indexOf(int device) {
    return all[2 * device + 1];
  }

  /** Forgets which devices are all. */
  void clearAll() {
    count = 0;
  }

  /** One of all devices more. */
  void addToAll(int pool, int index) {
    int at = (int) (2 * count);
    if (at == all.length) {
      all = Arrays.copyOf(all, Math.max(16, 2 * at));
    }
    all[at] = pool;
    all[at + 1] = index;
    count++;
  }

  /** Whether the selectors of class and request match, and the device can be used on the node. */
  boolean matches(PoolView pool, int index, int place, Features features) throws SearchAborted {
    byte known = matches[place];
    if (known == 0) {
      known = evaluate(pool, index, features) ? YES : NO;
      matches[place] = known;
    }
    return known == YES;
  }

  private boolean evaluate(PoolView pool, int index, Features features) throws SearchAborted {
    Device device = pool.device(index);
    if (!features.deviceBindingAndStatus() && !device.bindingConditions().isEmpty()) {
      return false;
    }
    return all(deviceClass.selectors(), device, true) && all(wish.selectors, device, false) && pool.isReachable(index);
  }

  private boolean all(CompiledSelector[] selectors, Device device, boolean ofClass) throws SearchAborted {
    for (int i = 0; i < selectors.length; i++) {
      if (selectors[i].error() != null) {
        throw new SearchAborted(owner(ofClass) + ": selector #" + i + ": CEL compile error: " + selectors[i].error());
      }
      try {
        if (!device.matches(selectors[i])) {
          return false;
        }
      } catch (CelEvaluationException e) {
        throw new SearchAborted(owner(ofClass) + ": selector #" + i + " on device " + device.id() + ": CEL runtime error: "
            + e.messageWithHint());
      }
    }
    return true;
  }

  private String owner(boolean ofClass) {
    return ofClass ? "class " + deviceClass.name() : "claim " + claim;
  }

  /** What it takes of the device's capacities. */
  CapacityDemand demand(Device device, boolean fractions) {
    List<Capacity> capacities = device.capacities();
    CapacityDemand last = demand;
    if (last == null || last.capacities() != capacities) {
      last = CapacityDemand.of(wish.capacity, capacities, fractions);
      demand = last;
    }
    return last;
  }
}
