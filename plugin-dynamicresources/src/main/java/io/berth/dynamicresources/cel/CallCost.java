package io.berth.dynamicresources.cel;

import dev.cel.common.values.CelByteString;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a call costs: mostly by the sizes of its arguments.
 *
 * <p>Source: github.com/google/cel-go/interpreter/runtimecost.go costCall,
 * staging/src/k8s.io/apiserver/pkg/cel/library/cost.go CallCost, v1.37.2.
 */
final class CallCost {

  /** The cost of going through a text once, by its length. */
  private static final double TRAVERSAL = 0.1;

  /** The cost of a pattern by its length. */
  private static final double PATTERN = 0.25;

  private static final int LIST_COST = 10;

  /** How the cost follows from arguments and result. */
  private enum Rule {
    NOTHING,
    ONE,
    TRAVERSE_VALUE,
    TRAVERSE_FIRST,
    TRAVERSE_FIRST_TWICE,
    TRAVERSE_SECOND,
    TRAVERSE_RESULT_TWICE,
    BYTES_OR_TEXT,
    MATCH,
    VALIDATE,
    CONTAINS,
    CONTAINS_ADDRESS,
    IN,
    COMPARE,
    EQUAL,
    ADD,
    SETS,
    SETS_TWICE,
    RESULT_SIZE,
    SELF_COMPARE_FIRST,
    SELF_COMPARE_SECOND,
  }

  private final Rule rule;
  private final int[] args;

  private CallCost(Rule rule, int[] args) {
    this.rule = rule;
    this.args = args;
  }

  /**
   * @param args the steps that give the arguments (of a method: what it is called on, first)
   */
  static CallCost of(String function, int[] args) {
    return new CallCost(rule(function), args);
  }

  private static Rule rule(String function) {
    return switch (function) {
      case "_&&_", "_||_", "_?_:_" -> Rule.NOTHING;
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes" -> Rule.TRAVERSE_VALUE;
      case "url", "lowerAscii", "upperAscii", "substring", "trim", "cidr", "ip", "isIP", "isCIDR", "quantity", "isQuantity",
          "semver", "isSemver", "strings.quote", "format" -> Rule.TRAVERSE_FIRST;
      case "replace", "split", "ip.isCanonical" -> Rule.TRAVERSE_FIRST_TWICE;
      case "join" -> Rule.TRAVERSE_RESULT_TWICE;
      case "startsWith", "endsWith" -> Rule.TRAVERSE_SECOND;
      case "string", "bytes" -> Rule.BYTES_OR_TEXT;
      case "matches", "find", "findAll" -> Rule.MATCH;
      case "validate" -> Rule.VALIDATE;
      case "contains" -> Rule.CONTAINS;
      case "containsIP", "containsCIDR" -> Rule.CONTAINS_ADDRESS;
      case "@in" -> Rule.IN;
      case "_<_", "_<=_", "_>_", "_>=_" -> Rule.COMPARE;
      case "_==_", "_!=_" -> Rule.EQUAL;
      case "_+_" -> Rule.ADD;
      case "sets.contains", "sets.intersects" -> Rule.SETS;
      case "sets.equivalent" -> Rule.SETS_TWICE;
      case "slice", "flatten", "lists.range", "reverse" -> Rule.RESULT_SIZE;
      case "distinct", "sort" -> Rule.SELF_COMPARE_FIRST;
      case "@sortByAssociatedKeys" -> Rule.SELF_COMPARE_SECOND;
      default -> Rule.ONE;
    };
  }

  /** The cost of a call that gave a result; the values of its arguments are in the slots of their steps. */
  long of(@Nullable Object[] values, Object result) {
    return switch (rule) {
      case NOTHING -> 0;
      case ONE -> 1;
      case TRAVERSE_VALUE -> traversal(arg(values, 0));
      case TRAVERSE_FIRST -> scaled(size(arg(values, 0)), TRAVERSAL);
      case TRAVERSE_FIRST_TWICE -> scaled(size(arg(values, 0)), 2 * TRAVERSAL);
      case TRAVERSE_SECOND -> scaled(size(arg(values, 1)), TRAVERSAL);
      case TRAVERSE_RESULT_TWICE -> scaled(size(result), 2 * TRAVERSAL);
      case BYTES_OR_TEXT -> textual(arg(values, 0)) ? scaled(size(arg(values, 0)), TRAVERSAL) : 1;
      case MATCH -> matching(size(arg(values, 0)), size(arg(values, 1)));
      case VALIDATE -> matching(size(arg(values, 1)), arg(values, 0) instanceof Format format ? format.patternLength() : 1);
      case CONTAINS -> scaled(size(arg(values, 0)), TRAVERSAL) * scaled(size(arg(values, 1)), TRAVERSAL);
      case CONTAINS_ADDRESS -> 4 + (arg(values, 1) instanceof String text ? scaled(Texts.size(text), TRAVERSAL) : 0);
      case IN -> arg(values, 1) instanceof Collection<?> list ? list.size() : 1;
      case COMPARE -> textual(arg(values, 0)) ? smaller(values) : 1;
      case EQUAL -> smaller(values);
      case ADD -> sum(values, result);
      case SETS -> 1 + size(arg(values, 0)) * size(arg(values, 1));
      case SETS_TWICE -> 1 + 2 * size(arg(values, 0)) * size(arg(values, 1));
      case RESULT_SIZE -> 1 + LIST_COST + size(result);
      case SELF_COMPARE_FIRST -> selfCompare(arg(values, 0));
      case SELF_COMPARE_SECOND -> selfCompare(arg(values, 1));
    };
  }

  private @Nullable Object arg(@Nullable Object[] values, int index) {
    return values[args[index]];
  }

  private long smaller(@Nullable Object[] values) {
    return scaled(Math.min(size(arg(values, 0)), size(arg(values, 1))), TRAVERSAL);
  }

  /** The second list is copied here; the first one is, too, where it is not the result of a macro so far. */
  private long sum(@Nullable Object[] values, Object result) {
    if (textual(result)) {
      return scaled(size(result), TRAVERSAL);
    }
    return arg(values, 1) instanceof Collection<?> list ? 1 + list.size() / 10 : 1;
  }

  private static long matching(long text, long pattern) {
    return scaled(1 + text, TRAVERSAL) * scaled(pattern, PATTERN);
  }

  private static long selfCompare(@Nullable Object list) {
    long size = size(list);
    return 1 + LIST_COST + 2 * size * size;
  }

  private static long scaled(long size, double factor) {
    return (long) Math.ceil(size * factor);
  }

  private static boolean textual(@Nullable Object value) {
    return value instanceof String || value instanceof CelByteString;
  }

  private static long size(@Nullable Object value) {
    if (value instanceof String text) {
      return Texts.size(text);
    }
    if (value instanceof Collection<?> list) {
      return list.size();
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    if (value instanceof CelByteString bytes) {
      return bytes.size();
    }
    return value instanceof Optional<?> optional && optional.isPresent() ? size(optional.get()) : 1;
  }

  private static long traversal(@Nullable Object value) {
    if (textual(value)) {
      return (long) (size(value) * TRAVERSAL);
    }
    long cost = 0;
    if (value instanceof Collection<?> list) {
      for (Object element : list) {
        cost += traversal(element);
      }
      return cost;
    }
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        cost += traversal(entry.getKey()) + traversal(entry.getValue());
      }
      return cost;
    }
    return 1;
  }
}
