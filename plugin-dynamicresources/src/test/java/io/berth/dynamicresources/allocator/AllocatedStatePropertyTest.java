package io.berth.dynamicresources.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolLedger;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.resource.ExactQuantity;
import io.berth.testkit.SeededCases;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever is taken and taken back in whatever order, and whichever state it is that goes on: what is allocated is what has been taken. */
class AllocatedStatePropertyTest {
  private static final int POOLS = 4;
  private static final int DEVICES = 3;

  private static DeviceId id(int pool, int device) {
    return DeviceId.of("d", "p" + pool, "dev" + device);
  }

  private static DevicePools pools() {
    List<ResourceSlice> slices = new ArrayList<>();
    for (int pool = 0; pool < POOLS; pool++) {
      var slice = new ResourceSliceBuilder()
          .withNewMetadata().withName("s" + pool).endMetadata()
          .withNewSpec().withDriver("d").withNodeName("n1")
          .withNewPool().withName("p" + pool).withGeneration(1L).withResourceSliceCount(1L).endPool().endSpec();
      for (int device = 0; device < DEVICES; device++) {
        slice.editSpec().addNewDevice().withName("dev" + device).withAllowMultipleAllocations(true).endDevice().endSpec();
      }
      slices.add(slice.build());
    }
    return DevicePools.of(Features.ALL, slices);
  }

  /** One to three devices, one of which may be published by nobody. */
  private static AllocationResult allocation(RandomGenerator random) {
    var result = new AllocationResultBuilder().withNewDevices().endDevices();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int kind = random.nextInt(8);
      var device = result.editDevices().addNewResult()
          .withDriver("d").withPool("p" + random.nextInt(POOLS)).withDevice("dev" + random.nextInt(DEVICES + 1));
      if (kind < 3) {
        device.withShareID("share");
      }
      if (kind < 2) {
        device.addToConsumedCapacity("memory", new Quantity(Integer.toString(1 + random.nextInt(9))));
      }
      device.withAdminAccess(kind == 7 ? Boolean.TRUE : null).endResult().endDevices();
    }
    return result.build();
  }

  private static Map<DeviceId, DeviceUsage> counted(List<AllocationResult> held, boolean sharing) {
    Map<DeviceId, int[]> counts = new HashMap<>();
    Map<DeviceId, ExactQuantity> memory = new HashMap<>();
    for (AllocationResult result : held) {
      result.getDevices().getResults().forEach(device -> {
        if (device.getAdminAccess() == null) {
          DeviceId id = DeviceId.of(device.getDriver(), device.getPool(), device.getDevice());
          boolean share = sharing && device.getShareID() != null;
          counts.computeIfAbsent(id, i -> new int[2])[share ? 1 : 0]++;
          if (share && !device.getConsumedCapacity().isEmpty()) {
            memory.merge(id, ExactQuantity.of(device.getConsumedCapacity().get("memory")), ExactQuantity::plus);
          }
        }
      });
    }
    Map<DeviceId, DeviceUsage> all = new TreeMap<>();
    counts.forEach((id, count) ->
        all.put(id, new DeviceUsage(count[0], count[1], memory.containsKey(id) ? Map.of("memory", memory.get(id)) : null)));
    return all;
  }

  @Test
  void whatIsAllocatedIsWhatHasBeenTakenAndNotTakenBack() {
    DevicePools pools = pools();
    SeededCases.of(150).check(random -> {
      boolean sharing = random.nextInt(4) > 0;
      AllocatedState state = AllocatedState.empty(sharing);
      List<AllocationResult> held = new ArrayList<>();
      AllocatedState earlier = state;
      List<AllocationResult> heldEarlier = List.of();
      for (int step = 0; step < 40; step++) {
        switch (random.nextInt(6)) {
          case 0, 1, 2 -> {
            AllocationResult more = allocation(random);
            held.add(more);
            state = random.nextBoolean() ? state.with(more) : state.with(TakenDevices.of(more));
          }
          case 3, 4 -> {
            if (!held.isEmpty()) {
              AllocationResult less = held.remove(random.nextInt(held.size()));
              state = random.nextBoolean() ? state.without(less) : state.without(TakenDevices.of(less));
            }
          }
          default -> {
            if (random.nextBoolean()) {
              earlier = state;
              heldEarlier = List.copyOf(held);
            } else { // back to what it was, as when a simulation is dropped
              state = earlier;
              held = new ArrayList<>(heldEarlier);
            }
          }
        }
        check(state, counted(held, sharing), pools);
        check(earlier, counted(heldEarlier, sharing), pools);
      }
    });
  }

  private static void check(AllocatedState state, Map<DeviceId, DeviceUsage> expected, DevicePools pools) {
    for (int pool = 0; pool < POOLS; pool++) {
      for (int device = 0; device <= DEVICES; device++) {
        DeviceUsage usage = expected.getOrDefault(id(pool, device), DeviceUsage.NONE);
        assertThat(state.usage(id(pool, device))).isEqualTo(usage);
        assertThat(state.isAllocated(id(pool, device))).isEqualTo(usage.isAllocated());
      }
    }
    for (PoolView view : pools.poolsFor("n1", Map.of()).pools()) {
      PoolLedger ledger = state.ledger(view.model());
      for (int i = 0; i < view.size(); i++) {
        DeviceUsage usage = expected.getOrDefault(view.device(i).id(), DeviceUsage.NONE);
        assertThat(ledger.isTaken(view.number(i))).isEqualTo(usage.exclusive() > 0);
        assertThat(ledger.usage(view.number(i)).shares()).isEqualTo(usage.shares());
      }
    }
    assertThat(state.devices()).isEqualTo(expected);
  }
}
