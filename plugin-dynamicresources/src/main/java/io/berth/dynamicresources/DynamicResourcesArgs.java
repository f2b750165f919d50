package io.berth.dynamicresources;

import io.berth.framework.FeatureGates;
import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of {@link DynamicResources}.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go and validation/validation_pluginargs.go, v1.37.2.
 *
 * @param filterTimeout how long the search for devices on one node may take, zero for no limit; {@code null} for
 *     {@link #DEFAULT_FILTER_TIMEOUT} if the gate DRASchedulerFilterTimeout is on
 * @param bindingTimeout how long a pod waits for its devices' binding conditions; {@code null} for
 *     {@link #DEFAULT_BINDING_TIMEOUT}
 */
public record DynamicResourcesArgs(@Nullable Duration filterTimeout, @Nullable Duration bindingTimeout) {
  /** How long a search may take unless the arguments say otherwise. */
  public static final Duration DEFAULT_FILTER_TIMEOUT = Duration.ofSeconds(10);

  /** How long a pod waits for binding conditions unless the arguments say otherwise. */
  public static final Duration DEFAULT_BINDING_TIMEOUT = Duration.ofSeconds(600);

  /** The defaults. */
  public static final DynamicResourcesArgs DEFAULT = new DynamicResourcesArgs(null, null);

  private static final String KIND = "DynamicResourcesArgs";

  /**
   * Reads arguments from a configuration.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public static DynamicResourcesArgs from(Map<String, ?> args) {
    ArgsReader reader = ArgsReader.of(KIND, args);
    Duration filterTimeout = duration(reader, "filterTimeout");
    Duration bindingTimeout = duration(reader, "bindingTimeout");
    reader.finish();
    return new DynamicResourcesArgs(filterTimeout, bindingTimeout);
  }

  private static @Nullable Duration duration(ArgsReader reader, String field) {
    String text = reader.string(field);
    if (text == null) {
      return null;
    }
    Duration duration = GoDurations.parse(text);
    if (duration == null) {
      reader.problems().add(reader.path(field), "\"" + text + "\" is no duration such as 10s or 1m30s");
    }
    return duration;
  }

  /**
   * Checks the arguments.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong under these gates
   */
  DynamicResourcesArgs checked(FeatureGates gates) {
    Problems problems = new Problems();
    if (filterTimeout != null) {
      if (!gates.enabled(FeatureGates.DRA_SCHEDULER_FILTER_TIMEOUT)) {
        problems.add("filterTimeout", "must be absent while the gate DRASchedulerFilterTimeout is off");
      } else if (filterTimeout.isNegative()) {
        problems.add("filterTimeout", filterTimeout + " must be zero or positive");
      }
    }
    if (bindingTimeout != null) {
      if (!hasBindingConditions(gates)) {
        problems.add(
            "bindingTimeout",
            "must be absent while the gate DRADeviceBindingConditions or DRAResourceClaimDeviceStatus is off");
      } else if (bindingTimeout.compareTo(Duration.ofSeconds(1)) < 0) {
        problems.add("bindingTimeout", bindingTimeout + " must be at least 1 second");
      }
    }
    problems.throwIfAny(KIND);
    return this;
  }

  static boolean hasBindingConditions(FeatureGates gates) {
    return gates.enabled(FeatureGates.DRA_DEVICE_BINDING_CONDITIONS)
        && gates.enabled(FeatureGates.DRA_RESOURCE_CLAIM_DEVICE_STATUS);
  }

  /** How long a search may take; zero for no limit. */
  Duration effectiveFilterTimeout(FeatureGates gates) {
    if (!gates.enabled(FeatureGates.DRA_SCHEDULER_FILTER_TIMEOUT)) {
      return Duration.ZERO;
    }
    return filterTimeout == null ? DEFAULT_FILTER_TIMEOUT : filterTimeout;
  }

  /** How long a pod waits for binding conditions. */
  Duration effectiveBindingTimeout() {
    return bindingTimeout == null ? DEFAULT_BINDING_TIMEOUT : bindingTimeout;
  }
}
