package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.dra.NaiveClaim.NaiveWish;
import io.berth.conformance.histories.dra.NaivePool.NaiveDevice;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether claims can be given devices on one node: tries everything. Shares no code with the allocator. */
final class NaiveAllocation {
  private final List<NaiveDevice> usable = new ArrayList<>();
  private final Map<String, NaivePool> pools = new HashMap<>();
  private final boolean incomplete;
  /** Whole devices that somebody has. */
  private final Set<String> whole = new HashSet<>();
  /** What somebody has of shared devices, in thousandths. */
  private final Map<String, Long> shares = new HashMap<>();
  private final Set<String> hidden = new HashSet<>();
  private final List<NaiveClaim> claims = new ArrayList<>();
  private final List<Chosen> chosen = new ArrayList<>();

  /** A device that is tried, or has been decided on. */
  private record Chosen(int claim, NaiveDevice device, NaiveWish wish) {}

  /**
   * The devices of a node.
   *
   * @param held what has been given to others, of whatever node
   */
  NaiveAllocation(List<NaivePool> seen, List<DeviceRequestAllocationResult> held) {
    boolean parts = false;
    for (NaivePool pool : seen) {
      pools.put(pool.id(), pool);
      usable.addAll(pool.usable());
      parts |= !pool.whole();
    }
    incomplete = parts;
    for (DeviceRequestAllocationResult result : held) {
      if (Boolean.TRUE.equals(result.getAdminAccess())) {
        continue; // does not keep others from it
      }
      String pool = NaivePool.id(result.getDriver(), result.getPool());
      String device = pool + "/" + result.getDevice();
      if (result.getShareID() == null) {
        whole.add(device);
      } else {
        shares.merge(device, NaiveClaim.thousandths(result.getConsumedCapacity().get(DeviceSpec.MEMORY)), Long::sum);
      }
      NaivePool of = pools.get(pool);
      if (of != null && of.whole() && (of.all().stream().noneMatch(known -> known.id().equals(device)) || !of.newest().contains(result.getDevice()))) {
        hidden.add(pool); // nobody knows what a device takes that is no longer published
      }
    }
  }

  /** The claim is to be given devices, too. */
  void want(NaiveClaim claim) {
    claims.add(claim);
  }

  /** Whether a pool is being changed that the node sees. */
  boolean isIncomplete() {
    return incomplete;
  }

  boolean isPossible() {
    return request(0, 0);
  }

  private boolean request(int claim, int request) {
    if (claim == claims.size()) {
      return true;
    }
    List<List<NaiveWish>> requests = claims.get(claim).requests();
    if (request == requests.size()) {
      return request(claim + 1, 0);
    }
    for (NaiveWish wish : requests.get(request)) {
      if (wish.count() == NaiveClaim.ALL ? all(claim, request, wish) : some(claim, request, wish, wish.count(), 0)) {
        return true;
      }
    }
    return false;
  }

