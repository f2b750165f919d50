package io.berth.conformance;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request or one of its alternatives.
 *
 * @param parent the name of the request
 * @param name the full name, as results have it
 * @param all whether all devices are asked for
 */
record NaiveRequest(String parent, String name, String deviceClass, boolean all, long count, boolean admin,
    List<DeviceSelector> selectors, List<DeviceToleration> tolerations, Map<String, Quantity> capacity,
    List<DeviceDerivedAttribute> derived) {

  /** The alternatives of a request; one if it has none. */
  static List<NaiveRequest> of(DeviceRequest request) {
    ExactDeviceRequest exactly = request.getExactly();
    if (exactly != null) {
      return List.of(new NaiveRequest(request.getName(), request.getName(), exactly.getDeviceClassName(),
          "All".equals(exactly.getAllocationMode()), count(exactly.getCount()), Boolean.TRUE.equals(exactly.getAdminAccess()),
          exactly.getSelectors(), exactly.getTolerations(), amounts(exactly.getCapacity()), exactly.getDerivedAttributes()));
    }
    List<NaiveRequest> alternatives = new ArrayList<>();
    for (DeviceSubRequest sub : request.getFirstAvailable()) {
      alternatives.add(new NaiveRequest(request.getName(), request.getName() + "/" + sub.getName(), sub.getDeviceClassName(),
          "All".equals(sub.getAllocationMode()), count(sub.getCount()), false, sub.getSelectors(), sub.getTolerations(),
          amounts(sub.getCapacity()), sub.getDerivedAttributes()));
    }
    return alternatives;
  }

  private static long count(@Nullable Long count) {
    return count == null ? 0 : count;
  }

  private static Map<String, Quantity> amounts(@Nullable CapacityRequirements capacity) {
    return capacity == null || capacity.getRequests() == null ? Map.of() : capacity.getRequests();
  }
}
