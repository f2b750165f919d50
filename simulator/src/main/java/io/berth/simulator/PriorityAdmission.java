package io.berth.simulator;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a pod's priority. Pure.
 *
 * <p>Source: plugin/pkg/admission/priority/admission.go and pkg/apis/scheduling/v1/helpers.go, v1.37.2.
 */
final class PriorityAdmission {
  private static final Map<String, Integer> SYSTEM_CLASSES =
      Map.of("system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);
  private static final String PREEMPT_LOWER_PRIORITY = "PreemptLowerPriority";

  private PriorityAdmission() {}

  /** What a class gives; a class that says nothing of preemption gives the default. */
  private record Priority(@Nullable String className, int value, String preemptionPolicy) {
    static Priority of(PriorityClass found) {
      String policy = found.getPreemptionPolicy();
      return new Priority(
          found.getMetadata().getName(),
          found.getValue() == null ? 0 : found.getValue(),
          ObjectApi.isEmpty(policy) ? PREEMPT_LOWER_PRIORITY : policy);
    }
  }

  /** Completes the spec, which is ours alone. */
  static void admit(PodSpec spec, Admission.Classes classes) {
    Priority priority = find(spec.getPriorityClassName(), classes);
    spec.setPriorityClassName(priority.className());
    if (spec.getPriority() != null && spec.getPriority() != priority.value()) {
      throw new Admission.RejectedException(
          "the integer value of priority (" + spec.getPriority() + ") must not be provided in pod spec; priority admission controller"
              + " computed " + priority.value() + " from the given PriorityClass name");
    }
    spec.setPriority(priority.value());
    String policy = spec.getPreemptionPolicy();
    if (!ObjectApi.isEmpty(policy) && !policy.equals(priority.preemptionPolicy())) {
      throw new Admission.RejectedException(
          "the string value of PreemptionPolicy (" + policy + ") must not be provided in pod spec; priority admission controller"
              + " computed " + priority.preemptionPolicy() + " from the given PriorityClass name");
    }
    spec.setPreemptionPolicy(priority.preemptionPolicy());
  }

  private static Priority find(@Nullable String name, Admission.Classes classes) {
    if (ObjectApi.isEmpty(name)) {
      PriorityClass byDefault = globalDefault(classes);
      return byDefault == null ? new Priority(null, 0, PREEMPT_LOWER_PRIORITY) : Priority.of(byDefault);
    }
    PriorityClass found = classes.priorityClass(name);
    if (found != null) {
      return Priority.of(found);
    }
    Integer system = SYSTEM_CLASSES.get(name);
    if (system == null) {
      throw new Admission.RejectedException("no PriorityClass with name " + name + " was found");
    }
    return new Priority(name, system, PREEMPT_LOWER_PRIORITY);
  }

  /** Of several, the one with the lowest value; of equal ones, the first. */
  private static @Nullable PriorityClass globalDefault(Admission.Classes classes) {
    PriorityClass lowest = null;
    for (PriorityClass candidate : classes.priorityClasses()) {
      if (Boolean.TRUE.equals(candidate.getGlobalDefault())
          && (lowest == null || Priority.of(candidate).value() < Priority.of(lowest).value())) {
        lowest = candidate;
      }
    }
    return lowest;
  }
}