  private boolean some(int claim, int request, NaiveWish wish, int left, int from) {
    if (left == 0) {
      return request(claim, request + 1);
    }
    for (int i = from; i < usable.size(); i++) {
      if (take(claim, usable.get(i), wish)) {
        boolean possible = some(claim, request, wish, left - 1, i + 1);
        chosen.remove(chosen.size() - 1);
        if (possible) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean all(int claim, int request, NaiveWish wish) {
    if (incomplete) {
      return false;
    }
    int before = chosen.size();
    boolean possible = false;
    for (NaiveDevice device : usable) {
      if (isMeant(device, wish)) {
        possible = take(claim, device, wish);
        if (!possible) {
          break;
        }
      }
    }
    possible = possible && request(claim, request + 1);
    chosen.subList(before, chosen.size()).clear();
    return possible;
  }

  /** What all devices of a kind are, whoever has them. */
  static boolean isMeant(NaiveDevice device, NaiveWish wish) {
    return wish.likes(device.bean()) && wish.takes(device.bean()) != null;
  }

  /** Takes the device if it can be had beside what is chosen already; whether it did. */
  private boolean take(int claim, NaiveDevice device, NaiveWish wish) {
    if (!isMeant(device, wish) || isTaken(claim, device, wish) || !hasMemory(device, wish) || !hasUnits(device, wish)
        || !wish.tolerates(device.taints())) {
      return false;
    }
    chosen.add(new Chosen(claim, device, wish));
    for (DeviceConstraint constraint : claims.get(claim).constraints()) {
      if (!holds(claim, constraint)) {
        chosen.remove(chosen.size() - 1);
        return false;
      }
    }
    return true;
  }

  /** As long as a claim is not allocated, its devices with admin access are not given to the other claims of the pod that come later. */
  private boolean isTaken(int claim, NaiveDevice device, NaiveWish wish) {
    for (Chosen other : chosen) {
      boolean same = other.device.id().equals(device.id()) && !device.shared();
      if (same && (!wish.admin() || other.claim == claim)) {
        return true;
      }
    }
    return !wish.admin() && whole.contains(device.id());
  }

  private boolean hasMemory(NaiveDevice device, NaiveWish wish) {
    if (!device.shared()) {
      return true;
    }
    long taken = shares.getOrDefault(device.id(), 0L) + memory(wish, device);
    for (Chosen other : chosen) {
      if (other.device.id().equals(device.id())) {
        taken += memory(other.wish, device);
      }
    }
    return taken <= NaiveClaim.thousandths(device.bean().getCapacity().get(DeviceSpec.MEMORY).getValue());
  }

  private static long memory(NaiveWish wish, NaiveDevice device) {
    Long takes = wish.takes(device.bean());
    return takes == null ? Long.MAX_VALUE / 2 : takes;
  }

  private boolean hasUnits(NaiveDevice device, NaiveWish wish) {
    if (wish.admin() || device.units() == 0) {
      return true;
    }
    boolean counted = device.shared() && (shares.containsKey(device.id()) || isChosen(device));
    if (counted) {
      return true;
    }
    NaivePool pool = pools.get(device.pool());
    if (pool == null || hidden.contains(device.pool())) {
      return false;
    }
    long taken = device.units();
    for (NaiveDevice other : pool.all()) {
      taken += isInUse(other) ? other.units() : 0; // this one, too, if it has been shared once and is not any more
    }
    return taken <= pool.units() && goTogether(pool, device);
  }

  private boolean isInUse(NaiveDevice device) {
    return whole.contains(device.id()) || shares.containsKey(device.id()) || isChosen(device);
  }

  private boolean isChosen(NaiveDevice device) {
    return chosen.stream().anyMatch(other -> !other.wish.admin() && other.device.id().equals(device.id()));
  }

  /** Devices that share counters have a group in common, all of them, or none has any. */
  private boolean goTogether(NaivePool pool, NaiveDevice added) {
    List<String> common = new ArrayList<>(added.groups());
    for (NaiveDevice other : pool.all()) {
      if (other.units() > 0 && !other.id().equals(added.id()) && isInUse(other)) {
        if (other.groups().isEmpty() != added.groups().isEmpty()) {
          return false;
        }
        common.retainAll(other.groups());
      }
    }
    return added.groups().isEmpty() || !common.isEmpty();
  }

  /**
   * Why these results are not what the claim asks for, beside those that were decided before; {@code null} if they are. They are decided
   * from then on.
   */
  @Nullable String decide(NaiveClaim claim, List<DeviceRequestAllocationResult> results) {
    claims.add(claim);
    int given = 0;
    for (List<NaiveWish> request : claim.requests()) {
      List<DeviceRequestAllocationResult> own = new ArrayList<>();
      NaiveWish taken = null;
      for (NaiveWish wish : request) {
        List<DeviceRequestAllocationResult> ofWish = results.stream().filter(result -> result.getRequest().equals(wish.name())).toList();
        taken = ofWish.isEmpty() ? taken : wish;
        own.addAll(ofWish);
      }
      if (taken == null) {
        return "request " + request.get(0).request() + " gets nothing";
      }
      String problem = decide(taken, own);
      if (problem != null) {
        return "request " + taken.name() + ": " + problem;
      }
      given += own.size();
    }
    return given == results.size() ? null : "something is given that nobody asked for";
  }

  private @Nullable String decide(NaiveWish wish, List<DeviceRequestAllocationResult> results) {
    Set<String> ids = new HashSet<>();
    for (DeviceRequestAllocationResult result : results) {
      String id = NaivePool.id(result.getDriver(), result.getPool()) + "/" + result.getDevice();
      NaiveDevice device = usable.stream().filter(candidate -> candidate.id().equals(id)).findFirst().orElse(null);
      if (device == null) {
        return "device " + id + " cannot be used on the node";
      } else if (!result.getRequest().equals(wish.name()) || !ids.add(id)) {
        return "device " + id + " is given for another alternative, or twice";
      } else if (!take(claims.size() - 1, device, wish)) {
        return "device " + id + " cannot be had";
      }
      String problem = NaiveResult.problem(device, wish, result);
      if (problem != null) {
        return "device " + id + " has other " + problem;
      }
    }
    if (wish.count() != NaiveClaim.ALL) {
      return results.size() == wish.count() ? null : results.size() + " devices instead of " + wish.count();
    }
    Set<String> all = new HashSet<>();
    usable.stream().filter(device -> isMeant(device, wish)).forEach(device -> all.add(device.id()));
    return !incomplete && ids.equals(all) ? null : ids + " instead of all " + all;
  }

  private boolean holds(int claim, DeviceConstraint constraint) {
    List<List<?>> values = new ArrayList<>();
    boolean distinct = constraint.getDistinctAttribute() != null;
    String attribute = distinct ? constraint.getDistinctAttribute() : constraint.getMatchAttribute();
    String name = attribute.substring(attribute.indexOf('/') + 1);
    for (Chosen one : chosen) {
      if (one.claim == claim && one.wish.isMeantBy(constraint)) {
        List<?> value =
            name.equals(ClaimSpec.HALF) && one.wish.derivesHalf()
                ? List.of(((Long) Selector.values(one.device.bean(), "slot").get(0)) / 2)
                : Selector.values(one.device.bean(), name);
        if (value == null) {
          return false;
        }
        values.add(value);
      }
    }
    return distinct ? areDistinct(values) : haveOneInCommon(values);
  }

  private static boolean haveOneInCommon(List<List<?>> values) {
    return values.isEmpty() || values.get(0).stream().anyMatch(value -> values.stream().allMatch(other -> other.contains(value)));
  }

  private static boolean areDistinct(List<List<?>> values) {
    Set<Object> seen = new HashSet<>();
    for (List<?> value : values) {
      if (value.stream().anyMatch(seen::contains)) {
        return false;
      }
      seen.addAll(value);
    }
    return true;
  }
}
