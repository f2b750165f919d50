package io.berth.conformance;

import io.berth.dynamicresources.slices.Capacity;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counters, compatibility groups and capacities, everything added up again for each question. */
final class NaiveAmounts {

  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

  private final AllocatorCase input;

  NaiveAmounts(AllocatorCase input) {
    this.input = input;
  }

  /** Why the last choice cannot have its counters; null if it can, or needs none. */
  @Nullable String counterProblem(List<NaiveRules.Choice> all, NaiveRules.Choice last) {
    Device device = last.device();
    boolean multi = input.features().consumableCapacity() && device.allowsMultipleAllocations();
    boolean again = all.stream().filter(one -> one.device() == device && !one.request().admin()).count() > 1;
    if (!device.usesCounters() || multi && (again || input.state().usage(device.id()).isShared())) {
      return null;
    }
    Set<String> members = new HashSet<>();
    for (Map.Entry<DeviceId, DeviceUsage> used : input.state().devices().entrySet()) {
      if (used.getKey().poolId().equals(device.id().poolId())) {
        members.add(used.getKey().device());
      }
    }
    all.stream().filter(one -> !one.request().admin() && one.device().id().poolId().equals(device.id().poolId()))
        .forEach(one -> members.add(one.device().name()));
    Map<String, BigInteger> left = new HashMap<>();
    for (ResourceSlice slice : slices(device)) {
      for (CounterSet set : slice.getSpec().getSharedCounters()) {
        set.getCounters().forEach((name, counter) -> left.merge(set.getName() + "/" + name, nanos(counter.getValue()), BigInteger::add));
      }
    }
    for (ResourceSlice slice : slices(device)) {
      for (var published : slice.getSpec().getDevices()) {
        if (members.remove(published.getName())) {
          for (DeviceCounterConsumption consumption : published.getConsumesCounters()) {
            consumption.getCounters().forEach((name, counter) ->
                left.merge(consumption.getCounterSet() + "/" + name, nanos(counter.getValue()).negate(), BigInteger::add));
          }
        }
      }
    }
    if (!members.isEmpty()) {
      return "is of a pool that hides allocated devices";
    }
    if (left.values().stream().anyMatch(amount -> amount.signum() < 0)) {
      return "has too few counters";
    }
    return goesWithOthers(all, last) ? null : "does not go with others";
  }

  /** Devices that are allocated count in the order in which they are published, then those that are chosen. */
  private boolean goesWithOthers(List<NaiveRules.Choice> all, NaiveRules.Choice last) {
    List<io.fabric8.kubernetes.api.model.resource.v1.Device> inOrder = new ArrayList<>();
    List<io.fabric8.kubernetes.api.model.resource.v1.Device> published = slices(last.device()).stream()
        .sorted(Comparator.comparing(slice -> slice.getMetadata().getName()))
        .flatMap(slice -> slice.getSpec().getDevices().stream()).toList();
    published.stream().filter(one -> input.state().isAllocated(new DeviceId(last.device().id().poolId(), one.getName())))
        .forEach(inOrder::add);
    for (NaiveRules.Choice choice : all) {
      if (!choice.request().admin() && choice.device().id().poolId().equals(last.device().id().poolId())) {
        published.stream().filter(one -> one.getName().equals(choice.device().name()) && !inOrder.contains(one)).forEach(inOrder::add);
      }
    }
    Map<String, List<String>> common = new HashMap<>();
    for (var device : inOrder) {
      boolean isLast = device.getName().equals(last.device().name());
      for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
        List<String> declared = consumption.getCompatibilityGroups();
        List<String> before = common.get(consumption.getCounterSet());
        List<String> both = before == null || before.isEmpty() || declared.isEmpty() ? before
            : before.stream().filter(declared::contains).toList();
        boolean goes = before == null || declared.isEmpty() && before.isEmpty() || both != null && !both.isEmpty() && !declared.isEmpty();
        if (isLast && !goes) {
          return false;
        }
        common.put(consumption.getCounterSet(), before == null ? declared : both == null ? List.of()
            : both.isEmpty() && !before.isEmpty() ? List.of("nothing in common") : both);
      }
    }
    return true;
  }

  private List<ResourceSlice> slices(Device device) {
    return input.slices().stream().filter(slice -> slice.getSpec().getDriver().equals(device.id().driver())
        && slice.getSpec().getPool().getName().equals(device.id().pool())
        && slice.getSpec().getPool().getGeneration() == device.slice().generation()).toList();
  }

  private static BigInteger nanos(Quantity amount) {
    return ExactQuantity.of(amount).times(NANOS.longValue()).exactValueCeil();
  }

  /** Whether the device has the capacity, with or without what is in use. */
  boolean fits(List<NaiveRules.Choice> before, NaiveRequest request, Device device, boolean inUse) {
    if (!device.capacities().stream().map(Capacity::name).toList().containsAll(request.capacity().keySet())) {
      return false;
    }
    for (Capacity capacity : device.capacities()) {
      ExactQuantity sum = amount(request, capacity);
      if (sum == null) {
        return false;
      }
      Map<String, ExactQuantity> consumed = inUse ? input.state().usage(device.id()).consumed() : null;
      sum = consumed == null ? sum : sum.plus(consumed.getOrDefault(capacity.name(), ExactQuantity.ZERO));
      for (NaiveRules.Choice other : before) {
        ExactQuantity theirs = amount(other.request(), capacity);
        boolean counts = other.device() == device && device.allowsMultipleAllocations();
        sum = counts && theirs != null ? sum.plus(theirs) : sum;
      }
      if (sum.compareTo(capacity.value()) > 0) {
        return false;
      }
    }
    return true;
  }

  /** What the request takes; null if the policy forbids it. */
  private @Nullable ExactQuantity amount(NaiveRequest request, Capacity capacity) {
    Capacity.Policy policy = capacity.policy();
    Quantity asked = request.capacity().get(capacity.name());
    if (asked == null) {
      return policy == null || policy.byDefault() == null ? capacity.value() : policy.byDefault();
    }
    ExactQuantity amount = ExactQuantity.of(asked);
    if (policy == null) {
      return amount;
    }
    Capacity.Range range = policy.range();
    if (range != null && range.min() != null) {
      amount = amount.compareTo(range.min()) < 0 ? range.min() : amount;
      for (ExactQuantity step = range.min(); range.step() != null && amount.compareTo(step) >= 0; step = step.plus(range.step())) {
        amount = amount.equals(step) || amount.compareTo(step.plus(range.step())) > 0 ? amount : step.plus(range.step());
      }
      return range.max() != null && amount.compareTo(range.max()) > 0 ? null : amount;
    }
    if (policy.validValues() != null) {
      ExactQuantity least = amount;
      return policy.validValues().stream().filter(value -> value.compareTo(least) >= 0).findFirst().orElse(null);
    }
    return amount;
  }
}
