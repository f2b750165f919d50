package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether the devices of a claim are ready for the pod to be bound.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (isClaimReadyForBinding, isClaimTimeout), v1.37.2.
 */
final class BindingConditions {
  static final String TIMEOUT = "device binding timeout";
  static final String FAILED = "device binding failed";

  private final Duration timeout;

  BindingConditions(Duration timeout) {
    this.timeout = timeout;
  }

  /** What the conditions say. */
  sealed interface Readiness {
    /** All devices are ready, or have no conditions. */
    record Ready() implements Readiness {}

    /** Some condition is not true yet. */
    record NotYet() implements Readiness {}

    /**
     * A failure condition is true.
     *
     * @param message in upstream's words
     */
    record Failed(String message) implements Readiness {}

    Ready READY = new Ready();
    NotYet NOT_YET = new NotYet();
  }

  Readiness readiness(ClaimInfo claim) {
    ClaimAllocation allocation = claim.allocation();
    if (allocation == null) {
      return Readiness.NOT_YET;
    }
    if (!allocation.hasBindingConditions()) {
      return Readiness.READY;
    }
    for (DeviceRequestAllocationResult device : allocation.devices()) {
      if (!device.getBindingConditions().isEmpty()) {
        Readiness readiness = readiness(claim, device);
        if (readiness != Readiness.READY) {
          return readiness;
        }
      }
    }
    return Readiness.READY;
  }

  private static Readiness readiness(ClaimInfo claim, DeviceRequestAllocationResult device) {
    AllocatedDeviceStatus status = status(claim, device);
    if (status == null) {
      return Readiness.NOT_YET;
    }
    for (String type : device.getBindingFailureConditions()) {
      Condition failure = condition(status, type);
      if (failure != null && isTrue(failure)) {
        return new Readiness.Failed(
            FAILED + ": claim=" + claim.name() + ", reason=" + text(failure.getReason()) + ", message=\""
                + text(failure.getMessage()) + "\"");
      }
    }
    for (String type : device.getBindingConditions()) {
      if (!isTrue(condition(status, type))) {
        return Readiness.NOT_YET;
      }
    }
    return Readiness.READY;
  }

  private static @Nullable AllocatedDeviceStatus status(ClaimInfo claim, DeviceRequestAllocationResult device) {
    List<AllocatedDeviceStatus> all = claim.claim().getStatus().getDevices();
    if (all != null) {
      for (AllocatedDeviceStatus status : all) {
        if (Objects.equals(device.getDevice(), status.getDevice())
            && Objects.equals(device.getDriver(), status.getDriver())
            && Objects.equals(device.getPool(), status.getPool())) {
          return status;
        }
      }
    }
    return null;
  }

  private static @Nullable Condition condition(AllocatedDeviceStatus status, String type) {
    if (status.getConditions() != null) {
      for (Condition condition : status.getConditions()) {
        if (type.equals(condition.getType())) {
          return condition;
        }
      }
    }
    return null;
  }

  private static boolean isTrue(@Nullable Condition condition) {
    return condition != null && "True".equals(condition.getStatus());
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** When the claim's time for binding ends, or {@code null} if nothing limits it. */
  @Nullable Instant deadline(ClaimInfo claim) {
    ClaimAllocation allocation = claim.allocation();
    if (allocation == null || !allocation.hasBindingConditions()) {
      return null;
    }
    String since = allocation.result().getAllocationTimestamp();
    if (since == null || since.isEmpty()) {
      return null;
    }
    try {
      return Instant.parse(since).plus(timeout);
    } catch (DateTimeParseException e) {
      return null; // no API server lets such a time in
    }
  }

  /** Whether the claim's time for binding has passed. */
  boolean isTimedOut(ClaimInfo claim, Instant now) {
    Instant deadline = deadline(claim);
    return deadline != null && deadline.isBefore(now);
  }

  /** How long a pod may wait. */
  Duration timeout() {
    return timeout;
  }
}
