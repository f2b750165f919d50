package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.CelIssue;
import dev.cel.common.Operator;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.CelByteString;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * {@code list.sort()} and the macro {@code list.sortBy(x, key)}: {@code cel.bind(it, list, it.@sortByAssociatedKeys(it.map(x, key)))}.
 *
 * <p>Source: github.com/google/cel-go/ext/lists.go (as used by v1.37.2).
 */
final class SortBy {

  private static final String FUNCTION = "@sortByAssociatedKeys";
  private static final String INPUT = "@__sortBy_input__";
  private static final Set<Kind> SORTABLE = Set.of(Kind.LIST, Kind.SELECT, Kind.IDENT, Kind.COMPREHENSION, Kind.CALL);

  private SortBy() {}

  static CelMacro macro() {
    return CelMacro.newReceiverMacro("sortBy", 2, SortBy::expand);
  }

  /**
   * Adds the functions.
   *
   * @param comparable the types that have an order, by their names in overloads
   */
  static void addTo(FunctionLibrary library, Map<String, CelType> comparable) {
    CelType list = ListType.create(TypeParamType.create("T"));
    comparable.forEach((name, type) -> {
      CelType keys = ListType.create(type);
      library
          .member("sort", unary("list_" + name + "_sort", List.class, values -> sorted(values, values)), keys, keys)
          .member(FUNCTION, binary("list_" + name + "_sortByAssociatedKeys", List.class, List.class, SortBy::sorted), list, list, keys);
    });
  }

  private static Optional<CelExpr> expand(CelMacroExprFactory factory, CelExpr target, List<CelExpr> arguments) {
    CelExpr variable = arguments.get(0);
    if (variable.getKind() != Kind.IDENT) {
      return Optional.of(factory.reportError(CelIssue.formatError(
          factory.getSourceLocation(variable), "sortBy() variable name must be a simple identifier")));
    }
    if (!SORTABLE.contains(target.getKind())) {
      return Optional.of(factory.reportError(CelIssue.formatError(factory.getSourceLocation(target),
          "sortBy can only be applied to a list, identifier, comprehension, call or select expression")));
    }
    String accumulator = factory.getAccumulatorVarName();
    CelExpr keys = factory.fold(
        variable.ident().name(),
        factory.newIdentifier(INPUT),
        accumulator,
        factory.newList(),
        factory.newBoolLiteral(true),
        factory.newGlobalCall(
            Operator.ADD.getFunction(), factory.newIdentifier(accumulator), factory.newList(arguments.get(1))),
        factory.newIdentifier(accumulator));
    return Optional.of(factory.fold(
        "#unused",
        factory.newList(),
        INPUT,
        target,
        factory.newBoolLiteral(false),
        factory.newIdentifier(INPUT),
        factory.newReceiverCall(FUNCTION, factory.newIdentifier(INPUT), keys)));
  }

  private static List<Object> sorted(List<?> values, List<?> keys) {
    if (keys.size() != values.size()) {
      throw RuntimeErrors.invalid("@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got "
          + values.size() + " and " + keys.size() + " elements respectively");
    }
    for (Object key : keys) {
      if (!Ordering.isComparable(key) || key.getClass() != keys.get(0).getClass() && !(key instanceof CelByteString)) {
        throw RuntimeErrors.invalid("list elements must be comparable, and have the same type");
      }
    }
    List<Object> sorted = new ArrayList<>(values.size());
    IntStream.range(0, keys.size()).boxed()
        .sorted((a, b) -> order(keys.get(a), keys.get(b)))
        .forEach(i -> sorted.add(values.get(i)));
    return sorted;
  }

  /** What is no number comes last. */
  private static int order(Object a, Object b) {
    Integer order = Ordering.order(a, b);
    return order != null ? order : Double.compare(((Number) a).doubleValue(), ((Number) b).doubleValue());
  }
}
