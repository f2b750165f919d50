package io.berth.framework.selector;

import io.berth.framework.selector.Requirement.Operator;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A compiled label selector: conditions that must all hold. Immutable; equal by content, with a cached hash, so that it
 * serves as a key.
 *
 * <p>Source: apimachinery/pkg/labels/selector.go, pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector, v0.37.2.
 */
public final class Selector {

  private static final Selector EVERYTHING = new Selector(List.of());
  private static final Selector NOTHING = new Selector(null);

  /** {@code null}: matches nothing. */
  private final Requirement @Nullable [] requirements;

  private final int hash;

  private Selector(@Nullable Collection<Requirement> requirements) {
    this.requirements = requirements == null ? null : new TreeSet<>(requirements).toArray(Requirement[]::new);
    this.hash = this.requirements == null ? -1 : List.of(this.requirements).hashCode();
  }

  /** Matches all labels. */
  public static Selector everything() {
    return EVERYTHING;
  }

  /** Matches no labels, not even none. */
  public static Selector nothing() {
    return NOTHING;
  }

  /** All the conditions together; without any, {@link #everything}. */
  public static Selector of(Collection<Requirement> requirements) {
    return requirements.isEmpty() ? EVERYTHING : new Selector(requirements);
  }

  /** Compiles labels that must all be there with these very values; they are not checked. */
  public static Selector ofLabels(@Nullable Map<String, String> labels) {
    if (labels == null || labels.isEmpty()) {
      return EVERYTHING;
    }
    List<Requirement> requirements = new ArrayList<>(labels.size());
    labels.forEach((key, value) ->
        requirements.add(new Requirement(key, Operator.EQUALS, List.of(value == null ? "" : value))));
    return new Selector(requirements);
  }

  /**
   * Compiles a selector of the Kubernetes model: none matches nothing, an empty one everything.
   *
   * @throws SelectorException if it is invalid, with upstream's text
   */
  public static Selector of(@Nullable LabelSelector selector) {
    if (selector == null) {
      return NOTHING;
    }
    List<Requirement> requirements = new ArrayList<>();
    if (selector.getMatchLabels() != null) {
      new TreeMap<>(selector.getMatchLabels()).forEach((key, value) -> requirements.add(
          Requirement.checked(key, Operator.EQUALS, List.of(value == null ? "" : value), "")));
    }
    if (selector.getMatchExpressions() != null) {
      for (LabelSelectorRequirement expression : selector.getMatchExpressions()) {
        requirements.add(compile(expression));
      }
    }
    return of(requirements);
  }

  private static Requirement compile(LabelSelectorRequirement expression) {
    String operator = expression.getOperator() == null ? "" : expression.getOperator();
    String key = expression.getKey() == null ? "" : expression.getKey();
    return Requirement.checked(key, switch (operator) {
      case "In" -> Operator.IN;
      case "NotIn" -> Operator.NOT_IN;
      case "Exists" -> Operator.EXISTS;
      case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
      default -> throw new SelectorException(FieldErrors.quote(operator) + " is not a valid label selector operator");
    }, expression.getValues(), "");
  }

  /** Whether the labels meet all conditions. Allocates nothing. */
  public boolean matches(Map<String, String> labels) {
    if (requirements == null) {
      return false;
    }
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  /** Whether it has no condition, and so matches all labels. */
  public boolean isEverything() {
    return requirements != null && requirements.length == 0;
  }

  /** Whether it is {@link #nothing}. Contradicting conditions are not found out. */
  public boolean isNothing() {
    return requirements == null;
  }

  /** The conditions by key; none for {@link #nothing}. */
  public List<Requirement> requirements() {
    return requirements == null ? List.of() : List.of(requirements);
  }

  /** The labels that must be there with one very value, by key: an index by label can start from any of them. */
  public Map<String, String> exactLabels() {
    Map<String, String> labels = new TreeMap<>();
    for (Requirement requirement : requirements()) {
      if (requirement.operator() == Operator.EQUALS) {
        labels.putIfAbsent(requirement.key(), requirement.values().get(0));
      }
    }
    return labels;
  }

  /** This selector and one condition more: the label has one of the values. Nothing stays nothing. */
  public Selector with(String key, Collection<String> values) {
    return and(List.of(new Requirement(key, Operator.IN, List.copyOf(values))));
  }

  /** This selector, and each of the labels with its very value, as {@code matchLabelKeys} asks for. Nothing stays nothing. */
  public Selector withLabels(Map<String, String> labels) {
    return labels.isEmpty() ? this : and(ofLabels(labels).requirements());
  }

  /** This selector and more conditions. Nothing stays nothing. */
  public Selector and(Collection<Requirement> more) {
    if (requirements == null || more.isEmpty()) {
      return this;
    }
    List<Requirement> all = new ArrayList<>(requirements());
    all.addAll(more);
    return new Selector(all);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    return other instanceof Selector that && hash == that.hash && isNothing() == that.isNothing()
        && requirements().equals(that.requirements());
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** As {@code kubectl -l} reads it; empty for everything and for nothing. */
  @Override
  public String toString() {
    return String.join(",", requirements().stream().map(Requirement::toString).toList());
  }
}
