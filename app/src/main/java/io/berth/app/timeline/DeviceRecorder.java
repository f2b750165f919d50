package io.berth.app.timeline;

import io.berth.app.timeline.Moment.What;
import io.berth.dynamicresources.DeviceHolds;
import io.berth.framework.NominationLoss;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes down what happens to devices and to those who claim them. Not thread-safe. */
final class DeviceRecorder {

  private static final int WHOLE = 1000;

  /** Takes a moment. */
  interface Moments {
    void add(What what, int subject, int node, int number, String text);
  }

  /** Knows pods and nodes by their index, -1 for none. */
  interface Indexes {
    int pod(String uid);

    int node(String name);
  }

  private final Moments moments;
  private final Indexes indexes;
  private final Numbers<DeviceFacts.Device> devices = new Numbers<>();
  private final Numbers<DeviceFacts.Pool> pools = new Numbers<>();
  private final Map<DeviceFacts.Pool, TreeMap<String, ResourceSlice>> slices = new HashMap<>();
  private final Map<DeviceFacts.Pool, String> poolTexts = new HashMap<>();
  private final List<List<Integer>> poolStates = new ArrayList<>();
  private final List<DeviceFacts.Claim> claims = new ArrayList<>();
  private final Map<String, Integer> claimIndexes = new HashMap<>();
  private final List<List<Integer>> allocations = new ArrayList<>();
  private final Map<Integer, Set<Integer>> holders = new HashMap<>();
  private final Map<Integer, List<Integer>> heldBy = new HashMap<>();

  /** Things by number, each once. */
  private static final class Numbers<T> {
    final List<T> all = new ArrayList<>();
    private final Map<T, Integer> numbers = new HashMap<>();

    int of(T thing) {
      Integer known = numbers.putIfAbsent(thing, all.size());
      if (known == null) {
        all.add(thing);
        return all.size() - 1;
      }
      return known;
    }
  }

  DeviceRecorder(Moments moments, Indexes indexes) {
    this.moments = moments;
    this.indexes = indexes;
  }

  void watch(Cluster cluster) {
    cluster.watch(
        ResourceKind.RESOURCE_SLICES,
        new Changes<ResourceSlice>(
            slice -> slice(slice, true), (before, slice) -> slice(slice, true), slice -> slice(slice, false)));
    cluster.watch(ResourceKind.RESOURCE_CLAIMS, new Changes<ResourceClaim>(this::claimAdded, this::claimUpdated, this::claimDeleted));
  }

  DeviceFacts facts() {
    return new DeviceFacts(devices.all, pools.all, poolStates, claims, allocations);
  }

  /** {@code POOL of DRIVER}. */
  String pool(int index) {
    DeviceFacts.Pool pool = pools.all.get(index);
    return pool.name() + " of " + pool.driver();
  }

  String claim(int index) {
    return claims.get(index).key();
  }

  private void slice(ResourceSlice slice, boolean there) {
    var pool = new DeviceFacts.Pool(slice.getSpec().getDriver(), slice.getSpec().getPool().getName());
    TreeMap<String, ResourceSlice> of = slices.computeIfAbsent(pool, p -> new TreeMap<>());
    if (there) {
      of.put(slice.getMetadata().getName(), slice);
    } else {
      of.remove(slice.getMetadata().getName());
    }
    int index = pools.of(pool);
    long generation = of.values().stream().mapToLong(DeviceRecorder::generation).max().orElse(0);
    List<ResourceSlice> current = of.values().stream().filter(s -> generation(s) == generation).toList();
    List<Integer> now = current.stream().flatMap(s -> s.getSpec().getDevices().stream().map(d -> devices.of(device(index, s, d)))).toList();
    long slicesOf = current.isEmpty() ? 0 : current.get(0).getSpec().getPool().getResourceSliceCount();
    String text = now.size() + (now.size() == 1 ? " device" : " devices");
    text += current.size() < slicesOf ? ", incomplete: " + current.size() + " of " + slicesOf + " slices" : "";
    if (!(text + now).equals(poolTexts.put(pool, text + now))) {
      poolStates.add(now);
      moments.add(What.POOL_CHANGED, index, -1, poolStates.size() - 1, text);
    }
  }

