package io.berth.app.manifest;

import io.berth.framework.selector.LabelSyntax;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of taints and tolerations.
 *
 * <p>Source: pkg/apis/core/validation/validation.go validateNodeTaints, ValidateTolerations, v1.37.2.
 */
final class TaintChecks {

  private static final Set<String> EFFECTS = Set.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final Set<String> TOLERATED_EFFECTS = Set.of("", "NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final Set<String> OPERATORS = Set.of("", "Exists", "Equal", "Lt", "Gt");
  private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  private final PodSpecChecks.Told told;

  TaintChecks(PodSpecChecks.Told told) {
    this.told = told;
  }

  void taints(String field, List<Taint> taints) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < taints.size(); i++) {
      Taint taint = taints.get(i);
      String at = field + "[" + i + "]";
      key(at + ".key", taint.getKey());
      value(at + ".value", taint.getValue());
      PodSpecChecks.word(told, at + ".effect", taint.getEffect(), EFFECTS);
      if (!seen.add(taint.getKey() + " " + taint.getEffect())) {
        told.wrong(at, "\"" + taint.getKey() + "\" with " + taint.getEffect() + " is there twice", "remove one of them");
      }
    }
  }

  void tolerations(String field, List<Toleration> tolerations) {
    for (int i = 0; i < tolerations.size(); i++) {
      toleration(field + "[" + i + "]", tolerations.get(i));
    }
  }

  private void toleration(String at, Toleration toleration) {
    String operator = toleration.getOperator() == null ? "" : toleration.getOperator();
    PodSpecChecks.word(told, at + ".operator", operator, OPERATORS);
    PodSpecChecks.word(told, at + ".effect", toleration.getEffect(), TOLERATED_EFFECTS);
    if (toleration.getKey() != null && !toleration.getKey().isEmpty()) {
      key(at + ".key", toleration.getKey());
    } else if (OPERATORS.contains(operator) && !operator.equals("Exists")) {
      told.wrong(at + ".key", "is missing", "give it, or tolerate all taints with operator Exists");
    }
    if (toleration.getTolerationSeconds() != null && !"NoExecute".equals(toleration.getEffect())) {
      told.wrong(at + ".tolerationSeconds", "is given without effect NoExecute", "give that effect, or leave it out");
    }
    String value = toleration.getValue() == null ? "" : toleration.getValue();
    switch (operator) {
      case "", "Equal" -> value(at + ".value", value);
      case "Exists" -> {
        if (!value.isEmpty()) {
          told.wrong(at + ".value", "is given", "leave it out with Exists");
        }
      }
      case "Lt", "Gt" -> {
        if (!isNumber(value)) {
          told.wrong(at + ".value", "\"" + value + "\" is no whole number", "give one with " + operator);
        }
      }
      default -> {}
    }
  }

  private static boolean isNumber(String value) {
    if (!NUMBER.matcher(value).matches()) {
      return false;
    }
    try {
      Long.parseLong(value);
      return true;
    } catch (NumberFormatException e) {
      return false; // nineteen digits may be more than 64 bits hold
    }
  }

  void key(String field, @Nullable String key) {
    if (key != null && !LabelSyntax.isLabelKey(key)) {
      told.wrong(field, "\"" + key + "\" is no such key", "write it like dedicated or example.com/dedicated");
    }
  }

  void value(String field, @Nullable String value) {
    if (value != null && !LabelSyntax.valueProblems(value).isEmpty()) {
      String advice = "use letters, digits, '-', '_' and '.', with a letter or digit at both ends, at most 63 characters";
      told.wrong(field, "\"" + value + "\" is no such value", advice);
    }
  }
}
