package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelMutableAst;
import dev.cel.common.Operator;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr.CelMutableCall;
import dev.cel.common.ast.CelMutableExprConverter;
import dev.cel.common.ast.CelReference;
import dev.cel.common.navigation.CelNavigableMutableAst;
import dev.cel.common.navigation.CelNavigableMutableExpr;
import dev.cel.common.values.SelectableValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code value.?field} as a call of a function. The library's own way evaluates the value twice if it has the field, and so a chain
 * of n fields 2^n times.
 */
final class OptionalSelects {

  private static final String FUNCTION = "@find";

  private OptionalSelects() {}

  static void addTo(FunctionLibrary library) {
    library
        .bind(FUNCTION, binary("find_in_optional", Optional.class, String.class, OptionalSelects::findIn))
        .bind(FUNCTION, binary("find_in_value", Object.class, String.class, OptionalSelects::find));
  }

  /** The checked tree, for evaluation only. */
  static CelAbstractSyntaxTree asCalls(CelAbstractSyntaxTree checked) {
    if (checked.getSource().getContent().toString().indexOf('?') < 0) {
      return checked;
    }
    CelMutableAst tree = CelMutableAst.fromCelAst(checked);
    List<CelNavigableMutableExpr> selects =
        CelNavigableMutableAst.fromAst(tree).getRoot().allNodes().filter(OptionalSelects::isOne).toList();
    if (selects.isEmpty()) {
      return checked;
    }
    Map<Long, CelReference> references = new HashMap<>(checked.getReferenceMap());
    for (CelNavigableMutableExpr select : selects) {
      CelMutableCall call = select.expr().call();
      call.setFunction(FUNCTION);
      references.remove(select.id());
    }
    return CelAbstractSyntaxTree.newCheckedAst(
        CelMutableExprConverter.fromMutableExpr(tree.expr()), checked.getSource(), references, checked.getTypeMap());
  }

  private static boolean isOne(CelNavigableMutableExpr node) {
    return node.getKind() == Kind.CALL && node.expr().call().function().equals(Operator.OPTIONAL_SELECT.getFunction());
  }

  private static Optional<?> findIn(Optional<?> container, String field) {
    return container.isPresent() ? find(container.get(), field) : Optional.empty();
  }

  @SuppressWarnings("unchecked") // what has fields has them under their names
  private static Optional<?> find(Object container, String field) {
    if (container instanceof SelectableValue<?> selectable) {
      return ((SelectableValue<String>) selectable).find(field);
    }
    if (container instanceof List<?>) {
      throw RuntimeErrors.invalid("unsupported index type 'string' in list");
    }
    return container instanceof Map<?, ?> map ? Optional.ofNullable(map.get(field)) : Optional.empty();
  }
}
