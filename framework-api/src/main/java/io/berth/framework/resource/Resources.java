package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable vector of amounts: thousandths of a core for CPU, whole units for everything else. A resource that is not
 * named is zero, and equality does not tell the two apart.
 *
 * <p>Amounts are {@code long}; sums beyond 64 bits stay exact ({@link #getExact}), while {@link #get} then gives the nearest
 * {@code long}. Reads of one resource allocate nothing.
 *
 * <p>Source: pkg/scheduler/framework/types.go Resource, v1.37.2.
 */
public final class Resources {

  /** Nothing of anything. */
  public static final Resources EMPTY = new Resources(new long[0], null);

  private final long[] columns;

  /** The true amounts of those columns that do not fit; as long as {@link #columns}. */
  private final @Nullable BigInteger @Nullable [] beyond;

  Resources(long[] columns, @Nullable BigInteger @Nullable [] beyond) {
    this.columns = columns;
    this.beyond = beyond;
  }

  /** Collects amounts. */
  public static ResourcesBuilder builder() {
    return new ResourcesBuilder();
  }

  /**
   * The accounted amounts of a Kubernetes resource list, rounded up to whole units. Names that no scheduler accounts (native
   * ones other than CPU, memory, ephemeral storage, pods, huge pages and attachable volumes) are left out.
   *
   * @throws QuantityFormatException if an amount is not a quantity
   */
  public static Resources of(@Nullable Map<String, Quantity> list) {
    if (list == null || list.isEmpty()) {
      return EMPTY;
    }
    ResourcesBuilder builder = builder();
    list.forEach((name, quantity) -> {
      ResourceName resource = ResourceName.of(name);
      if (quantity != null && resource.isAccounted()) {
        builder.add(resource, ExactQuantity.of(quantity));
      }
    });
    return builder.build();
  }

  /**
   * Whether a request fits into what is left: {@code request <= allocatable - requested}, right for all {@code long}s.
   */
  public static boolean fits(long request, long allocatable, long requested) {
    long free = allocatable - requested;
    boolean overflow = ((allocatable ^ requested) & (allocatable ^ free)) < 0;
    return overflow ? allocatable >= 0 : request <= free;
  }

  /** The amount; {@link Long#MAX_VALUE} or {@link Long#MIN_VALUE} if it does not fit into 64 bits. */
  public long get(ResourceName name) {
    int index = name.index();
    return index < columns.length ? columns[index] : 0;
  }

  /** The amount, whatever its size. */
  public BigInteger getExact(ResourceName name) {
    int index = name.index();
    if (beyond != null && index < columns.length) {
      BigInteger exact = beyond[index];
      if (exact != null) {
        return exact;
      }
    }
    return BigInteger.valueOf(get(name));
  }

  /** Whether every amount is zero. */
  public boolean isEmpty() {
    for (long column : columns) {
      if (column != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether this request of one resource fits into what is left of it, exact at any size. */
  public boolean fits(ResourceName name, Resources allocatable, Resources requested) {
    if (beyond == null && allocatable.beyond == null && requested.beyond == null) {
      return fits(get(name), allocatable.get(name), requested.get(name));
    }
    return getExact(name).compareTo(allocatable.getExact(name).subtract(requested.getExact(name))) <= 0;
  }

  /** Whether this request fits into what is left, for every resource of which it requests any. */
  public boolean fits(Resources allocatable, Resources requested) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] != 0 && !fits(ResourceName.at(i), allocatable, requested)) {
        return false;
      }
    }
    return true;
  }

  /** The sum. */
  public Resources plus(Resources other) {
    if (other.columns.length == 0) {
      return this;
    }
    if (columns.length == 0) {
      return other;
    }
    if (beyond != null || other.beyond != null) {
      return combined(other, 1);
    }
    long[] sums = copyOfLength(Math.max(columns.length, other.columns.length));
    for (int i = 0; i < other.columns.length; i++) {
      long a = sums[i];
      long b = other.columns[i];
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) < 0) {
        return combined(other, 1);
      }
      sums[i] = sum;
    }
    return new Resources(sums, null);
  }

  /** The difference; it may be negative. */
  public Resources minus(Resources other) {
    if (other.columns.length == 0) {
      return this;
    }
    if (beyond != null || other.beyond != null) {
      return combined(other, -1);
    }
    long[] differences = copyOfLength(Math.max(columns.length, other.columns.length));
    for (int i = 0; i < other.columns.length; i++) {
      long a = differences[i];
      long b = other.columns[i];
      long difference = a - b;
      if (((a ^ b) & (a ^ difference)) < 0) {
        return combined(other, -1);
      }
      differences[i] = difference;
    }
    return new Resources(differences, null);
  }

  /** The resources that are not zero, by name. */
  public List<ResourceName> names() {
    List<ResourceName> names = new ArrayList<>(columns.length);
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] != 0) {
        names.add(ResourceName.at(i));
      }
    }
    names.sort(null);
    return List.copyOf(names);
  }

  /** Visits the resources that are not zero, by name, with {@link #get}'s amounts. */
  public void forEach(ObjLongConsumer<ResourceName> visitor) {
    for (ResourceName name : names()) {
      visitor.accept(name, get(name));
    }
  }

  private Resources combined(Resources other, int sign) {
    int length = Math.max(columns.length, other.columns.length);
    ResourcesBuilder builder = builder();
    for (int i = 0; i < length; i++) {
      ResourceName name = ResourceName.at(i);
      builder.add(name, getExact(name));
      builder.add(name, sign > 0 ? other.getExact(name) : other.getExact(name).negate());
    }
    return builder.build();
  }

  private long[] copyOfLength(int length) {
    long[] copy = new long[length];
    System.arraycopy(columns, 0, copy, 0, columns.length);
    return copy;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Resources that)) {
      return false;
    }
    int length = Math.max(columns.length, that.columns.length);
    for (int i = 0; i < length; i++) {
      long mine = i < columns.length ? columns[i] : 0;
      long theirs = i < that.columns.length ? that.columns[i] : 0;
      if (mine != theirs) {
        return false;
      }
    }
    return beyond == null && that.beyond == null || sameBeyond(that, length);
  }

  private boolean sameBeyond(Resources that, int length) {
    for (int i = 0; i < length; i++) {
      ResourceName name = ResourceName.at(i);
      if (!getExact(name).equals(that.getExact(name))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] != 0) {
        hash += Long.hashCode(columns[i]) * 31 ^ ResourceName.at(i).name().hashCode();
      }
    }
    return hash;
  }

  /** The amounts by name, for people. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (ResourceName name : names()) {
      text.append(text.length() > 1 ? ", " : "").append(name).append('=').append(getExact(name));
      text.append(name.isMilli() ? "m" : "");
    }
    return text.append('}').toString();
  }
}