  private static long generation(ResourceSlice slice) {
    Long generation = slice.getSpec().getPool().getGeneration();
    return generation == null ? 0 : generation;
  }

  private static DeviceFacts.Device device(int pool, ResourceSlice slice, Device device) {
    boolean own = Boolean.TRUE.equals(slice.getSpec().getPerDeviceNodeSelection());
    String node = own ? device.getNodeName() : slice.getSpec().getNodeName();
    return new DeviceFacts.Device(pool, node == null ? "" : node, device.getName());
  }

  private void claimAdded(ResourceClaim claim) {
    claimIndexes.put(claim.getMetadata().getUid(), claims.size());
    claims.add(new DeviceFacts.Claim(claim.getMetadata().getNamespace(), claim.getMetadata().getName()));
    moments.add(What.CLAIM_ARRIVED, claims.size() - 1, -1, 0, "");
    compare(new ResourceClaim(), claim, claims.size() - 1);
  }

  private void claimUpdated(ResourceClaim before, ResourceClaim claim) {
    compare(before, claim, claimIndexes.get(claim.getMetadata().getUid()));
  }

  private void claimDeleted(ResourceClaim claim) {
    int index = claimIndexes.get(claim.getMetadata().getUid());
    gaveBack(index);
    moments.add(What.CLAIM_GONE, index, -1, 0, "");
  }

  private void compare(ResourceClaim before, ResourceClaim claim, int index) {
    List<DeviceRequestAllocationResult> had = results(before);
    List<DeviceRequestAllocationResult> has = results(claim);
    if (isAllocated(claim) && (!isAllocated(before) || !had.equals(has))) {
      allocated(index, has);
    }
    Map<String, String> was = consumers(before);
    Map<String, String> is = consumers(claim);
    is.forEach((uid, pod) -> {
      if (!was.containsKey(uid)) {
        moments.add(What.CLAIM_RESERVED, index, -1, indexes.pod(uid), pod);
      }
    });
    was.forEach((uid, pod) -> {
      if (!is.containsKey(uid)) {
        moments.add(What.CLAIM_RELEASED, index, -1, indexes.pod(uid), pod);
      }
    });
    if (isAllocated(before) && !isAllocated(claim)) {
      gaveBack(index);
      moments.add(What.CLAIM_DEALLOCATED, index, -1, 0, "");
    }
  }

  private void allocated(int claim, List<DeviceRequestAllocationResult> results) {
    Set<String> nodes = new LinkedHashSet<>();
    List<Integer> held = new ArrayList<>();
    for (DeviceRequestAllocationResult result : results) {
      var pool = new DeviceFacts.Pool(result.getDriver(), result.getPool());
      boolean admin = Boolean.TRUE.equals(result.getAdminAccess());
      nodes.add(add(held, pool, result.getDevice(), admin, consumed(result)));
    }
    allocations.add(held);
    gaveBack(claim);
    List<Integer> had = heldBy.computeIfAbsent(claim, c -> new ArrayList<>());
    for (int i = 0; i < held.size(); i += 2) {
      had.add(held.get(i));
      holders.computeIfAbsent(held.get(i), d -> new LinkedHashSet<>()).add(claim);
    }
    String names = results.stream().map(r -> r.getDevice()).collect(Collectors.joining(", "));
    int node = nodes.size() == 1 ? indexes.node(nodes.iterator().next()) : -1;
    moments.add(What.CLAIM_ALLOCATED, claim, node, allocations.size() - 1, names);
  }

  private void gaveBack(int claim) {
    List<Integer> had = heldBy.remove(claim);
    if (had != null) {
      had.forEach(device -> holders.get(device).remove(claim));
    }
  }

  /** Adds a device and the share of it; returns the node that it is in. */
  private String add(
      List<Integer> to, DeviceFacts.Pool pool, String name, boolean admin, Map<String, ExactQuantity> consumed) {
    String node = "";
    int share = admin ? 0 : WHOLE;
    for (ResourceSlice slice : slices.getOrDefault(pool, new TreeMap<>()).values()) {
      for (Device device : slice.getSpec().getDevices()) {
        if (device.getName().equals(name)) {
          node = device(0, slice, device).node();
          share = Math.min(share, share(device, consumed));
        }
      }
    }
    to.add(devices.of(new DeviceFacts.Device(pools.of(pool), node, name)));
    to.add(share);
    return node;
  }

