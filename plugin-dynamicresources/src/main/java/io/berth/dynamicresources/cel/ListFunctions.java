package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Functions on lists.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/lists.go (version 1), github.com/google/cel-go/ext/lists.go
 * (lists.range), v1.37.2.
 */
final class ListFunctions {

  private static final long LONGEST_RANGE = 1_000_000;

  private ListFunctions() {}

  static void addTo(FunctionLibrary library, boolean includes) {
    Map<String, CelType> comparable = new LinkedHashMap<>();
    comparable.put("int", SimpleType.INT);
    comparable.put("uint", SimpleType.UINT);
    comparable.put("double", SimpleType.DOUBLE);
    comparable.put("bool", SimpleType.BOOL);
    comparable.put("duration", SimpleType.DURATION);
    comparable.put("timestamp", SimpleType.TIMESTAMP);
    comparable.put("string", SimpleType.STRING);
    comparable.put("bytes", SimpleType.BYTES);
    comparable.forEach((name, type) -> {
      CelType list = ListType.create(type);
      library
          .member("isSorted", unary("list_" + name + "_is_sorted_bool", List.class, ListFunctions::isSorted), SimpleType.BOOL, list)
          .member("max", unary("list_" + name + "_max_" + name, List.class, values -> extreme(values, "max", 1)), type, list)
          .member("min", unary("list_" + name + "_min_" + name, List.class, values -> extreme(values, "min", -1)), type, list);
    });
    Map<String, Object> zeros = new LinkedHashMap<>();
    zeros.put("int", 0L);
    zeros.put("uint", UnsignedLong.ZERO);
    zeros.put("double", 0.0);
    zeros.put("duration", Duration.ZERO);
    zeros.forEach((name, zero) -> {
      CelType type = comparable.get(name);
      library.member("sum", unary("list_" + name + "_sum_" + name, List.class, values -> sum(values, zero)), type, ListType.create(type));
    });
    CelType element = TypeParamType.create("A");
    SortBy.addTo(library, comparable);
    library
        .member("indexOf", binary("list_a_index_of_int", List.class, Object.class, ListFunctions::indexOf),
            SimpleType.INT, ListType.create(element), element)
        .member("lastIndexOf", binary("list_a_last_index_of_int", List.class, Object.class, ListFunctions::lastIndexOf),
            SimpleType.INT, ListType.create(element), element)
        .global("lists.range", unary("lists_range", Long.class, ListFunctions::range), ListType.create(SimpleType.INT), SimpleType.INT);
    if (includes) {
      library.member("includes", binary("list_includes_dyn_dyn", Object.class, Object.class, ListFunctions::includes),
          SimpleType.BOOL, SimpleType.DYN, SimpleType.DYN);
    }
  }

  /** What cannot be compared with its neighbour is in order. */
  private static boolean isSorted(List<?> values) {
    checkComparable(values);
    for (int i = 1; i < values.size(); i++) {
      Integer order = Ordering.order(values.get(i - 1), values.get(i));
      if (order != null && order > 0) {
        return false;
      }
    }
    return true;
  }

  private static Object extreme(List<?> values, String name, int sign) {
    if (values.isEmpty()) {
      throw RuntimeErrors.invalid(name + " called on empty list");
    }
    checkComparable(values);
    Object best = values.get(0);
    for (Object value : values) {
      Integer order = Ordering.order(value, best);
      best = order != null && order * sign > 0 ? value : best;
    }
    return best;
  }

  private static void checkComparable(List<?> values) {
    if (!values.stream().allMatch(Ordering::isComparable)) {
      throw RuntimeErrors.noSuchOverload("compare");
    }
  }

  private static Object sum(List<?> values, Object zero) {
    Object sum = zero;
    for (Object value : values) {
      sum = plus(sum, value);
    }
    return sum;
  }

  private static Object plus(Object a, Object b) {
    try {
      if (a instanceof Long x && b instanceof Long y) {
        return Math.addExact(x, y);
      }
      if (a instanceof Double x && b instanceof Double y) {
        return x + y;
      }
      if (a instanceof Duration x && b instanceof Duration y) {
        return x.plus(y);
      }
      if (a instanceof UnsignedLong x && b instanceof UnsignedLong y) {
        return unsignedSum(x, y);
      }
    } catch (ArithmeticException e) {
      throw RuntimeErrors.overflow(e);
    }
    // The list was empty, or its type was not known: the zero gives way to what is there.
    if (a instanceof Long x && x == 0) {
      return b;
    }
    throw RuntimeErrors.noSuchOverload("sum");
  }

  private static UnsignedLong unsignedSum(UnsignedLong a, UnsignedLong b) {
    if (a.bigIntegerValue().add(b.bigIntegerValue()).bitLength() > Long.SIZE) {
      throw new ArithmeticException("unsigned integer overflow");
    }
    return a.plus(b);
  }

  private static long indexOf(List<?> values, Object element) {
    for (int i = 0; i < values.size(); i++) {
      if (Equality.equalIfComparable(values.get(i), element)) {
        return i;
      }
    }
    return -1;
  }

  private static long lastIndexOf(List<?> values, Object element) {
    for (int i = values.size() - 1; i >= 0; i--) {
      if (Equality.equalIfComparable(values.get(i), element)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean includes(Object target, Object element) {
    if (!(target instanceof Collection<?> values)) {
      return Equality.equalIfComparable(target, element);
    }
    for (Object value : values) {
      if (Equality.equalIfComparable(value, element)) {
        return true;
      }
    }
    return false;
  }

  private static List<Long> range(long size) {
    if (size < 0) {
      throw RuntimeErrors.invalid("lists.range: size must be non-negative, got " + size);
    }
    if (size > LONGEST_RANGE) {
      throw RuntimeErrors.invalid("lists.range: size " + size + " exceeds maximum allowed (" + LONGEST_RANGE + ")");
    }
    Long[] range = new Long[(int) size];
    for (int i = 0; i < range.length; i++) {
      range[i] = (long) i;
    }
    return List.of(range);
  }
}
