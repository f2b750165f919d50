package io.berth.dynamicresources.cel;

import dev.cel.common.exceptions.CelAttributeNotFoundException;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelNumericOverflowException;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.common.exceptions.CelRuntimeException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Errors of evaluation, in upstream's words where a user is likely to meet them. */
final class RuntimeErrors {

  static final String NO_SUCH_KEY = "no such key: ";
  static final String COST_EXCEEDED = "operation cancelled: actual cost limit exceeded";

  private static final String NO_SUCH_OVERLOAD = "no such overload";
  private static final Pattern MISSING_KEY = Pattern.compile("key '(.*)' is not present in map\\.", Pattern.DOTALL);
  private static final Pattern NOT_ITERABLE = Pattern.compile("Unexpected iter_range type: class (.*)");

  private RuntimeErrors() {}

  static CelRuntimeException noSuchKey(Object key) {
    return CelAttributeNotFoundException.of(NO_SUCH_KEY + key);
  }

  static CelRuntimeException noSuchOverload(String function) {
    return new CelOverloadNotFoundException(function);
  }

  static CelRuntimeException invalid(String message) {
    return new CelInvalidArgumentException(message);
  }

  static CelRuntimeException overflow(ArithmeticException cause) {
    return new CelNumericOverflowException(cause);
  }

  /** What failed, without the place in the expression. */
  static String describe(dev.cel.runtime.CelEvaluationException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage());
    return switch (failure.getErrorCode()) {
      case ATTRIBUTE_NOT_FOUND -> missing(message);
      case OVERLOAD_NOT_FOUND -> NO_SUCH_OVERLOAD;
      case DIVIDE_BY_ZERO -> "division by zero";
      case NUMERIC_OVERFLOW -> "integer overflow";
      default -> other(message);
    };
  }

  private static String missing(String message) {
    Matcher matcher = MISSING_KEY.matcher(message);
    return matcher.matches() ? NO_SUCH_KEY + matcher.group(1) : message;
  }

  private static String other(String message) {
    Matcher matcher = NOT_ITERABLE.matcher(message);
    return matcher.matches() ? "got '" + typeName(matcher.group(1)) + "', expected iterable type" : message;
  }

  private static String typeName(String className) {
    return switch (className.substring(className.lastIndexOf('.') + 1)) {
      case "Long" -> "types.Int";
      case "UnsignedLong" -> "types.Uint";
      case "Double" -> "types.Double";
      case "Boolean" -> "types.Bool";
      case "String" -> "types.String";
      case "Semver" -> "cel.Semver";
      case "ExactQuantity" -> "cel.Quantity";
      default -> className;
    };
  }
}
