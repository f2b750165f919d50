package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.DraTypes.QUANTITY;
import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.types.SimpleType;
import io.berth.framework.resource.QuantityFormatException;

/**
 * Quantities, exact at any size.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/quantity.go, v1.37.2.
 */
final class QuantityFunctions {

  private QuantityFunctions() {}

  static void addTo(FunctionLibrary library) {
    library
        .global("quantity", unary("string_to_quantity", String.class, QuantityFunctions::parse), QUANTITY, SimpleType.STRING)
        .global("isQuantity", unary("is_quantity_string", String.class, QuantityFunctions::isQuantity),
            SimpleType.BOOL, SimpleType.STRING)
        .global("sign", unary("quantity_sign", QuantityValue.class, q -> (long) q.signum()), SimpleType.INT, QUANTITY)
        .member("isGreaterThan",
            binary("quantity_is_greater_than", QuantityValue.class, QuantityValue.class, (a, b) -> a.compareTo(b) > 0),
            SimpleType.BOOL, QUANTITY, QUANTITY)
        .member("isLessThan",
            binary("quantity_is_less_than", QuantityValue.class, QuantityValue.class, (a, b) -> a.compareTo(b) < 0),
            SimpleType.BOOL, QUANTITY, QUANTITY)
        .member("compareTo",
            binary("quantity_compare_to", QuantityValue.class, QuantityValue.class, (a, b) -> (long) Integer.signum(a.compareTo(b))),
            SimpleType.INT, QUANTITY, QUANTITY)
        .member("asApproximateFloat", unary("quantity_get_float", QuantityValue.class, QuantityValue::asApproximateFloat),
            SimpleType.DOUBLE, QUANTITY)
        .member("asInteger", unary("quantity_get_int", QuantityValue.class, QuantityFunctions::integer), SimpleType.INT, QUANTITY)
        .member("isInteger", unary("quantity_is_integer", QuantityValue.class, q -> q.asInteger() != null),
            SimpleType.BOOL, QUANTITY)
        .member("add", binary("quantity_add", QuantityValue.class, QuantityValue.class, QuantityValue::plus),
            QUANTITY, QUANTITY, QUANTITY)
        .member("add", binary("quantity_add_int", QuantityValue.class, Long.class, (a, b) -> a.plus(QuantityValue.of(b))),
            QUANTITY, QUANTITY, SimpleType.INT)
        .member("sub", binary("quantity_sub", QuantityValue.class, QuantityValue.class, QuantityValue::minus),
            QUANTITY, QUANTITY, QUANTITY)
        .member("sub", binary("quantity_sub_int", QuantityValue.class, Long.class, (a, b) -> a.minus(QuantityValue.of(b))),
            QUANTITY, QUANTITY, SimpleType.INT);
  }

  private static QuantityValue parse(String text) {
    try {
      return QuantityValue.parse(text);
    } catch (QuantityFormatException e) {
      throw RuntimeErrors.invalid(e.getMessage());
    }
  }

  private static boolean isQuantity(String text) {
    try {
      QuantityValue.parse(text);
      return true;
    } catch (QuantityFormatException e) {
      return false;
    }
  }

  private static long integer(QuantityValue quantity) {
    Long value = quantity.asInteger();
    if (value == null) {
      throw RuntimeErrors.invalid("cannot convert value to integer");
    }
    return value;
  }
}
