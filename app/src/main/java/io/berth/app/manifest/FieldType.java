package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

/** What a field of a Kubernetes object holds. */
sealed interface FieldType {

  /** A value without parts. */
  enum Scalar implements FieldType {
    TEXT,
    TIME,
    INT,
    LONG,
    DOUBLE,
    BOOLEAN,
    QUANTITY,
    INT_OR_TEXT
  }

  /** A field that scheduling never reads: it is skipped, whatever it holds. */
  enum Skipped implements FieldType {
    SKIPPED
  }

  /** An object of its own. */
  record Bean(Class<?> type) implements FieldType {}

  /** A list of values. */
  record ListOf(FieldType element) implements FieldType {}

  /** Values by free keys, such as labels and resource lists. */
  record MapOf(FieldType value) implements FieldType {}

  /** The type of a Java field; what it cannot hold is skipped. */
  static FieldType of(Type type) {
    if (type instanceof ParameterizedType p) {
      Type[] arguments = p.getActualTypeArguments();
      if (p.getRawType() == List.class) {
        return listOf(of(arguments[0]));
      }
      return p.getRawType() == Map.class && arguments[0] == String.class ? mapOf(of(arguments[1])) : Skipped.SKIPPED;
    }
    if (!(type instanceof Class<?> c)) {
      return Skipped.SKIPPED;
    }
    if (c == String.class) {
      return Scalar.TEXT;
    } else if (c == Integer.class || c == int.class) {
      return Scalar.INT;
    } else if (c == Long.class || c == long.class) {
      return Scalar.LONG;
    } else if (c == Boolean.class || c == boolean.class) {
      return Scalar.BOOLEAN;
    } else if (c == Double.class) {
      return Scalar.DOUBLE;
    } else if (c == Quantity.class) {
      return Scalar.QUANTITY;
    } else if (c == IntOrString.class) {
      return Scalar.INT_OR_TEXT;
    }
    return Schema.isBean(c) ? new Bean(c) : Skipped.SKIPPED;
  }

  private static FieldType listOf(FieldType element) {
    return element == Skipped.SKIPPED ? element : new ListOf(element);
  }

  private static FieldType mapOf(FieldType value) {
    return value == Skipped.SKIPPED ? value : new MapOf(value);
  }
}
