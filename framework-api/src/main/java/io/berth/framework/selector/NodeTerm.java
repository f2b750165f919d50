package io.berth.framework.selector;

import io.berth.framework.selector.Requirement.Operator;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One node selector term: conditions on labels and on the name, all of which must hold.
 *
 * @param labels the conditions on labels; {@code null} if there are none
 * @param fields the conditions on fields
 * @param errors why the term cannot be compiled
 */
record NodeTerm(@Nullable Selector labels, List<FieldCondition> fields, List<String> errors) {

  /** A field must, or must not, have a value. The only field of a node is its name; others are empty. */
  record FieldCondition(String key, String value, boolean equal) {
    boolean matches(String nodeName) {
      return value.equals(key.equals(NAME_FIELD) ? nodeName : "") == equal;
    }
  }

  private static final String NAME_FIELD = "metadata.name";
  private static final List<String> OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
  private static final List<String> FIELD_OPERATORS = List.of("In", "NotIn");

  static boolean isEmpty(NodeSelectorTerm term) {
    return term == null || orNone(term.getMatchExpressions()).isEmpty() && orNone(term.getMatchFields()).isEmpty();
  }

  static NodeTerm of(NodeSelectorTerm term, String path) {
    List<String> errors = new ArrayList<>(0);
    Selector labels = null;
    if (!orNone(term.getMatchExpressions()).isEmpty()) {
      labels = labels(term.getMatchExpressions(), FieldErrors.child(path, "matchExpressions"), errors);
    }
    List<FieldCondition> fields =
        fields(orNone(term.getMatchFields()), FieldErrors.child(path, "matchFields"), errors);
    return new NodeTerm(labels, List.copyOf(fields), List.copyOf(errors));
  }

  /** The names that a term admits; {@code null} if it says nothing of the name. */
  static @Nullable Set<String> nodeNames(NodeSelectorTerm term) {
    Set<String> names = null;
    for (NodeSelectorRequirement requirement : orNone(term.getMatchFields())) {
      if (NAME_FIELD.equals(requirement.getKey()) && "In".equals(requirement.getOperator())) {
        if (names == null) {
          names = new TreeSet<>(orNone(requirement.getValues()));
        } else {
          names.retainAll(orNone(requirement.getValues()));
        }
      }
    }
    return names;
  }

  boolean matches(String nodeName, Map<String, String> nodeLabels) {
    if (!errors.isEmpty() || labels != null && !labels.matches(nodeLabels)) {
      return false;
    }
    if (!nodeName.isEmpty()) {
      for (int i = 0; i < fields.size(); i++) {
        if (!fields.get(i).matches(nodeName)) {
          return false;
        }
      }
    }
    return true;
  }

  private static Selector labels(List<NodeSelectorRequirement> given, String path, List<String> errors) {
    List<Requirement> requirements = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      NodeSelectorRequirement requirement = given.get(i);
      String at = path + "[" + i + "]";
      Operator operator = operator(requirement.getOperator());
      if (operator == null) {
        errors.add(FieldErrors.notSupported(
            at + ".operator", orEmpty(requirement.getOperator()), OPERATORS));
        continue;
      }
      try {
        requirements.add(Requirement.checked(orEmpty(requirement.getKey()), operator, requirement.getValues(), at));
      } catch (SelectorException e) {
        errors.addAll(e.problems());
      }
    }
    return Selector.of(requirements);
  }

  private static @Nullable Operator operator(@Nullable String name) {
    return switch (orEmpty(name)) {
      case "In" -> Operator.IN;
      case "NotIn" -> Operator.NOT_IN;
      case "Exists" -> Operator.EXISTS;
      case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
      case "Gt" -> Operator.GREATER_THAN;
      case "Lt" -> Operator.LESS_THAN;
      default -> null;
    };
  }

  private static List<FieldCondition> fields(List<NodeSelectorRequirement> given, String path, List<String> errors) {
    List<FieldCondition> conditions = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      NodeSelectorRequirement requirement = given.get(i);
      String at = path + "[" + i + "]";
      String operator = orEmpty(requirement.getOperator());
      List<String> values = orNone(requirement.getValues());
      if (!FIELD_OPERATORS.contains(operator)) {
        errors.add(FieldErrors.notSupported(at + ".operator", operator, FIELD_OPERATORS));
      } else if (values.size() != 1) {
        errors.add(FieldErrors.invalid(at + ".values", values, "must have one element"));
      } else {
        conditions.add(new FieldCondition(orEmpty(requirement.getKey()), values.get(0), operator.equals("In")));
      }
    }
    return conditions;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
