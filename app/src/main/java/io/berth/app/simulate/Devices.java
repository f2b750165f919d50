package io.berth.app.simulate;

import io.berth.dynamicresources.DeviceHolds;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a cluster at one moment, and who holds them. Of a pool that is being changed the latest generation counts. A device that a
 * claim holds and no slice has is there as well.
 *
 * @param devices in the order of their slices
 * @param claims by namespace and name
 */
record Devices(List<Use> devices, List<Claim> claims) {

  /** No devices at all. */
  static final Devices NONE = new Devices(List.of(), List.of());

  Devices {
    devices = List.copyOf(devices);
    claims = List.copyOf(claims);
  }

  /** What tells devices apart. */
  record Id(String driver, String pool, String device) {}

  /**
   * A device.
   *
   * @param node the node that it is in; what it says of its nodes when there are several; empty when nothing is known
   * @param shareable whether several claims may have it at once
   * @param capacity what it has, by name
   * @param holders who has it
   * @param heldFor nominated pods that it is held for, whoever has it meanwhile
   */
  record Use(
      Id id,
      String node,
      boolean shareable,
      Map<String, ExactQuantity> capacity,
      List<Holder> holders,
      List<HeldFor> heldFor) {

    /** Whether somebody has it for himself or with others; those who only look at it do not count. */
    boolean held() {
      return holders.stream().anyMatch(holder -> !holder.adminAccess());
    }

    /** How much of a capacity its holders have together. */
    ExactQuantity consumed(String name) {
      ExactQuantity sum = ExactQuantity.ZERO;
      for (Holder holder : holders) {
        sum = sum.plus(holder.consumed().getOrDefault(name, ExactQuantity.ZERO));
      }
      return sum;
    }
  }

  /**
   * Who has a device.
   *
   * @param request the claim's request, with its alternative
   * @param className the device class that was asked for; empty when that is not known
   * @param pods the pods that may use the claim
   * @param consumed how much of its capacity, by name
   */
  record Holder(
      String namespace,
      String claim,
      String request,
      String className,
      List<String> pods,
      boolean adminAccess,
      Map<String, ExactQuantity> consumed) {}

  /**
   * A nominated pod that a device is held for until it reserves it.
   *
   * @param claim the pod's claim that it is for
   * @param consumed how much of its capacity, by name; empty if it is held as a whole
   */
  record HeldFor(String namespace, String pod, String claim, boolean adminAccess, Map<String, ExactQuantity> consumed) {}

  /**
   * A claim.
   *
   * @param allocated whether it has devices
   * @param pods the pods that may use it
   * @param devices what it has
   */
  record Claim(String namespace, String name, boolean allocated, List<String> pods, List<Id> devices) {}

  boolean isEmpty() {
    return devices.isEmpty() && claims.isEmpty();
  }

  static Devices of(List<ResourceSlice> slices, List<ResourceClaim> claims, List<DeviceHolds.Hold> holds) {
    var collected = new Collected();
    var generations = new HashMap<String, Long>();
    slices.forEach(slice -> generations.merge(poolOf(slice), generation(slice), Math::max));
    for (ResourceSlice slice : slices) {
      if (generation(slice) == generations.get(poolOf(slice))) {
        slice.getSpec().getDevices().forEach(device -> collected.device(slice.getSpec(), device));
      }
    }
    claims.forEach(collected::claim);
    holds.forEach(collected::hold);
    return new Devices(List.copyOf(collected.uses.values()), collected.claims);
  }

  private static String poolOf(ResourceSlice slice) {
    return slice.getSpec().getDriver() + "/" + slice.getSpec().getPool().getName();
  }

  private static long generation(ResourceSlice slice) {
    Long generation = slice.getSpec().getPool().getGeneration();
    return generation == null ? 0 : generation;
  }

  private static final class Collected {
    final Map<Id, Use> uses = new LinkedHashMap<>();
    final List<Claim> claims = new ArrayList<>();

    void device(ResourceSliceSpec slice, Device device) {
      var capacity = new TreeMap<String, ExactQuantity>();
      if (device.getCapacity() != null) {
        device.getCapacity().forEach((name, given) -> capacity.put(name, ExactQuantity.of(given.getValue())));
      }
      boolean shareable = Boolean.TRUE.equals(device.getAllowMultipleAllocations());
      var id = new Id(slice.getDriver(), slice.getPool().getName(), device.getName());
      uses.putIfAbsent(id, new Use(id, node(slice, device), shareable, capacity, new ArrayList<>(), new ArrayList<>()));
    }

    private static String node(ResourceSliceSpec slice, Device device) {
      boolean own = Boolean.TRUE.equals(slice.getPerDeviceNodeSelection());
      String name = own ? device.getNodeName() : slice.getNodeName();
      if (name != null) {
        return name;
      }
      NodeSelector selector = own ? device.getNodeSelector() : slice.getNodeSelector();
      return selector == null ? "all nodes" : "some nodes";
    }

    void claim(ResourceClaim claim) {
      var meta = claim.getMetadata();
      var status = claim.getStatus();
      boolean allocated = status != null && status.getAllocation() != null;
      List<String> pods = status == null ? List.of() : status.getReservedFor().stream().map(ResourceClaimConsumerReference::getName).toList();
      var ids = new ArrayList<Id>();
      if (allocated && status.getAllocation().getDevices() != null) {
        for (DeviceRequestAllocationResult result : status.getAllocation().getDevices().getResults()) {
          var id = new Id(result.getDriver(), result.getPool(), result.getDevice());
          ids.add(id);
          var consumed = new TreeMap<String, ExactQuantity>();
          Map<String, Quantity> given = result.getConsumedCapacity();
          if (given != null) {
            given.forEach((name, amount) -> consumed.put(name, ExactQuantity.of(amount)));
          }
          boolean admin = Boolean.TRUE.equals(result.getAdminAccess());
          String request = result.getRequest();
          var holder = new Holder(meta.getNamespace(), meta.getName(), request, className(claim, request), pods, admin, consumed);
          use(id).holders().add(holder);
        }
      }
      claims.add(new Claim(meta.getNamespace(), meta.getName(), allocated, pods, List.copyOf(ids)));
    }

    void hold(DeviceHolds.Hold hold) {
      for (DeviceHolds.Device device : hold.devices()) {
        var heldFor =
            new HeldFor(hold.pod().namespace(), hold.pod().name(), device.claim(), device.adminAccess(), device.consumed());
        use(new Id(device.driver(), device.pool(), device.device())).heldFor().add(heldFor);
      }
    }

    /** The device; one that no slice has is there from now on. */
    private Use use(Id id) {
      return uses.computeIfAbsent(id, i -> new Use(i, "", false, Map.of(), new ArrayList<>(), new ArrayList<>()));
    }

    private static String className(ResourceClaim claim, @Nullable String request) {
      DeviceClaim asked = claim.getSpec() == null ? null : claim.getSpec().getDevices();
      if (asked == null || request == null) {
        return "";
      }
      for (DeviceRequest candidate : asked.getRequests()) {
        if (candidate.getExactly() != null && request.equals(candidate.getName())) {
          return orEmpty(candidate.getExactly().getDeviceClassName());
        }
        for (DeviceSubRequest alternative : candidate.getFirstAvailable()) {
          if (request.equals(candidate.getName() + "/" + alternative.getName())) {
            return orEmpty(alternative.getDeviceClassName());
          }
        }
      }
      return "";
    }

    private static String orEmpty(@Nullable String text) {
      return text == null ? "" : text;
    }
  }
}
