package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleSpec;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an API server fills in of objects about devices: {@code ExactCount} of 1, the operator of tolerations, since when a device is
 * tainted. Pure but for the time that comes in; nothing that others can see is changed.
 *
 * <p>Source: pkg/apis/resource/v1/defaults.go, v1.37.2.
 */
final class DeviceDefaults {
  private DeviceDefaults() {}

  /** Sets what is missing, in a draft that is ours alone. */
  static void apply(HasMetadata draft, String now) {
    if (draft instanceof ResourceClaim claim) {
      claim.setSpec(claim(claim.getSpec()));
    } else if (draft instanceof ResourceClaimTemplate template && template.getSpec() != null) {
      ResourceClaimTemplateSpec spec = Beans.shallow(template.getSpec());
      spec.setSpec(claim(spec.getSpec()));
      template.setSpec(spec);
    } else if (draft instanceof ResourceSlice slice && slice.getSpec() != null) {
      slice.setSpec(slice(slice.getSpec(), now));
    } else if (draft instanceof DeviceTaintRule rule && rule.getSpec() != null && rule.getSpec().getTaint() != null) {
      DeviceTaintRuleSpec spec = Beans.shallow(rule.getSpec());
      spec.setTaint(taint(spec.getTaint(), now));
      rule.setSpec(spec);
    }
  }

  private static @Nullable ResourceClaimSpec claim(@Nullable ResourceClaimSpec given) {
    if (given == null || given.getDevices() == null) {
      return given;
    }
    DeviceClaim devices = Beans.shallow(given.getDevices());
    devices.setRequests(devices.getRequests().stream().map(DeviceDefaults::request).toList());
    ResourceClaimSpec spec = Beans.shallow(given);
    spec.setDevices(devices);
    return spec;
  }

  private static DeviceRequest request(DeviceRequest given) {
    DeviceRequest request = Beans.shallow(given);
    if (given.getExactly() != null) {
      ExactDeviceRequest exactly = Beans.shallow(given.getExactly());
      exactly.setAllocationMode(mode(exactly.getAllocationMode()));
      exactly.setCount(count(exactly.getAllocationMode(), exactly.getCount()));
      exactly.setTolerations(tolerations(exactly.getTolerations()));
      request.setExactly(exactly);
    }
    request.setFirstAvailable(given.getFirstAvailable().stream().map(DeviceDefaults::alternative).toList());
    return request;
  }

  private static DeviceSubRequest alternative(DeviceSubRequest given) {
    DeviceSubRequest request = Beans.shallow(given);
    request.setAllocationMode(mode(given.getAllocationMode()));
    request.setCount(count(request.getAllocationMode(), given.getCount()));
    request.setTolerations(tolerations(given.getTolerations()));
    return request;
  }

  private static String mode(@Nullable String mode) {
    return ObjectApi.isEmpty(mode) ? "ExactCount" : mode;
  }

  private static @Nullable Long count(String mode, @Nullable Long count) {
    return mode.equals("ExactCount") && (count == null || count == 0) ? Long.valueOf(1) : count;
  }

  private static List<DeviceToleration> tolerations(List<DeviceToleration> given) {
    return given.stream()
        .map(
            toleration -> {
              DeviceToleration next = Beans.shallow(toleration);
              next.setOperator(ObjectApi.isEmpty(next.getOperator()) ? "Equal" : next.getOperator());
              return next;
            })
        .toList();
  }

  private static ResourceSliceSpec slice(ResourceSliceSpec given, String now) {
    if (given.getDevices().stream().allMatch(device -> device.getTaints().isEmpty())) {
      return given;
    }
    ResourceSliceSpec spec = Beans.shallow(given);
    spec.setDevices(
        given.getDevices().stream()
            .map(
                device -> {
                  Device next = Beans.shallow(device);
                  next.setTaints(device.getTaints().stream().map(taint -> taint(taint, now)).toList());
                  return next;
                })
            .toList());
    return spec;
  }

  private static DeviceTaint taint(DeviceTaint given, String now) {
    DeviceTaint taint = Beans.shallow(given);
    taint.setTimeAdded(ObjectApi.isEmpty(given.getTimeAdded()) ? now : given.getTimeAdded());
    return taint;
  }
}
