package io.berth.dynamicresources.slices;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pool as one node sees it: the devices of those slices that the node can use, in the order in which they are tried.
 * Immutable.
 */
public final class PoolView {

  private static final Device[] NO_DEVICES = new Device[0];

  private final PoolId id;
  private final @Nullable PoolModel model;
  private final boolean incomplete;
  private final @Nullable String invalidReason;
  private final Device[] devices;
  /** The numbers in the model; null if they are the same. */
  private final int @Nullable [] numbers;
  /** Devices that say themselves that the node cannot use them; null if there are none. */
  private final @Nullable BitSet elsewhere;
  private final boolean bindingConditions;

  private PoolView(PoolId id, @Nullable PoolModel model, boolean incomplete, @Nullable String invalidReason,
      Selection selection) {
    this.id = id;
    this.model = model;
    this.incomplete = incomplete;
    this.invalidReason = invalidReason;
    this.devices = selection.devices;
    this.numbers = selection.numbers;
    this.elsewhere = selection.elsewhere;
    boolean conditions = false;
    for (Device device : devices) {
      conditions |= !device.bindingConditions().isEmpty();
    }
    this.bindingConditions = conditions;
  }

  private record Selection(Device[] devices, int @Nullable [] numbers, @Nullable BitSet elsewhere) {
    static final Selection NONE = new Selection(NO_DEVICES, null, null);
  }

  /** A pool of which not all slices are there. */
  static PoolView incomplete(PoolId id) {
    return new PoolView(id, null, true, null, Selection.NONE);
  }

  /** A complete pool; the node is {@code null} if every node that sees the pool sees all of it. */
  static PoolView of(PoolModel model, List<Slice> reachable, Features features, @Nullable NodeKey node) {
    Selection selection = select(model, Set.copyOf(reachable), features, node);
    Set<String> names = new HashSet<>();
    String reason = null;
    for (Device device : selection.devices) {
      if (!names.add(device.name()) && reason == null) {
        reason = "duplicate device name " + device.name();
      }
    }
    reason = reason == null ? model.invalidReason() : reason;
    return new PoolView(model.id(), model, false, reason, reason == null ? selection : Selection.NONE);
  }

  private static Selection select(PoolModel model, Set<Slice> reachable, Features features, @Nullable NodeKey node) {
    Device[] devices = new Device[model.size()];
    int[] numbers = new int[model.size()];
    BitSet elsewhere = new BitSet();
    int count = 0;
    int number = 0;
    for (Slice slice : model.slices()) {
      if (slice.holdsCounters(features)) {
        continue;
      }
      boolean usable = reachable.contains(slice);
      for (Device device : slice.devices()) {
        if (usable) {
          if (node != null && slice.perDeviceNodeSelection() && !device.reach().matches(node)) {
            elsewhere.set(count);
          }
          numbers[count] = number;
          devices[count++] = device;
        }
        number++;
      }
    }
    boolean all = count == model.size();
    return new Selection(all ? devices : java.util.Arrays.copyOf(devices, count),
        all ? null : java.util.Arrays.copyOf(numbers, count), elsewhere.isEmpty() ? null : elsewhere);
  }

  /** Which pool it is. */
  public PoolId id() {
    return id;
  }

  /** Whether slices are missing, so that nothing is allocated. */
  public boolean isIncomplete() {
    return incomplete;
  }

  /** Why nothing is allocated of a complete pool; {@code null} if something can be. */
  public @Nullable String invalidReason() {
    return invalidReason;
  }

  /** Whether something can be allocated. */
  public boolean isUsable() {
    return !incomplete && invalidReason == null;
  }

  /**
   * The whole pool, on whatever nodes.
   *
   * @throws IllegalStateException if it is incomplete
   */
  public PoolModel model() {
    if (model == null) {
      throw new IllegalStateException("pool " + id + " is incomplete");
    }
    return model;
  }

  /** The number of devices. */
  public int size() {
    return devices.length;
  }

  /** The device at a place in the order of trying. */
  public Device device(int index) {
    return devices[index];
  }

  /** The number of that device in the model. */
  public int number(int index) {
    return numbers == null ? index : numbers[index];
  }

  /** Whether the device does not say that the node cannot use it. */
  public boolean isReachable(int index) {
    return elsewhere == null || !elsewhere.get(index);
  }

  /** Whether a device has binding conditions: such pools come last. */
  boolean hasBindingConditions() {
    return bindingConditions;
  }

  @Override
  public String toString() {
    return id + (incomplete ? " (incomplete)" : invalidReason != null ? " (" + invalidReason + ")" : " " + devices.length);
  }
}
