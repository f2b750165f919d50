package io.berth.dynamicresources.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelMap;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.exceptions.CelRuntimeException;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.SimpleType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the values of a literal format can be written as it says, by their types.
 *
 * <p>Source: github.com/google/cel-go/ext/formatting.go stringFormatChecker (as used by v1.37.2).
 */
final class FormatChecks {

  private static final Set<CelKind> TEXT = EnumSet.of(CelKind.LIST, CelKind.MAP, CelKind.INT, CelKind.UINT, CelKind.DOUBLE, CelKind.BOOL,
      CelKind.STRING, CelKind.TIMESTAMP, CelKind.BYTES, CelKind.DURATION, CelKind.TYPE, CelKind.NULL_TYPE);

  private FormatChecks() {}

  /** The first problem; {@code null} if there is none. */
  static @Nullable String problem(CelAbstractSyntaxTree tree, String format, List<CelExpr> values) {
    List<Character> clauses;
    try {
      clauses = TextFormat.clauses(format);
    } catch (CelRuntimeException e) {
      return e.getMessage();
    }
    if (clauses.size() != values.size()) {
      return clauses.size() > values.size()
          ? "index " + values.size() + " out of range"
          : "too many arguments supplied to string.format (expected " + clauses.size() + ", got " + values.size() + ")";
    }
    for (int i = 0; i < values.size(); i++) {
      char clause = clauses.get(i);
      boolean fits = clause == 's' ? isText(tree, values.get(i)) : isOneOf(tree, values.get(i), kinds(clause));
      if (!fits) {
        return "error during formatting: value " + i + " does not fit clause \"" + clause + "\"";
      }
    }
    return null;
  }

  private static Set<CelKind> kinds(char clause) {
    return switch (clause) {
      case 'f', 'e' -> EnumSet.of(CelKind.DOUBLE, CelKind.STRING);
      case 'b' -> EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.BOOL);
      case 'x', 'X' -> EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.STRING, CelKind.BYTES);
      default -> EnumSet.of(CelKind.INT, CelKind.UINT);
    };
  }

  private static boolean isOneOf(CelAbstractSyntaxTree tree, CelExpr value, Set<CelKind> kinds) {
    CelKind kind = tree.getType(value.id()).orElse(SimpleType.DYN).kind();
    return kind == CelKind.DYN || kinds.contains(kind);
  }

  /** Elements of literal lists and maps are looked at one by one. */
  private static boolean isText(CelAbstractSyntaxTree tree, CelExpr value) {
    if (!isOneOf(tree, value, TEXT)) {
      return false;
    }
    if (value.getKind() == Kind.LIST) {
      return value.list().elements().stream().allMatch(element -> isText(tree, element));
    }
    return value.getKind() != Kind.MAP || value.map().entries().stream().allMatch(entry -> isText(tree, entry));
  }

  private static boolean isText(CelAbstractSyntaxTree tree, CelMap.Entry entry) {
    return isText(tree, entry.key()) && isText(tree, entry.value());
  }
}
