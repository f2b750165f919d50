package io.berth.dynamicresources.allocator;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The configuration of a claim's devices: that of the classes, each once, then that of the claim itself.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go Allocate, v1.37.2.
 */
final class ResultConfig {

  private ResultConfig() {}

  static List<DeviceAllocationConfiguration> of(Solution solution, int claimIndex) {
    ClaimToAllocate claim = solution.claims().get(claimIndex);
    List<Wish> taken = new ArrayList<>();
    for (int request = 0; request < claim.requests().size(); request++) {
      taken.add(claim.requests().get(request).wishes().get(solution.alternatives()[claimIndex][request]));
    }
    List<DeviceAllocationConfiguration> config = new ArrayList<>();
    addOfClasses(solution.classes()[claimIndex], taken, config);
    for (DeviceClaimConfiguration own : claim.config()) {
      List<String> requests = own.getRequests() == null ? List.of() : own.getRequests();
      if (requests.isEmpty() || isForAny(requests, claim, taken)) {
        config.add(new DeviceAllocationConfiguration(own.getOpaque(), new ArrayList<>(requests), "FromClaim"));
      }
    }
    for (DeviceAllocationConfiguration one : config) {
      if (!one.getRequests().isEmpty() && isForAll(one.getRequests(), claim, taken)) {
        one.setRequests(new ArrayList<>());
      }
    }
    return config;
  }

  private static void addOfClasses(ParsedClass[] classes, List<Wish> taken, List<DeviceAllocationConfiguration> config) {
    Set<String> seen = new HashSet<>();
    for (Wish wish : taken) {
      ParsedClass deviceClass = classes[wish.number];
      if (!seen.add(deviceClass.name())) {
        continue;
      }
      List<String> requests = new ArrayList<>();
      for (Wish other : taken) {
        if (classes[other.number].name().equals(deviceClass.name())) {
          requests.add(other.fullName);
        }
      }
      for (DeviceClassConfiguration one : deviceClass.config()) {
        config.add(new DeviceAllocationConfiguration(one.getOpaque(), new ArrayList<>(requests), "FromClass"));
      }
    }
  }

  private static boolean isForAny(List<String> names, ClaimToAllocate claim, List<Wish> taken) {
    for (int request = 0; request < taken.size(); request++) {
      if (names.contains(claim.requests().get(request).name()) || names.contains(taken.get(request).fullName)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isForAll(List<String> names, ClaimToAllocate claim, List<Wish> taken) {
    for (int request = 0; request < taken.size(); request++) {
      if (!names.contains(claim.requests().get(request).name()) && !names.contains(taken.get(request).fullName)) {
        return false;
      }
    }
    return true;
  }
}
