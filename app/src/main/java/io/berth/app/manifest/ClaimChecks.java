package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of a claim for devices. What it fills in by itself may be missing.
 *
 * <p>Source: pkg/apis/resource/validation/validation.go validateDeviceClaim, v1.37.2.
 */
final class ClaimChecks {

  private static final int MOST_REQUESTS = 32;
  private static final int MOST_ALTERNATIVES = 8;
  private static final int MOST_CONSTRAINTS = 32;
  private static final int LONGEST_CLASS = 253;
  private static final Set<String> MODES = Set.of("ExactCount", "All");
  private static final Set<String> OPERATORS = Set.of("Exists", "Equal");
  private static final Set<String> EFFECTS = Set.of("", "NoSchedule", "NoExecute", "None");

  private final DeviceChecks checks;
  private final Set<String> names = new HashSet<>();

  ClaimChecks(DeviceChecks checks) {
    this.checks = checks;
  }

  void check(String field, DeviceClaim claim) {
    String requests = field + ".requests";
    checks.atMost(requests, claim.getRequests().size(), MOST_REQUESTS);
    checks.unique(requests, claim.getRequests(), DeviceRequest::getName, ".name");
    int index = 0;
    for (DeviceRequest request : claim.getRequests()) {
      request(requests + "[" + index++ + "]", request);
    }
    checks.atMost(field + ".constraints", claim.getConstraints().size(), MOST_CONSTRAINTS);
    index = 0;
    for (DeviceConstraint constraint : claim.getConstraints()) {
      String at = field + ".constraints[" + index++ + "]";
      references(at + ".requests", constraint.getRequests());
      if ((constraint.getMatchAttribute() == null) == (constraint.getDistinctAttribute() == null)) {
        checks.wrong(at, "needs one of matchAttribute and distinctAttribute", "give one of them");
      }
      checks.qualified(at + ".matchAttribute", constraint.getMatchAttribute());
      checks.qualified(at + ".distinctAttribute", constraint.getDistinctAttribute());
    }
    index = 0;
    for (DeviceClaimConfiguration config : claim.getConfig()) {
      references(field + ".config[" + index++ + "].requests", config.getRequests());
    }
  }

  private void request(String field, DeviceRequest request) {
    checks.label(field + ".name", request.getName());
    List<DeviceSubRequest> alternatives = request.getFirstAvailable();
    names.add(String.valueOf(request.getName()));
    if ((request.getExactly() == null) == alternatives.isEmpty()) {
      checks.wrong(field, "needs one of exactly and firstAvailable", "give one of them");
    } else if (request.getExactly() != null) {
      exactly(field + ".exactly", request.getExactly());
    }
    String each = field + ".firstAvailable";
    checks.atMost(each, alternatives.size(), MOST_ALTERNATIVES);
    checks.unique(each, alternatives, DeviceSubRequest::getName, ".name");
    int index = 0;
    for (DeviceSubRequest alternative : alternatives) {
      String at = each + "[" + index++ + "]";
      checks.label(at + ".name", alternative.getName());
      names.add(request.getName() + "/" + alternative.getName());
      common(at, alternative.getDeviceClassName(), alternative.getSelectors(), alternative.getTolerations());
      mode(at, alternative.getAllocationMode(), alternative.getCount());
    }
  }

  private void exactly(String field, ExactDeviceRequest request) {
    common(field, request.getDeviceClassName(), request.getSelectors(), request.getTolerations());
    mode(field, request.getAllocationMode(), request.getCount());
  }

  private void common(
      String field, @Nullable String className, List<DeviceSelector> selectors, List<DeviceToleration> tolerations) {
    checks.subdomain(field + ".deviceClassName", className, LONGEST_CLASS);
    checks.selectors(field + ".selectors", selectors);
    int index = 0;
    for (DeviceToleration toleration : tolerations) {
      String at = field + ".tolerations[" + index++ + "]";
      checks.word(at + ".operator", toleration.getOperator(), OPERATORS);
      checks.word(at + ".effect", toleration.getEffect(), EFFECTS);
      if (toleration.getKey() != null && !toleration.getKey().isEmpty()) {
        checks.labels().key(at + ".key", toleration.getKey());
      }
      if ("Exists".equals(toleration.getOperator()) && toleration.getValue() != null && !toleration.getValue().isEmpty()) {
        checks.wrong(at + ".value", "is given", "leave it out with Exists");
      } else {
        checks.labels().value(at + ".value", toleration.getValue());
      }
    }
  }

  private void mode(String field, @Nullable String mode, @Nullable Long count) {
    String given = mode == null || mode.isEmpty() ? "ExactCount" : mode;
    checks.word(field + ".allocationMode", given, MODES);
    if (given.equals("All") && count != null && count != 0) {
      checks.wrong(field + ".count", count + " is given", "leave it out with All");
    } else if (given.equals("ExactCount") && count != null && count < 0) {
      checks.wrong(field + ".count", count + " is negative", "give 1 or more");
    }
  }

  private void references(String field, List<String> references) {
    for (int i = 0; i < references.size(); i++) {
      if (references.indexOf(references.get(i)) < i) {
        checks.wrong(field + "[" + i + "]", "\"" + references.get(i) + "\" is there twice", "remove one of them");
      }
      if (!names.contains(references.get(i))) {
        checks.wrong(field + "[" + i + "]", "\"" + references.get(i) + "\" is no request of the claim", "name one, or REQUEST/ALTERNATIVE");
      }
    }
  }
}
