package io.berth.framework.selector;

import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tolerations of a pod, compiled. Immutable.
 *
 * <p>The operators {@code Lt} and {@code Gt} tolerate nothing unless the caller says that the gate
 * TaintTolerationComparisonOperators is on.
 *
 * <p>Source: api/core/v1/toleration.go ToleratesTaint; component-helpers/scheduling/corev1/helpers.go, v0.37.2.
 */
public final class TolerationSet {

  private static final TolerationSet NONE = new TolerationSet(List.of());

  /** What is absent is empty; an empty operator is {@code Equal}. */
  private record Entry(String key, String operator, String value, String effect) {

    boolean tolerates(NodeTaint taint, boolean comparisonOperators) {
      if (!effect.isEmpty() && !effect.equals(taint.effect()) || !key.isEmpty() && !key.equals(taint.key())) {
        return false;
      }
      return switch (operator) {
        case "", "Equal" -> value.equals(taint.value());
        case "Exists" -> true;
        case "Lt" -> comparisonOperators && compare(taint.value(), value) < 0;
        case "Gt" -> comparisonOperators && compare(taint.value(), value) > 0;
        default -> false;
      };
    }

    private static int compare(String taint, String toleration) {
      Long left = decimal(taint);
      Long right = decimal(toleration);
      return left == null || right == null ? 0 : left.compareTo(right);
    }

    /** A decimal integer of 64 bits in canonical form: no plus sign, no leading zero. */
    private static @Nullable Long decimal(String text) {
      try {
        Long value = Long.valueOf(text);
        return value.toString().equals(text) ? value : null;
      } catch (NumberFormatException e) {
        return null; // upstream logs it and tolerates nothing
      }
    }
  }

  private final List<Entry> entries;

  private TolerationSet(List<Entry> entries) {
    this.entries = entries;
  }

  /** Tolerates nothing. */
  public static TolerationSet none() {
    return NONE;
  }

  /** Compiles tolerations. */
  public static TolerationSet of(@Nullable List<Toleration> tolerations) {
    if (tolerations == null || tolerations.isEmpty()) {
      return NONE;
    }
    List<Entry> entries = new ArrayList<>(tolerations.size());
    for (Toleration toleration : tolerations) {
      entries.add(new Entry(NodeTaint.orEmpty(toleration.getKey()), NodeTaint.orEmpty(toleration.getOperator()),
          NodeTaint.orEmpty(toleration.getValue()), NodeTaint.orEmpty(toleration.getEffect())));
    }
    return new TolerationSet(List.copyOf(entries));
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Whether one of them tolerates the taint, with {@code Lt} and {@code Gt} off. */
  public boolean tolerates(NodeTaint taint) {
    return tolerates(taint, false);
  }

  /** Whether one of them tolerates the taint. */
  public boolean tolerates(NodeTaint taint, boolean comparisonOperators) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).tolerates(taint, comparisonOperators)) {
        return true;
      }
    }
    return false;
  }

  /** The first of the taints that count and that none of them tolerates; {@code null} if there is none. */
  public @Nullable NodeTaint firstUntolerated(
      List<NodeTaint> taints, Predicate<NodeTaint> counts, boolean comparisonOperators) {
    for (int i = 0; i < taints.size(); i++) {
      NodeTaint taint = taints.get(i);
      if (counts.test(taint) && !tolerates(taint, comparisonOperators)) {
        return taint;
      }
    }
    return null;
  }

  /** {@link #firstUntolerated(List, Predicate, boolean)} with {@code Lt} and {@code Gt} off. */
  public @Nullable NodeTaint firstUntolerated(List<NodeTaint> taints, Predicate<NodeTaint> counts) {
    return firstUntolerated(taints, counts, false);
  }

  /** Those of them that are for this effect, or for all effects. */
  public TolerationSet forEffect(String effect) {
    List<Entry> kept = entries.stream().filter(entry -> entry.effect.isEmpty() || entry.effect.equals(effect)).toList();
    return kept.isEmpty() ? NONE : kept.size() == entries.size() ? this : new TolerationSet(kept);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TolerationSet that && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return entries.toString();
  }
}
