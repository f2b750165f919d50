package io.berth.dynamicresources.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Equality as upstream's interpreter has it: numbers by value whatever their type, different types are not equal, but a
 * version, a quantity and their like can only be compared with their own type.
 *
 * <p>Source: github.com/google/cel-go/common/types (util.go Equal, list.go, map.go), staging/src/k8s.io/apiserver/pkg/cel,
 * v1.37.2.
 */
final class Equality {

  private Equality() {}

  /**
   * Whether two values are equal.
   *
   * @throws CelOverloadNotFoundException if they cannot be compared
   */
  static boolean equal(Object a, Object b) {
    if (a instanceof NullValue || b instanceof NullValue) {
      return a instanceof NullValue && b instanceof NullValue;
    }
    if (a instanceof Number first) {
      return b instanceof Number second && sameNumber(first, second);
    }
    if (a instanceof Collection<?> first) {
      return b instanceof Collection<?> second && sameElements(first, second);
    }
    if (a instanceof Map<?, ?> first) {
      return b instanceof Map<?, ?> second && sameEntries(first, second);
    }
    if (comparesOnlyWithItself(a) && a.getClass() != b.getClass()) {
      throw RuntimeErrors.noSuchOverload("_==_");
    }
    return Objects.equals(a, b);
  }

  /** {@link #equal}, but no error: what cannot be compared is not equal. */
  static boolean equalIfComparable(Object a, Object b) {
    return !(comparesOnlyWithItself(a) && a.getClass() != b.getClass()) && equal(a, b);
  }

  private static boolean comparesOnlyWithItself(Object value) {
    return value instanceof Semver || value instanceof QuantityValue || value instanceof KubeValue;
  }

  /** Elements that cannot be compared do not make lists (or maps) differ. */
  private static boolean differ(Object a, Object b) {
    return !(comparesOnlyWithItself(a) && a.getClass() != b.getClass()) && !equal(a, b);
  }

  private static boolean sameNumber(Number a, Number b) {
    if (a instanceof Long && b instanceof Long) {
      return a.longValue() == b.longValue();
    }
    double x = a.doubleValue();
    double y = b.doubleValue();
    if (a instanceof Double && b instanceof Double || Double.isNaN(x) || Double.isNaN(y) || Double.isInfinite(x) || Double.isInfinite(y)) {
      return x == y;
    }
    return exact(a).compareTo(exact(b)) == 0;
  }

  private static BigDecimal exact(Number number) {
    if (number instanceof UnsignedLong unsigned) {
      return new BigDecimal(unsigned.bigIntegerValue());
    }
    return number instanceof Long ? BigDecimal.valueOf(number.longValue()) : new BigDecimal(number.doubleValue());
  }

  private static boolean sameElements(Collection<?> a, Collection<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    Iterator<?> others = b.iterator();
    for (Object element : a) {
      if (differ(element, others.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameEntries(Map<?, ?> a, Map<?, ?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      Object other = lookUp(b, entry.getKey());
      if (other == null || differ(entry.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  /** The value of a key; a whole number finds its equals of another type. */
  static @Nullable Object lookUp(Map<?, ?> map, Object key) {
    Object value = map.get(key);
    if (value != null || !(key instanceof Number number)) {
      return value;
    }
    double approximate = number.doubleValue();
    if (approximate >= Long.MIN_VALUE && approximate < 0x1p63) {
      Long whole = number.longValue();
      if (!whole.equals(key) && sameNumber(number, whole)) {
        value = map.get(whole);
      }
      if (value == null && whole >= 0 && sameNumber(number, whole)) {
        value = map.get(UnsignedLong.fromLongBits(whole));
      }
    }
    return value;
  }
}
