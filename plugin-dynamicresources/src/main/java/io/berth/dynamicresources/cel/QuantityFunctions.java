package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.DraTypes.QUANTITY;
import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.types.SimpleType;
import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.QuantityFormatException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Quantities, exact at any size.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/quantity.go, v1.37.2.
 */
final class QuantityFunctions {

  private static final long MILLI = 1000;

  private QuantityFunctions() {}

  static void addTo(FunctionLibrary library) {
    library
        .global("quantity", unary("string_to_quantity", String.class, QuantityFunctions::parse), QUANTITY, SimpleType.STRING)
        .global("isQuantity", unary("is_quantity_string", String.class, QuantityFunctions::isQuantity),
            SimpleType.BOOL, SimpleType.STRING)
        .global("sign", unary("quantity_sign", ExactQuantity.class, q -> (long) q.signum()), SimpleType.INT, QUANTITY)
        .member("isGreaterThan",
            binary("quantity_is_greater_than", ExactQuantity.class, ExactQuantity.class, (a, b) -> a.compareTo(b) > 0),
            SimpleType.BOOL, QUANTITY, QUANTITY)
        .member("isLessThan",
            binary("quantity_is_less_than", ExactQuantity.class, ExactQuantity.class, (a, b) -> a.compareTo(b) < 0),
            SimpleType.BOOL, QUANTITY, QUANTITY)
        .member("compareTo",
            binary("quantity_compare_to", ExactQuantity.class, ExactQuantity.class, (a, b) -> (long) Integer.signum(a.compareTo(b))),
            SimpleType.INT, QUANTITY, QUANTITY)
        .member("asApproximateFloat", unary("quantity_get_float", ExactQuantity.class, QuantityFunctions::approximate),
            SimpleType.DOUBLE, QUANTITY)
        .member("asInteger", unary("quantity_get_int", ExactQuantity.class, QuantityFunctions::integer), SimpleType.INT, QUANTITY)
        .member("isInteger", unary("quantity_is_integer", ExactQuantity.class, QuantityFunctions::isInteger),
            SimpleType.BOOL, QUANTITY)
        .member("add", binary("quantity_add", ExactQuantity.class, ExactQuantity.class, ExactQuantity::plus),
            QUANTITY, QUANTITY, QUANTITY)
        .member("add", binary("quantity_add_int", ExactQuantity.class, Long.class, (a, b) -> a.plus(ExactQuantity.ofValue(b))),
            QUANTITY, QUANTITY, SimpleType.INT)
        .member("sub", binary("quantity_sub", ExactQuantity.class, ExactQuantity.class, ExactQuantity::minus),
            QUANTITY, QUANTITY, QUANTITY)
        .member("sub", binary("quantity_sub_int", ExactQuantity.class, Long.class, (a, b) -> a.minus(ExactQuantity.ofValue(b))),
            QUANTITY, QUANTITY, SimpleType.INT);
  }

  private static ExactQuantity parse(String text) {
    try {
      return ExactQuantity.parse(text);
    } catch (QuantityFormatException e) {
      throw RuntimeErrors.invalid(e.getMessage());
    }
  }

  private static boolean isQuantity(String text) {
    try {
      ExactQuantity.parse(text);
      return true;
    } catch (QuantityFormatException e) {
      return false;
    }
  }

  private static boolean isInteger(ExactQuantity quantity) {
    BigInteger value = quantity.exactValueCeil();
    return value.bitLength() < Long.SIZE && quantity.compareTo(ExactQuantity.ofValue(value.longValue())) == 0;
  }

  private static long integer(ExactQuantity quantity) {
    if (!isInteger(quantity)) {
      throw RuntimeErrors.invalid("cannot convert value to integer");
    }
    return quantity.valueCeil();
  }

  private static double approximate(ExactQuantity quantity) {
    BigDecimal nanos = new BigDecimal(quantity.times(MILLI).times(MILLI).times(MILLI).exactValueCeil());
    return nanos.movePointLeft(9).doubleValue();
  }
}
