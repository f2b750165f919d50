package io.berth.dynamicresources.cel;

import dev.cel.common.exceptions.CelAttributeNotFoundException;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelNumericOverflowException;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.common.exceptions.CelRuntimeException;
import dev.cel.common.values.ErrorValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Errors of evaluation, in upstream's words where a user is likely to meet them. */
final class RuntimeErrors {

  static final String NO_SUCH_KEY = "no such key: ";
  static final String COST_EXCEEDED = "operation cancelled: actual cost limit exceeded";

  private static final String NO_SUCH_OVERLOAD = "no such overload";
  private static final Pattern MISSING_KEY = Pattern.compile("key '(.*)' is not present in map\\.", Pattern.DOTALL);
  private static final Pattern NO_FIELDS = Pattern.compile("Error resolving field '(.*)'\\. Field selections must be .*", Pattern.DOTALL);
  private static final Pattern NESTED = Pattern.compile("(?:\\w+\\.)+(\\w+Exception): (.*)", Pattern.DOTALL);
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

  /** Throws on what an operand of a logical operator failed with: the interpreter hands it on as a value. */
  static void rethrow(Object value) {
    if (value instanceof ErrorValue error) {
      throw error.value() instanceof RuntimeException e ? e : new CelInvalidArgumentException(error.value());
    }
  }

  /** What failed, without the place in the expression. */
  static String describe(dev.cel.runtime.CelEvaluationException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage());
    return switch (failure.getErrorCode()) {
      case OVERLOAD_NOT_FOUND -> NO_SUCH_OVERLOAD;
      case DIVIDE_BY_ZERO -> "division by zero";
      case NUMERIC_OVERFLOW -> "integer overflow";
      default -> translated(message);
    };
  }

  private static String translated(String message) {
    Matcher missing = MISSING_KEY.matcher(message);
    if (missing.matches()) {
      return NO_SUCH_KEY + missing.group(1);
    }
    Matcher field = NO_FIELDS.matcher(message);
    if (field.matches()) {
      return NO_SUCH_KEY + field.group(1);
    }
    Matcher notIterable = NOT_ITERABLE.matcher(message);
    if (notIterable.matches()) {
      return "got '" + typeName(notIterable.group(1)) + "', expected iterable type";
    }
    Matcher nested = NESTED.matcher(message);
    if (nested.matches()) {
      return switch (nested.group(1)) {
        case "CelOverloadNotFoundException" -> NO_SUCH_OVERLOAD;
        case "CelDivideByZeroException" -> "division by zero";
        case "CelNumericOverflowException" -> "integer overflow";
        default -> translated(nested.group(2));
      };
    }
    return message.startsWith("Expected boolean value, found") ? NO_SUCH_OVERLOAD : message;
  }

  private static String typeName(String className) {
    return switch (className.substring(className.lastIndexOf('.') + 1)) {
      case "Long" -> "types.Int";
      case "UnsignedLong" -> "types.Uint";
      case "Double" -> "types.Double";
      case "Boolean" -> "types.Bool";
      case "String" -> "types.String";
      case "Semver" -> "cel.Semver";
      case "QuantityValue" -> "cel.Quantity";
      default -> className;
    };
  }
}
