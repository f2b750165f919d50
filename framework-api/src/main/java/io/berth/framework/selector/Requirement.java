package io.berth.framework.selector;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One condition on one label. Values are sorted and distinct, and {@link Operator#IN} with a single value is
 * {@link Operator#EQUALS}, so that equal conditions are equal.
 *
 * <p>Source: apimachinery/pkg/labels/selector.go Requirement, v0.37.2.
 */
public record Requirement(String key, Operator operator, List<String> values) implements Comparable<Requirement> {

  /** How a label is compared. */
  public enum Operator {
    /** The label has the one value. */
    EQUALS,
    /** The label has one of the values. */
    IN,
    /** The label is absent, or has none of the values. */
    NOT_IN,
    /** The label is there. */
    EXISTS,
    /** The label is absent. */
    DOES_NOT_EXIST,
    /** The label is an integer above the one value. */
    GREATER_THAN,
    /** The label is an integer below the one value. */
    LESS_THAN
  }

  private static final Comparator<Requirement> ORDER = Comparator.comparing(Requirement::key)
      .thenComparing(Requirement::operator)
      .thenComparing(requirement -> String.join("\0", requirement.values));

  /** Sorts the values and takes each once. */
  public Requirement {
    values = values.size() < 2 ? List.copyOf(values) : List.copyOf(new TreeSet<>(values));
    if (operator == Operator.IN && values.size() == 1) {
      operator = Operator.EQUALS;
    }
  }

  /**
   * A checked condition.
   *
   * @param path where it stands, for errors; may be empty
   * @throws SelectorException with all that is wrong with it
   */
  static Requirement checked(String key, Operator operator, @Nullable Collection<String> given, String path) {
    List<String> values = given == null ? List.of() : new ArrayList<>(given);
    List<String> errors = new ArrayList<>(0);
    List<String> keyProblems = LabelSyntax.keyProblems(key);
    if (!keyProblems.isEmpty()) {
      errors.add(FieldErrors.invalid(FieldErrors.child(path, "key"), key, String.join("; ", keyProblems)));
    }
    String valuePath = FieldErrors.child(path, "values");
    checkCount(operator, values, valuePath, errors);
    for (int i = 0; i < values.size(); i++) {
      List<String> problems = LabelSyntax.valueProblems(values.get(i));
      if (!problems.isEmpty()) {
        errors.add(FieldErrors.invalid(
            valuePath + "[" + i + "][" + key + "]", values.get(i), String.join("; ", problems)));
      }
    }
    if (!errors.isEmpty()) {
      throw new SelectorException(errors);
    }
    return new Requirement(key, operator, values);
  }

  private static void checkCount(Operator operator, List<String> values, String path, List<String> errors) {
    switch (operator) {
      case IN, NOT_IN -> {
        if (values.isEmpty()) {
          errors.add(FieldErrors.invalid(path, values, "for 'in', 'notin' operators, values set can't be empty"));
        }
      }
      case EQUALS -> {
        if (values.size() != 1) {
          errors.add(FieldErrors.invalid(path, values, "exact-match compatibility requires one single value"));
        }
      }
      case EXISTS, DOES_NOT_EXIST -> {
        if (!values.isEmpty()) {
          errors.add(FieldErrors.invalid(path, values, "values set must be empty for exists and does not exist"));
        }
      }
      case GREATER_THAN, LESS_THAN -> {
        if (values.size() != 1) {
          errors.add(FieldErrors.invalid(path, values, "for 'Gt', 'Lt' operators, exactly one value is required"));
        }
        for (int i = 0; i < values.size(); i++) {
          if (parseInteger(values.get(i)) == null) {
            errors.add(FieldErrors.invalid(
                path + "[" + i + "]", values.get(i), "for 'Gt', 'Lt' operators, the value must be an integer"));
          }
        }
      }
    }
  }

  /** Whether labels meet the condition. */
  public boolean matches(Map<String, String> labels) {
    String value = labels.get(key);
    return switch (operator) {
      case EQUALS -> value != null && value.equals(values.get(0));
      case IN -> value != null && values.contains(value);
      case NOT_IN -> value == null || !values.contains(value);
      case EXISTS -> value != null;
      case DOES_NOT_EXIST -> value == null;
      case GREATER_THAN -> value != null && compare(value) > 0;
      case LESS_THAN -> value != null && compare(value) < 0;
    };
  }

  private int compare(String label) {
    Long actual = parseInteger(label);
    Long bound = parseInteger(values.get(0));
    return actual == null || bound == null ? 0 : actual.compareTo(bound);
  }

  /** A decimal integer of 64 bits, with or without a sign. */
  private static @Nullable Long parseInteger(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean sign = i == 0 && (c == '-' || c == '+');
      if (!sign && (c < '0' || c > '9')) {
        return null;
      }
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null; // empty, a sign alone, or beyond 64 bits: not a number that can be compared
    }
  }

  @Override
  public int compareTo(Requirement other) {
    return ORDER.compare(this, other);
  }

  /** The same in every process, which the hash of an enum is not. */
  @Override
  public int hashCode() {
    return (key.hashCode() * 31 + operator.name().hashCode()) * 31 + values.hashCode();
  }

  /** As {@code kubectl -l} reads it. */
  @Override
  public String toString() {
    String list = String.join(",", values);
    return switch (operator) {
      case EQUALS -> key + "=" + list;
      case IN -> key + " in (" + list + ")";
      case NOT_IN -> key + " notin (" + list + ")";
      case EXISTS -> key;
      case DOES_NOT_EXIST -> "!" + key;
      case GREATER_THAN -> key + ">" + list;
      case LESS_THAN -> key + "<" + list;
    };
  }
}
