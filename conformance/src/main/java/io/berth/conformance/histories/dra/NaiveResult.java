package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.dra.NaiveClaim.NaiveWish;
import io.berth.conformance.histories.dra.NaivePool.NaiveDevice;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.OpaqueDeviceConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an allocation must say of the devices that were chosen. */
final class NaiveResult {
  private NaiveResult() {}

  /** What is said of one device and is not so; {@code null} if all is. */
  static @Nullable String problem(NaiveDevice device, NaiveWish wish, DeviceRequestAllocationResult result) {
    if (Boolean.TRUE.equals(result.getAdminAccess()) != wish.admin()) {
      return "admin access";
    } else if (!result.getTolerations().equals(wish.tolerations())) {
      return "tolerations";
    } else if (!result.getBindingConditions().equals(device.bean().getBindingConditions())
        || !result.getBindingFailureConditions().equals(device.bean().getBindingFailureConditions())) {
      return "binding conditions";
    } else if (!result.getSkipNodeOperations().equals(device.slice().getSkipNodeOperations())) {
      return "operations of nodes";
    } else if ((result.getShareID() != null) != device.shared()) {
      return "share";
    }
    Long takes = device.shared() ? wish.takes(device.bean()) : null;
    Long taken = device.shared() ? Devices.share(result) : null;
    return Objects.equals(takes, taken) ? null : "amount, " + taken + " instead of " + takes;
  }

  /**
   * On which of the nodes the allocation is said to be usable and is not, or the other way round.
   *
   * @param chosen the node that it was made for
   */
  static @Nullable String nodesProblem(AllocationResult allocation, Node chosen, Collection<Node> nodes, Collection<ResourceSlice> slices) {
    for (Node node : nodes) {
      boolean usable = true;
      for (DeviceRequestAllocationResult result : allocation.getDevices().getResults()) {
        usable &= isUsable(result, chosen, node, slices);
      }
      boolean said = Devices.isOn(allocation, node);
      if (said != usable) {
        return "it is said to be " + (said ? "" : "not ") + "usable on node " + node.getMetadata().getName();
      }
    }
    return null;
  }

  private static boolean isUsable(DeviceRequestAllocationResult result, Node chosen, Node node, Collection<ResourceSlice> slices) {
    for (NaivePool pool : NaivePool.on(chosen, slices, List.of())) {
      for (NaiveDevice device : pool.usable()) {
        if (device.id().equals(NaivePool.id(result.getDriver(), result.getPool()) + "/" + result.getDevice())) {
          boolean tied = Boolean.TRUE.equals(device.bean().getBindsToNode());
          return (!tied || node == chosen) && NaivePool.isFor(device.slice(), device.bean(), node);
        }
      }
    }
    return false;
  }

  /** Whether the allocation has the configuration of the claim's classes and of the claim, each for its requests. */
  static boolean isConfigured(ResourceClaim claim, Map<String, DeviceClass> classes) {
    AllocationResult allocation = claim.getStatus().getAllocation();
    Map<String, String> classOf = new LinkedHashMap<>();
    for (DeviceRequest request : claim.getSpec().getDevices().getRequests()) {
      if (request.getExactly() != null) {
        classOf.put(request.getName(), request.getExactly().getDeviceClassName());
      }
      for (DeviceSubRequest sub : request.getFirstAvailable()) {
        String name = request.getName() + "/" + sub.getName();
        if (allocation.getDevices().getResults().stream().anyMatch(result -> result.getRequest().equals(name))) {
          classOf.put(name, sub.getDeviceClassName());
        }
      }
    }
    TreeSet<String> expected = new TreeSet<>();
    for (String name : new TreeSet<>(classOf.values())) {
      List<String> of = classOf.keySet().stream().filter(request -> classOf.get(request).equals(name)).toList();
      for (DeviceClassConfiguration config : classes.get(name).getSpec().getConfig()) {
        expected.add(text("FromClass", of, classOf, config.getOpaque()));
      }
    }
    for (DeviceClaimConfiguration config : claim.getSpec().getDevices().getConfig()) {
      if (config.getRequests().isEmpty() || classOf.keySet().stream().anyMatch(request -> isNamed(request, config.getRequests()))) {
        expected.add(text("FromClaim", config.getRequests(), classOf, config.getOpaque()));
      }
    }
    TreeSet<String> there = new TreeSet<>();
    for (DeviceAllocationConfiguration config : allocation.getDevices().getConfig()) {
      there.add(config.getSource() + config.getRequests() + config.getOpaque());
    }
    return there.equals(expected);
  }

  private static boolean isNamed(String request, List<String> names) {
    return names.contains(request) || names.contains(request.split("/")[0]);
  }

  private static String text(String source, List<String> requests, Map<String, String> all, OpaqueDeviceConfiguration opaque) {
    boolean everything = all.keySet().stream().allMatch(request -> isNamed(request, requests));
    return source + (everything ? List.of() : new ArrayList<>(requests)) + opaque;
  }
}
