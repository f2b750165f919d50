package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which of two values comes first: numbers by value whatever their type, texts by their bytes. What is no number cannot be ordered.
 *
 * <p>Source: github.com/google/cel-go/common/types (int.go, uint.go, double.go, compare.go; as used by v1.37.2).
 */
final class Ordering {

  private static final Map<String, List<Class<?>>> OVERLOADS = new LinkedHashMap<>();

  static {
    OVERLOADS.put("bool", List.of(Boolean.class, Boolean.class));
    OVERLOADS.put("int64", List.of(Long.class, Long.class));
    OVERLOADS.put("int64_double", List.of(Long.class, Double.class));
    OVERLOADS.put("int64_uint64", List.of(Long.class, UnsignedLong.class));
    OVERLOADS.put("uint64", List.of(UnsignedLong.class, UnsignedLong.class));
    OVERLOADS.put("uint64_double", List.of(UnsignedLong.class, Double.class));
    OVERLOADS.put("uint64_int64", List.of(UnsignedLong.class, Long.class));
    OVERLOADS.put("double", List.of(Double.class, Double.class));
    OVERLOADS.put("double_int64", List.of(Double.class, Long.class));
    OVERLOADS.put("double_uint64", List.of(Double.class, UnsignedLong.class));
    OVERLOADS.put("string", List.of(String.class, String.class));
    OVERLOADS.put("bytes", List.of(CelByteString.class, CelByteString.class));
    OVERLOADS.put("timestamp", List.of(Instant.class, Instant.class));
    OVERLOADS.put("duration", List.of(Duration.class, Duration.class));
  }

  private Ordering() {}

  static void addTo(FunctionLibrary library) {
    bind(library, "_<_", "less", order -> order < 0);
    bind(library, "_<=_", "less_equals", order -> order <= 0);
    bind(library, "_>_", "greater", order -> order > 0);
    bind(library, "_>=_", "greater_equals", order -> order >= 0);
  }

  private static void bind(FunctionLibrary library, String function, String id, IntPredicate holds) {
    OVERLOADS.forEach((types, args) ->
        library.bind(function, binary(id + "_" + types, args.get(0), args.get(1), (a, b) -> holds.test(compare(a, b)))));
  }

  /** Whether it can be compared with values of its type. */
  static boolean isComparable(Object value) {
    return value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof CelByteString
        || value instanceof Duration || value instanceof Instant;
  }

  /**
   * -1, 0 or 1.
   *
   * @throws dev.cel.common.exceptions.CelRuntimeException if they cannot be compared
   */
  static int compare(Object a, Object b) {
    Integer order = order(a, b);
    if (order != null) {
      return order;
    }
    throw a instanceof Number && b instanceof Number
        ? RuntimeErrors.invalid("NaN values cannot be ordered")
        : RuntimeErrors.noSuchOverload("compare");
  }

  /** -1, 0 or 1; {@code null} if they cannot be compared. */
  static @Nullable Integer order(Object a, Object b) {
    if (a instanceof Number x && b instanceof Number y) {
      return numbers(x, y);
    }
    if (a instanceof String x && b instanceof String y) {
      return Texts.compare(x, y);
    }
    if (a instanceof CelByteString x && b instanceof CelByteString y) {
      return Integer.signum(Arrays.compareUnsigned(x.toByteArray(), y.toByteArray()));
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return Boolean.compare(x, y);
    }
    if (a instanceof Duration x && b instanceof Duration y) {
      return Integer.signum(x.compareTo(y));
    }
    return a instanceof Instant x && b instanceof Instant y ? Integer.signum(x.compareTo(y)) : null;
  }

  private static @Nullable Integer numbers(Number a, Number b) {
    if (a instanceof Double || b instanceof Double) {
      return doubles(a.doubleValue(), b.doubleValue());
    }
    boolean beyondA = a instanceof UnsignedLong && a.longValue() < 0;
    boolean beyondB = b instanceof UnsignedLong && b.longValue() < 0;
    return beyondA == beyondB ? Long.compare(a.longValue(), b.longValue()) : Integer.valueOf(beyondA ? 1 : -1);
  }

  private static @Nullable Integer doubles(double a, double b) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return null;
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }
}