  /** Devices are held for a pod. */
  void held(DeviceHolds.Hold hold) {
    List<Integer> held = heldDevices(hold);
    Set<String> had = new LinkedHashSet<>();
    for (int i = 0; i < held.size(); i += 2) {
      if (held.get(i + 1) == WHOLE) {
        holders.getOrDefault(held.get(i), Set.of()).forEach(claim -> had.add(claims.get(claim).key()));
      }
    }
    String claimed = (had.size() == 1 ? "claim " : "claims ") + String.join(", ", had);
    hold(What.HELD, hold, had.isEmpty() ? "" : " (still allocated to " + claimed + ")");
  }

  /** Devices are no longer held for a pod. */
  void ended(DeviceHolds.Hold hold, @Nullable NominationLoss loss) {
    hold(What.HOLD_ENDED, hold, " (" + why(loss) + ")");
  }

  private void hold(What what, DeviceHolds.Hold hold, String note) {
    allocations.add(heldDevices(hold));
    String names = hold.devices().stream().map(DeviceHolds.Device::device).collect(Collectors.joining(", "));
    moments.add(what, indexes.pod(hold.pod().uid()), indexes.node(hold.node()), allocations.size() - 1, names + note);
  }

  private static String why(@Nullable NominationLoss loss) {
    if (loss == null) {
      return "decided anew";
    }
    return switch (loss) {
      case BOUND -> "reserved now";
      case DELETED -> "the pod is gone";
      case CLEARED -> "its nomination was cleared";
      case REPLACED -> "it is nominated to another node";
    };
  }

  private List<Integer> heldDevices(DeviceHolds.Hold hold) {
    List<Integer> held = new ArrayList<>();
    for (DeviceHolds.Device device : hold.devices()) {
      add(held, new DeviceFacts.Pool(device.driver(), device.pool()), device.device(), device.adminAccess(), device.consumed());
    }
    return held;
  }

  private static Map<String, ExactQuantity> consumed(DeviceRequestAllocationResult result) {
    Map<String, ExactQuantity> consumed = new TreeMap<>();
    if (result.getConsumedCapacity() != null) {
      result.getConsumedCapacity().forEach((name, amount) -> consumed.put(name, ExactQuantity.of(amount)));
    }
    return consumed;
  }

  /** The largest part of any capacity that is taken, in thousandths; of a device that is not shared, the whole. */
  private static int share(Device device, Map<String, ExactQuantity> consumed) {
    if (!Boolean.TRUE.equals(device.getAllowMultipleAllocations()) || consumed.isEmpty() || device.getCapacity() == null) {
      return WHOLE;
    }
    double most = 0;
    for (Map.Entry<String, ExactQuantity> entry : consumed.entrySet()) {
      var capacity = device.getCapacity().get(entry.getKey());
      double whole = capacity == null ? 0 : milli(ExactQuantity.of(capacity.getValue()));
      most = whole > 0 ? Math.max(most, milli(entry.getValue()) / whole) : most;
    }
    return (int) Math.round(WHOLE * Math.min(1, most));
  }

  private static double milli(ExactQuantity quantity) {
    return quantity.exactMilliValueCeil().doubleValue();
  }

  private static boolean isAllocated(ResourceClaim claim) {
    return claim.getStatus() != null && claim.getStatus().getAllocation() != null;
  }

  private static List<DeviceRequestAllocationResult> results(ResourceClaim claim) {
    return isAllocated(claim) && claim.getStatus().getAllocation().getDevices() != null
        ? claim.getStatus().getAllocation().getDevices().getResults()
        : List.of();
  }

  private static Map<String, String> consumers(ResourceClaim claim) {
    return claim.getStatus() == null
        ? Map.of()
        : claim.getStatus().getReservedFor().stream()
            .collect(Collectors.toMap(ResourceClaimConsumerReference::getUid, ResourceClaimConsumerReference::getName, (a, b) -> a, TreeMap::new));
  }
}
