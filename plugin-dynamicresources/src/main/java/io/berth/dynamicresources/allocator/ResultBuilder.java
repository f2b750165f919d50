package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Capacity;
import io.berth.dynamicresources.slices.Device;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the solution of a search as the API has it: one result per claim.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go Allocate, v1.37.2.
 */
final class ResultBuilder {

  private ResultBuilder() {}

  static List<AllocationResult> build(Solution solution) {
    List<AllocationResult> results = new ArrayList<>(solution.claims().size());
    for (int claim = 0; claim < solution.claims().size(); claim++) {
      DeviceAllocationResult devices = new DeviceAllocationResult();
      List<Device> chosen = new ArrayList<>();
      List<DeviceRequestAllocationResult> list = new ArrayList<>();
      for (Picked picked : solution.picks()) {
        if (picked.claim() == claim) {
          list.add(result(picked, solution.context()));
          chosen.add(picked.device());
        }
      }
      devices.setResults(list);
      devices.setConfig(ResultConfig.of(solution, claim));
      AllocationResult result = new AllocationResult();
      result.setDevices(devices);
      result.setNodeSelector(ResultNodes.selector(chosen, solution.nodeName()));
      results.add(result);
    }
    return results;
  }

  private static DeviceRequestAllocationResult result(Picked picked, Solution.Context context) {
    Device device = picked.device();
    DeviceRequestAllocationResult result = new DeviceRequestAllocationResult();
    result.setRequest(picked.wish().fullName);
    result.setDriver(device.id().driver());
    result.setPool(device.id().pool());
    result.setDevice(device.name());
    if (picked.wish().adminAccess) {
      result.setAdminAccess(true);
    }
    result.setTolerations(List.copyOf(picked.wish().tolerations));
    if (picked.shared()) {
      result.setShareID(context.shareIds().get());
    }
    result.setConsumedCapacity(consumed(picked));
    result.setSkipNodeOperations(List.copyOf(device.slice().skipNodeOperations()));
    if (context.bindingConditions()) {
      result.setBindingConditions(List.copyOf(device.bindingConditions()));
      result.setBindingFailureConditions(List.copyOf(device.bindingFailureConditions()));
    }
    return result;
  }

  private static Map<String, Quantity> consumed(Picked picked) {
    Map<String, Quantity> consumed = new LinkedHashMap<>();
    ExactQuantity[] amounts = picked.consumed();
    if (amounts != null) {
      List<Capacity> capacities = picked.device().capacities();
      for (int i = 0; i < amounts.length; i++) {
        consumed.put(capacities.get(i).name(), new Quantity(amounts[i].toString()));
      }
    }
    return consumed;
  }
}
