package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetSpec;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of priority classes and disruption budgets.
 *
 * <p>Source: pkg/apis/scheduling/validation/validation.go, pkg/apis/policy/validation/validation.go, v1.37.2.
 */
final class PreemptionChecks {

  private static final int HIGHEST_PRIORITY = 1_000_000_000;
  private static final String RESERVED = "system-";
  private static final Map<String, Integer> SYSTEM_CLASSES =
      Map.of("system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);
  private static final Set<String> EVICTION_POLICIES = Set.of("IfHealthyBudget", "AlwaysAllow");
  private static final Pattern PERCENT = Pattern.compile("0*([0-9]|[1-9][0-9]|100)%");

  private final PodSpecChecks values;
  private final PodSpecChecks.Told told;

  PreemptionChecks(PodSpecChecks values, PodSpecChecks.Told told) {
    this.values = values;
    this.told = told;
  }

  void check(PriorityClass priority) {
    values.word("preemptionPolicy", priority.getPreemptionPolicy(), PodSpecChecks.PREEMPTION);
    String name = priority.getMetadata().getName();
    if (name != null && name.startsWith(RESERVED)) {
      Integer value = SYSTEM_CLASSES.get(name);
      if (value == null) {
        told.wrong("metadata.name", "begins with \"" + RESERVED + "\", which is reserved", "choose another name");
      } else if (!value.equals(priority.getValue())) {
        told.wrong("value", priority.getValue() + " is not the value of this class", "give " + value);
      } else if (Boolean.TRUE.equals(priority.getGlobalDefault())) {
        told.wrong("globalDefault", "is true", "a class of the system is no default");
      }
    } else if (priority.getValue() != null && priority.getValue() > HIGHEST_PRIORITY) {
      told.wrong("value", priority.getValue() + " is above what a class may have", "give " + HIGHEST_PRIORITY + " or less");
    }
  }

  void check(String field, PodDisruptionBudgetSpec budget) {
    new SelectorChecks(told).selector(field + ".selector", budget.getSelector());
    if (budget.getMinAvailable() != null && budget.getMaxUnavailable() != null) {
      told.wrong(field, "has both minAvailable and maxUnavailable", "give one of them");
    }
    amount(field + ".minAvailable", budget.getMinAvailable());
    amount(field + ".maxUnavailable", budget.getMaxUnavailable());
    values.word(field + ".unhealthyPodEvictionPolicy", budget.getUnhealthyPodEvictionPolicy(), EVICTION_POLICIES);
  }

  private void amount(String field, @Nullable IntOrString amount) {
    Object given = amount == null ? null : amount.getValue();
    if (given instanceof Integer number) {
      if (number < 0) {
        told.wrong(field, number + " is negative", "give 0 or more");
      }
    } else if (given instanceof String text && !PERCENT.matcher(text).matches()) {
      told.wrong(field, "\"" + text + "\" is no share", "give a number without quotes, or a percentage from 0% to 100%");
    }
  }
}
