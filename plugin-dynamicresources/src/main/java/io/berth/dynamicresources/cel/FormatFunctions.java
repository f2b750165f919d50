package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.DraTypes.FORMAT;
import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.many;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.Optional;

/**
 * Named formats.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/format.go, v1.37.2.
 */
final class FormatFunctions {

  private FormatFunctions() {}

  static void addTo(FunctionLibrary library) {
    Format.all().forEach((name, format) ->
        library.global("format." + name, many("format." + name, List.of(), args -> format), FORMAT));
    library
        .global("format.named", unary("format-named", String.class, name -> Optional.ofNullable(Format.all().get(name))),
            OptionalType.create(FORMAT), SimpleType.STRING)
        .member("validate", binary("format-validate", Format.class, String.class, FormatFunctions::validate),
            OptionalType.create(ListType.create(SimpleType.STRING)), FORMAT, SimpleType.STRING);
  }

  private static Optional<List<String>> validate(Format format, String text) {
    List<String> problems = format.problems(text);
    return problems.isEmpty() ? Optional.empty() : Optional.of(problems);
  }
}
