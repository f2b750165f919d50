package io.berth.dynamicresources.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.values.NullValue;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** How upstream writes types in a message. */
final class TypeNames {

  private TypeNames() {}

  /** The type of an expression: {@code map(string, int)}. */
  static String of(CelType type) {
    if (type.parameters().isEmpty()) {
      return type.name();
    }
    StringJoiner parameters = new StringJoiner(", ", type.name() + "(", ")");
    for (CelType parameter : type.parameters()) {
      parameters.add(of(parameter));
    }
    return parameters.toString();
  }

  /** The type of a value. */
  static String ofValue(Object value) {
    if (value instanceof Boolean) {
      return "bool";
    }
    if (value instanceof Long) {
      return "int64";
    }
    if (value instanceof String) {
      return "string";
    }
    if (value instanceof List<?>) {
      return "list";
    }
    if (value instanceof Map<?, ?>) {
      return "map";
    }
    if (value instanceof Semver) {
      return "kubernetes.Semver";
    }
    if (value instanceof QuantityValue) {
      return "kubernetes.Quantity";
    }
    return value instanceof NullValue ? "structpb.NullValue" : value.getClass().getSimpleName();
  }
}
