package io.berth.dynamicresources.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolId;
import io.berth.dynamicresources.slices.PoolLedger;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.Cancellation;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ExactQuantity;
import io.berth.testkit.SeededCases;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AllocatorPropertyTest {

  @Test
  void whatIsFreeIsAlwaysTheTotalWithoutWhatIsAllocated() {
    SeededCases.of(150).check(random -> {
      RandomWorld world = new RandomWorld(random);
      List<ResourceSlice> slices = world.slices();
      Bench bench = new Bench(Features.ALL, slices.toArray(ResourceSlice[]::new));
      List<AllocationResult> held = new ArrayList<>();
      for (int step = 0; step < 12; step++) {
        if (!held.isEmpty() && random.nextInt(3) == 0) {
          AllocationResult gone = held.remove(random.nextInt(held.size()));
          bench.state = bench.state.without(gone);
        } else if (bench.outcome(world.randomClaim(), world.randomClaim()) instanceof Allocated allocated) {
          for (AllocationResult result : allocated.results()) {
            held.add(result);
            bench.state = bench.state.with(result);
          }
        }
        check(bench, slices, held);
      }
    });
  }

  @Test
  void twoClaimsNeverHoldOneExclusiveDevice() {
    SeededCases.of(100).check(random -> {
      RandomWorld world = new RandomWorld(random);
      Bench bench = new Bench(Features.ALL, world.slices().toArray(ResourceSlice[]::new));
      Map<String, AllocationResult> held = new TreeMap<>();
      for (int pod = 0; pod < 10; pod++) {
        if (!held.isEmpty() && random.nextInt(3) == 0) {
          String claim = List.copyOf(held.keySet()).get(random.nextInt(held.size()));
          bench.state = bench.state.without(held.remove(claim));
        }
        ResourceClaim[] claims = new ResourceClaim[1 + random.nextInt(3)];
        for (int i = 0; i < claims.length; i++) {
          claims[i] = world.randomClaim();
        }
        if (bench.outcome(claims) instanceof Allocated allocated) {
          for (int i = 0; i < claims.length; i++) {
            bench.state = bench.state.with(allocated.results().get(i));
            held.put(claims[i].getMetadata().getName(), allocated.results().get(i));
          }
        }
        Map<String, String> owners = new HashMap<>();
        held.forEach((claim, result) -> {
          for (DeviceRequestAllocationResult one : result.getDevices().getResults()) {
            if (one.getShareID() == null && !Boolean.TRUE.equals(one.getAdminAccess())) {
              assertThat(owners.put(one.getPool() + "/" + one.getDevice(), claim)).as(one.getDevice() + " is held by " + claim + " and").isNull();
            }
          }
        });
      }
    });
  }

  @Test
  void aSearchThatIsGivenUpAtAnyStepLeavesNothingBehind() {
    SeededCases.of(60).check(random -> {
      RandomWorld world = new RandomWorld(random);
      Bench bench = new Bench(Features.ALL, world.slices().toArray(ResourceSlice[]::new));
      Allocator allocator = bench.allocator();
      NodeInfo node = NodeInfo.of(bench.node);
      for (int i = 0; i < 6; i++) {
        List<ClaimToAllocate> claims = List.of(allocator.parse(world.randomClaim()), allocator.parse(world.randomClaim()));
        AllocationOutcome first = allocator.allocate(bench.pools, bench.state, node, claims, after(random.nextInt(12)));
        AllocationOutcome again = allocator.allocate(bench.pools, bench.state, node, claims, Cancellation.NEVER);
        AllocationOutcome afresh = bench.allocator().allocate(bench.pools, bench.state, node, claims, Cancellation.NEVER);
        assertThat(devices(again)).as("after " + first).isEqualTo(devices(afresh));
        assertThat(again.steps()).isEqualTo(afresh.steps());
        if (again instanceof Allocated allocated && random.nextBoolean()) {
          bench.state = bench.state.with(allocated.results().get(0));
        }
      }
    });
  }

  private static Cancellation after(int steps) {
    int[] left = {steps};
    return new Cancellation() {
      @Override
      public @Nullable String reason() {
        return left[0]-- > 0 ? null : "too late";
      }

      @Override
      public void onCancel(Runnable action) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private static List<String> devices(AllocationOutcome outcome) {
    return outcome instanceof Allocated allocated
        ? allocated.results().stream().flatMap(result -> result.getDevices().getResults().stream())
            .map(one -> one.getRequest() + " " + one.getPool() + "/" + one.getDevice() + " " + one.getConsumedCapacity()).toList()
        : List.of(outcome.toString());
  }

  @Test
  void aSearchLeavesNothingBehind() {
    SeededCases.of(150).check(random -> {
      RandomWorld world = new RandomWorld(random);
      Bench bench = new Bench(Features.ALL, world.slices().toArray(ResourceSlice[]::new));
      CelCompiler cel = Bench.CEL;
      Search search = new Search(Features.ALL, new ParsedClasses(bench.classes::get, cel), new Solution.Context(true, () -> "share"));
      NodeInfo node = NodeInfo.of(bench.node);
      for (int i = 0; i < 6; i++) {
        ClaimToAllocate claim = ClaimToAllocate.of(world.randomClaim(), Features.ALL, cel);
        AllocationOutcome outcome =
            search.run(bench.pools.poolsFor("n1", Map.of()), bench.state, node, List.of(claim), Cancellation.NEVER);
        if (outcome instanceof Allocated allocated) {
          search.takeBack();
          if (random.nextBoolean()) {
            bench.state = bench.state.with(allocated.results().get(0));
          }
        }
        if (!(outcome instanceof AllocationOutcome.Failed)) {
          assertThat(search.isUntouched()).isTrue();
        }
      }
    });
  }

  @Test
  void whatCanBeHadOfAnEmptyNodeIsThere() {
    int[] said = new int[2];
    SeededCases.of(150).check(random -> {
      RandomWorld world = new RandomWorld(random);
      Bench bench = new Bench(Features.ALL, world.slices().toArray(ResourceSlice[]::new));
      for (int i = 0; i < 8; i++) {
        ResourceClaim claim = world.randomClaim();
        boolean enough = bench.hasEnough(claim);
        said[enough ? 1 : 0]++;
        if (!enough) {
          assertThat(bench.outcome(claim)).isNotInstanceOf(Allocated.class);
        }
      }
    });
    assertThat(said).doesNotContain(0);
  }

  @Test
  void theSameInputGivesTheSameResult() {
    SeededCases.of(80).check(random -> {
      RandomWorld world = new RandomWorld(random);
      List<ResourceSlice> slices = world.slices();
      Bench bench = new Bench(Features.ALL, slices.toArray(ResourceSlice[]::new));
      List<ResourceSlice> backwards = new ArrayList<>(slices);
      java.util.Collections.reverse(backwards);
      Bench other = new Bench(Features.ALL, backwards.toArray(ResourceSlice[]::new));
      for (int i = 0; i < 5; i++) {
        ResourceClaim claim = world.randomClaim();
        List<String> devices = bench.devices(claim);
        assertThat(bench.devices(claim)).isEqualTo(devices);
        assertThat(other.devices(claim)).isEqualTo(devices);
        if (bench.outcome(claim) instanceof Allocated allocated) {
          bench.state = bench.state.with(allocated.results().get(0));
          other.state = other.state.with(allocated.results().get(0));
        }
      }
    });
  }

  @Test
  void aStateThatHasBeenChangedBackSaysTheSameAsBefore() {
    SeededCases.of(80).check(random -> {
      RandomWorld world = new RandomWorld(random);
      Bench bench = new Bench(Features.ALL, world.slices().toArray(ResourceSlice[]::new));
      List<AllocationResult> held = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        if (bench.outcome(world.randomClaim()) instanceof Allocated allocated) {
          bench.state = bench.state.with(allocated.results().get(0));
          held.addAll(allocated.results());
        }
      }
      for (PoolView view : bench.pools.poolsFor("n1", Map.of()).pools()) {
        bench.state.ledger(view.model());
      }
      AllocatedState before = bench.state;
      AllocatedState changed = before;
      for (AllocationResult result : held) {
        changed = changed.without(result);
      }
      assertThat(changed.devices()).isEmpty();
      for (int i = held.size() - 1; i >= 0; i--) {
        changed = changed.with(held.get(i));
      }
      assertThat(changed.devices()).isEqualTo(before.devices());
      for (PoolView view : bench.pools.poolsFor("n1", Map.of()).pools()) {
        assertThat(changed.ledger(view.model()).says(before.ledger(view.model()))).isTrue();
      }
    });
  }

  /** Counts everything again from the slices and the results, by other means. */
  static void check(Bench bench, List<ResourceSlice> slices, List<AllocationResult> held) {
    Set<String> exclusive = new HashSet<>();
    Set<String> inUse = new HashSet<>();
    Map<String, ExactQuantity> memory = new HashMap<>();
    for (AllocationResult result : held) {
      for (DeviceRequestAllocationResult one : result.getDevices().getResults()) {
        String id = one.getDriver() + "/" + one.getPool() + "/" + one.getDevice();
        if (Boolean.TRUE.equals(one.getAdminAccess())) {
          continue;
        }
        inUse.add(id);
        if (one.getShareID() == null) {
          assertThat(exclusive.add(id)).as("only one claim holds %s", id).isTrue();
        } else {
          memory.merge(id, ExactQuantity.of(one.getConsumedCapacity().get("memory")), ExactQuantity::plus);
        }
      }
    }
    memory.forEach((id, taken) -> assertThat(taken).as(id).isLessThanOrEqualTo(ExactQuantity.parse("10")));
    Map<DeviceId, DeviceUsage> devices = bench.state.devices();
    assertThat(devices.keySet().stream().map(DeviceId::toString)).containsExactlyInAnyOrderElementsOf(inUse);
    DevicePools pools = bench.pools;
    for (PoolView view : pools.poolsFor("n1", Map.of()).pools()) {
      PoolLedger ledger = bench.state.ledger(view.model());
      Map<String, ExactQuantity> free = free(slices, view.id(), inUse);
      assertThat(ledger.freeCounters()).isEqualTo(free);
      assertThat(free.values()).allSatisfy(left -> assertThat(left.signum()).isNotNegative());
      for (int i = 0; i < view.size(); i++) {
        String id = view.device(i).id().toString();
        assertThat(ledger.isTaken(view.number(i))).as(id).isEqualTo(exclusive.contains(id));
        Map<String, ExactQuantity> consumed = ledger.usage(view.number(i)).consumed();
        assertThat(consumed == null ? null : consumed.get("memory")).as(id).isEqualTo(memory.get(id));
      }
    }
  }

  private static Map<String, ExactQuantity> free(List<ResourceSlice> slices, PoolId pool, Set<String> inUse) {
    Map<String, ExactQuantity> free = new TreeMap<>();
    for (ResourceSlice slice : slices) {
      if (slice.getSpec().getPool().getName().equals(pool.pool())) {
        for (CounterSet set : slice.getSpec().getSharedCounters()) {
          set.getCounters().forEach((name, counter) -> free.put(set.getName() + "/" + name, amount(counter)));
        }
      }
    }
    for (ResourceSlice slice : slices) {
      for (Device device : slice.getSpec().getDevices()) {
        if (inUse.contains("d/" + pool.pool() + "/" + device.getName()) && slice.getSpec().getPool().getName().equals(pool.pool())) {
          for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
            consumption.getCounters().forEach((name, counter) -> free.computeIfPresent(
                consumption.getCounterSet() + "/" + name, (key, left) -> left.minus(amount(counter))));
          }
        }
      }
    }
    return free;
  }

  private static ExactQuantity amount(Counter counter) {
    Quantity value = counter.getValue();
    return ExactQuantity.of(value);
  }
}
