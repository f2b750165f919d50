package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.dra.PoolSpec.DeviceSpec;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether claims can be given devices of one node: tries everything. Shares no code with the allocator. */
final class NaiveAllocation {
  private final List<DeviceSpec> devices;
  private final int units;
  private final Set<String> whole = new HashSet<>();
  private final Map<String, Long> shares = new HashMap<>();
  private final boolean unknown;
  private final List<Wish> wishes = new ArrayList<>();

  /** One device is wanted, or a share of one. */
  private record Wish(boolean shared, long amount, String selector) {
    boolean likes(DeviceSpec device) {
      return device.shared() == shared && (selector.isEmpty() || selector.contains("\"" + device.model() + "\""));
    }
  }

  /**
   * The devices of a node.
   *
   * @param held what has been given to others, of whatever node
   */
  NaiveAllocation(String node, List<DeviceSpec> devices, int units, List<DeviceRequestAllocationResult> held) {
    this.devices = devices;
    this.units = units;
    for (DeviceRequestAllocationResult result : held) {
      if (result.getPool().equals(node)) {
        Long share = Devices.share(result);
        if (share == null) {
          whole.add(result.getDevice());
        } else {
          shares.merge(result.getDevice(), share, Long::sum);
        }
      }
    }
    // Nobody knows what a device takes that is no longer published.
    List<String> published = devices.stream().map(DeviceSpec::name).toList();
    this.unknown = !published.containsAll(whole) || !published.containsAll(shares.keySet());
  }

  /** The claim is to be given devices, too. */
  void want(ResourceClaim claim) {
    for (DeviceRequest request : claim.getSpec().getDevices().getRequests()) {
      var exactly = request.getExactly();
      boolean shared = exactly.getDeviceClassName().equals(ClaimSpec.SHARE);
      String selector = exactly.getSelectors().isEmpty() ? "" : exactly.getSelectors().get(0).getCel().getExpression();
      long amount = shared ? Long.parseLong(exactly.getCapacity().getRequests().get(PoolSpec.MEMORY).toString()) : 1;
      for (long i = 0; i < exactly.getCount(); i++) {
        wishes.add(new Wish(shared, amount, selector));
      }
    }
  }

  boolean isPossible() {
    return isPossible(0);
  }

  private boolean isPossible(int next) {
    if (next == wishes.size()) {
      return true;
    }
    Wish wish = wishes.get(next);
    for (DeviceSpec device : devices) {
      if (!wish.likes(device) || whole.contains(device.name())) {
        continue;
      }
      if (wish.shared) {
        long taken = shares.getOrDefault(device.name(), 0L);
        if (taken + wish.amount <= PoolSpec.SHARED_MEMORY) {
          shares.put(device.name(), taken + wish.amount);
          boolean possible = isPossible(next + 1);
          shares.put(device.name(), taken);
          if (possible) {
            return true;
          }
        }
      } else if (device.units() == 0 || !unknown && unitsTaken() + device.units() <= units) {
        whole.add(device.name());
        boolean possible = isPossible(next + 1);
        whole.remove(device.name());
        if (possible) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether shares of it are held, be it one that is shared or that has been. */
  private boolean isShared(DeviceSpec device) {
    return shares.getOrDefault(device.name(), 0L) > 0;
  }

  private int unitsTaken() {
    return devices.stream().filter(device -> whole.contains(device.name()) || isShared(device)).mapToInt(DeviceSpec::units).sum();
  }
}
