package io.berth.app.manifest;

import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyRange;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of the policy by which requests take of a device's capacity. What depends on gate DRAFractionalCapacityRange,
 * the steps between fractions, is let pass.
 *
 * <p>Source: pkg/apis/resource/validation/validation.go validateRequestPolicy, v1.37.2.
 */
final class RequestPolicyChecks {

  private static final int MOST_VALUES = 10;
  private static final ExactQuantity MOST = ExactQuantity.ofValue(Long.MAX_VALUE);

  private static final ExactQuantity LEAST = ExactQuantity.ofValue(Long.MIN_VALUE);

  private final DeviceChecks checks;

  RequestPolicyChecks(DeviceChecks checks) {
    this.checks = checks;
  }

  void check(String field, CapacityRequestPolicy policy, Quantity capacity) {
    List<Quantity> values = policy.getValidValues();
    CapacityRequestPolicyRange range = policy.getValidRange();
    if (values.isEmpty() && range == null) {
      return;
    }
    if (!values.isEmpty() && range != null) {
      checks.wrong(field, "has both validValues and validRange", "give one of them");
    } else if (policy.getDefault() == null) {
      checks.wrong(field + ".default", "is missing", "give it, beside " + (range == null ? "validValues" : "validRange"));
    } else if (range == null) {
      values(field, policy.getDefault(), values, capacity);
    } else if (range.getMin() == null) {
      checks.wrong(field + ".validRange.min", "is missing", "give it");
    } else {
      range(field, policy.getDefault(), range, capacity);
    }
  }

  private void values(String field, Quantity byDefault, List<Quantity> values, Quantity capacity) {
    String at = field + ".validValues";
    checks.atMost(at, values.size(), MOST_VALUES);
    boolean found = false;
    for (int i = 0; i < values.size(); i++) {
      Quantity value = values.get(i);
      notAbove(at + "[" + i + "]", value, capacity, "the capacity");
      int order = i == 0 ? 1 : compare(value, values.get(i - 1));
      if (order < 0) {
        checks.wrong(at + "[" + i + "]", value + " is less than the one before it", "put them into ascending order");
      } else if (order == 0) {
        checks.wrong(at + "[" + i + "]", value + " is there twice", "remove one of them");
      }
      found |= compare(value, byDefault) == 0;
    }
    if (!found) {
      checks.wrong(field + ".default", byDefault + " is none of validValues", "give one of them");
    }
  }

  private void range(String field, Quantity byDefault, CapacityRequestPolicyRange range, Quantity capacity) {
    String at = field + ".validRange";
    notAbove(at + ".min", range.getMin(), capacity, "the capacity");
    notAbove(at + ".min", range.getMin(), range.getMax(), "max");
    notAbove(at + ".max", range.getMax(), capacity, "the capacity");
    notAbove(field + ".default", byDefault, range.getMax(), "max");
    if (compare(byDefault, range.getMin()) < 0) {
      checks.wrong(field + ".default", byDefault + " is below min, " + range.getMin(), "raise it");
    }
    if (range.getStep() != null) {
      steps(field, byDefault, range, capacity);
    }
  }

  private void steps(String field, Quantity byDefault, CapacityRequestPolicyRange range, Quantity capacity) {
    String at = field + ".validRange.step";
    ExactQuantity step = ExactQuantity.of(range.getStep());
    if (step.signum() <= 0) {
      checks.wrong(at, range.getStep() + " is not above 0", "give more, or leave it out");
      return;
    }
    if (ExactQuantity.of(range.getMin()).plus(step).compareTo(ExactQuantity.of(capacity)) > 0) {
      checks.wrong(at, "one step from min is above the capacity, " + capacity, "lower it, or leave it out");
    }
    List<Quantity> all = Stream.of(byDefault, range.getMin(), range.getMax(), range.getStep()).filter(Objects::nonNull).toList();
    if (all.stream().anyMatch(RequestPolicyChecks::isFraction)) {
      return;
    }
    if (all.stream().map(ExactQuantity::of).anyMatch(amount -> amount.signum() < 0 || amount.compareTo(MOST) > 0)) {
      checks.wrong(field + ".validRange", "has steps, and an amount below 0 or above 2^63-1", "give amounts between them");
      return;
    }
    onStep(field + ".default", byDefault, range);
    onStep(field + ".validRange.max", range.getMax(), range);
  }

  private void onStep(String field, @Nullable Quantity amount, CapacityRequestPolicyRange range) {
    if (amount != null && (whole(amount) - whole(range.getMin())) % whole(range.getStep()) != 0) {
      checks.wrong(field, amount + " is no number of steps of " + range.getStep() + " above min, " + range.getMin(), "give one");
    }
  }

  private void notAbove(String field, @Nullable Quantity amount, @Nullable Quantity most, String name) {
    if (amount != null && most != null && compare(amount, most) > 0) {
      checks.wrong(field, amount + " is above " + name + ", " + most, "lower it");
    }
  }

  private static boolean isFraction(Quantity amount) {
    ExactQuantity exact = ExactQuantity.of(amount);
    return exact.compareTo(MOST) <= 0 && exact.compareTo(LEAST) >= 0 && !exact.equals(ExactQuantity.ofValue(exact.valueCeil()));
  }

  private static long whole(Quantity amount) {
    return ExactQuantity.of(amount).valueCeil();
  }

  private static int compare(Quantity one, Quantity other) {
    return ExactQuantity.of(one).compareTo(ExactQuantity.of(other));
  }
}
