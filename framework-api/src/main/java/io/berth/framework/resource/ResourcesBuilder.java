package io.berth.framework.resource;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects amounts into {@link Resources}. Not thread-safe; not to be used after {@link #build}. */
public final class ResourcesBuilder {

  private long[] columns = new long[0];
  private @Nullable BigInteger @Nullable [] beyond;
  private int length;

  ResourcesBuilder() {}

  /** Adds an amount: thousandths of a core for CPU, else whole units. */
  public ResourcesBuilder add(ResourceName name, long amount) {
    int index = grow(name);
    long old = columns[index];
    long sum = old + amount;
    if (beyond != null || ((old ^ sum) & (amount ^ sum)) < 0) {
      return put(index, current(index).add(BigInteger.valueOf(amount)));
    }
    columns[index] = sum;
    return this;
  }

  /** Adds an amount of any size, in the units of {@link #add(ResourceName, long)}. */
  public ResourcesBuilder add(ResourceName name, BigInteger amount) {
    if (amount.bitLength() <= 63) {
      return add(name, amount.longValue());
    }
    int index = grow(name);
    return put(index, current(index).add(amount));
  }

  /** Adds a quantity, rounded up to whole units (thousandths for CPU). */
  public ResourcesBuilder add(ResourceName name, ExactQuantity quantity) {
    long amount = name.isMilli() ? quantity.milliValueCeil() : quantity.valueCeil();
    if (amount != Long.MAX_VALUE && amount != Long.MIN_VALUE) {
      return add(name, amount);
    }
    return add(name, name.isMilli() ? quantity.exactMilliValueCeil() : quantity.exactValueCeil());
  }

  /** Replaces the amount of a resource. */
  public ResourcesBuilder set(ResourceName name, long amount) {
    int index = grow(name);
    columns[index] = amount;
    if (beyond != null) {
      beyond[index] = null;
    }
    return this;
  }

  /** The vector. */
  public Resources build() {
    int used = length;
    while (used > 0 && columns[used - 1] == 0) {
      used--;
    }
    if (used == 0) {
      return Resources.EMPTY;
    }
    return new Resources(used == columns.length ? columns : Arrays.copyOf(columns, used), anyBeyond() ? beyond : null);
  }

  private int grow(ResourceName name) {
    int index = name.index();
    if (index >= columns.length) {
      int capacity = index < 2 ? 2 : index + 1;
      columns = Arrays.copyOf(columns, capacity);
      if (beyond != null) {
        beyond = Arrays.copyOf(beyond, capacity);
      }
    }
    length = Math.max(length, index + 1);
    return index;
  }

  private BigInteger current(int index) {
    BigInteger exact = beyond == null ? null : beyond[index];
    return exact != null ? exact : BigInteger.valueOf(columns[index]);
  }

  private ResourcesBuilder put(int index, BigInteger amount) {
    columns[index] = ExactQuantity.saturated(amount);
    if (beyond == null) {
      beyond = new BigInteger[columns.length];
    }
    beyond[index] = amount.bitLength() > 63 ? amount : null;
    return this;
  }

  private boolean anyBeyond() {
    if (beyond != null) {
      for (BigInteger exact : beyond) {
        if (exact != null) {
          return true;
        }
      }
    }
    return false;
  }
}
