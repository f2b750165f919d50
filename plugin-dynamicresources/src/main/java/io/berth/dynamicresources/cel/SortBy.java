package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;

import dev.cel.common.CelIssue;
import dev.cel.common.Operator;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.TypeParamType;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The macro {@code list.sortBy(x, key)}: {@code list.@sortByAssociatedKeys(list.map(x, key))}.
 *
 * <p>Source: github.com/google/cel-go/ext/lists.go (as used by v1.37.2).
 */
final class SortBy {

  private static final String FUNCTION = "@sortByAssociatedKeys";

  private SortBy() {}

  static CelMacro macro() {
    return CelMacro.newReceiverMacro("sortBy", 2, SortBy::expand);
  }

  static void addTo(FunctionLibrary library) {
    CelType list = ListType.create(TypeParamType.create("T"));
    library.member(FUNCTION, binary("list_sortByAssociatedKeys", List.class, List.class, SortBy::sorted),
        list, list, ListType.create(TypeParamType.create("U")));
  }

  private static Optional<CelExpr> expand(CelMacroExprFactory factory, CelExpr target, List<CelExpr> arguments) {
    CelExpr variable = arguments.get(0);
    if (variable.getKind() != Kind.IDENT) {
      return Optional.of(factory.reportError(CelIssue.formatError(
          factory.getSourceLocation(variable), "sortBy() variable name must be a simple identifier")));
    }
    String accumulator = factory.getAccumulatorVarName();
    CelExpr keys = factory.fold(
        variable.ident().name(),
        factory.copy(target),
        accumulator,
        factory.newList(),
        factory.newBoolLiteral(true),
        factory.newGlobalCall(
            Operator.ADD.getFunction(), factory.newIdentifier(accumulator), factory.newList(arguments.get(1))),
        factory.newIdentifier(accumulator));
    return Optional.of(factory.newReceiverCall(FUNCTION, target, keys));
  }

  private static List<Object> sorted(List<?> values, List<?> keys) {
    if (keys.size() != values.size()) {
      throw RuntimeErrors.invalid("@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got "
          + values.size() + " and " + keys.size() + " elements respectively");
    }
    List<Object> sorted = new ArrayList<>(values.size());
    IntStream.range(0, keys.size()).boxed()
        .sorted((a, b) -> ListFunctions.compare(keys.get(a), keys.get(b)))
        .forEach(i -> sorted.add(values.get(i)));
    return sorted;
  }
}
