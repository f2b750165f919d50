package io.berth.dynamicresources.cel;

import dev.cel.common.types.CelType;
import java.util.StringJoiner;

/** How upstream writes a type in a message: {@code map(string, int)}. */
final class TypeNames {

  private TypeNames() {}

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
}
