package io.berth.dynamicresources.allocator;

import static io.berth.dynamicresources.allocator.Objects.admin;
import static io.berth.dynamicresources.allocator.Objects.all;
import static io.berth.dynamicresources.allocator.Objects.capacity;
import static io.berth.dynamicresources.allocator.Objects.claim;
import static io.berth.dynamicresources.allocator.Objects.counters;
import static io.berth.dynamicresources.allocator.Objects.device;
import static io.berth.dynamicresources.allocator.Objects.devices;
import static io.berth.dynamicresources.allocator.Objects.distinct;
import static io.berth.dynamicresources.allocator.Objects.matching;
import static io.berth.dynamicresources.allocator.Objects.number;
import static io.berth.dynamicresources.allocator.Objects.numbers;
import static io.berth.dynamicresources.allocator.Objects.partitions;
import static io.berth.dynamicresources.allocator.Objects.request;
import static io.berth.dynamicresources.allocator.Objects.shared;
import static io.berth.dynamicresources.allocator.Objects.slice;
import static io.berth.dynamicresources.allocator.Objects.tainted;
import static io.berth.dynamicresources.allocator.Objects.text;
import static io.berth.dynamicresources.allocator.Objects.using;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Faults that users of other allocators have reported: none of them is here. */
class ReportedFaultsTest {

  private static final Features WITHOUT_LISTS = Features.named(name -> !name.equals("DRAListTypeAttributes"));

  @Nested
  class ARefusedDeviceGivesBackAllThatItReserved {

    @Test
    void aTaintedDeviceGivesItsCountersBack() {
      Bench bench = new Bench(Features.ALL, counters("10"),
          partitions(tainted(using("10", device("d1"))), using("10", device("d2"))));
      assertThat(bench.devices(claim(request("r", 1)))).containsExactly("r:d2");
    }

    @Test
    void aDeviceThatAConstraintRefusesGivesItsCountersBack() {
      Bench bench = new Bench(Features.ALL, counters("10"), partitions(
          text(device("d1"), "zone", "a"),
          using("10", text(device("d2"), "zone", "b")),
          using("10", text(device("d3"), "zone", "a"))));
      assertThat(bench.devices(matching("d/zone", claim(request("r", 2))))).containsExactly("r:d1", "r:d3");
    }

    @Test
    void aSharedDeviceIsUndoneCompletely() {
      Bench bench = new Bench(Features.ALL, counters("10"), partitions(
          using("10", shared(text(device("m1"), "kind", "m"))),
          using("10", text(device("d2"), "kind", "d")),
          text(device("p3"), "kind", "p")));
      assertThat(bench.devices(claim(request("r1", 1), request("r2", 1, "device.attributes[\"d\"].kind == \"d\""))))
          .containsExactly("r1:p3", "r2:d2");
    }

    @Test
    void anEarlierShareStaysKnownWhenALaterOneIsGivenUp() {
      Bench bench = new Bench(Features.ALL, counters("10"), partitions(
          using("10", shared(capacity(text(device("m1"), "kind", "m"), "memory", "10"))),
          text(device("p2"), "kind", "p"),
          text(device("p3"), "kind", "q")));
      DeviceRequest first = asking("r1", "4", "device.attributes[\"d\"].kind == \"m\"");
      DeviceRequest second = request("r2", 1);
      DeviceRequest third = asking("r3", "6", "device.attributes[\"d\"].kind == \"m\"");
      assertThat(bench.devices(claim(first, second, third))).containsExactly("r1:m1", "r2:p2", "r3:m1");
    }

    @Test
    void allDevicesOfWhichOneIsExhaustedGiveEverythingBack() {
      Bench bench = new Bench(Features.ALL, devices(
          shared(capacity(device("m1"), "memory", "10")), shared(capacity(device("m2"), "memory", "10"))));
      bench.state = bench.state.withShare(DeviceId.parse("d/p/m2"))
          .withConsumed(DeviceId.parse("d/p/m2"), Map.of("memory", ExactQuantity.parse("10")));
      DeviceRequest all = all("all");
      all.getExactly().setCapacity(new CapacityRequirements(Map.of("memory", new Quantity("4"))));
      assertThat(bench.devices(claim(all))).containsExactly("none");
    }
  }

  @Nested
  class ListValuesInCommonWidenAgain {

    @Test
    void whenTheDeviceThatNarrowedThemIsGivenUp() {
      Bench bench = new Bench(Features.ALL, devices(numbers(device("d1"), "numa", 0L, 1L), numbers(device("d2"), "numa", 0L),
          numbers(device("d3"), "numa", 1L), numbers(device("d4"), "numa", 1L)));
      assertThat(bench.devices(matching("d/numa", claim(request("r", 3))))).containsExactly("r:d1", "r:d3", "r:d4");
    }
  }

  @Nested
  class DistinctValuesAreDistinctWithinOneRequest {

    @Test
    void theNextFreeValueIsTaken() {
      for (Features features : List.of(Features.ALL, WITHOUT_LISTS)) {
        Bench bench = new Bench(features, devices(number(device("d1"), "slot", 1), number(device("d2"), "slot", 2),
            number(device("d3"), "slot", 1), number(device("d4"), "slot", 3)));
        assertThat(bench.devices(distinct("d/slot", claim(request("r", 3))))).containsExactly("r:d1", "r:d2", "r:d4");
      }
    }

    @Test
    void thereIsNoAllocationWithTooFewValues() {
      for (Features features : List.of(Features.ALL, WITHOUT_LISTS)) {
        Bench bench = new Bench(features,
            devices(number(device("d1"), "slot", 1), number(device("d2"), "slot", 2), number(device("d3"), "slot", 1)));
        assertThat(bench.devices(distinct("d/slot", claim(request("r", 3))))).containsExactly("none");
      }
    }
  }

  @Nested
  class AdminAccess {

    @Test
    void attachesToABusyPartitionAndUsesNoCounters() {
      Bench bench = new Bench(Features.ALL, counters("1"), partitions(using("1", device("d1")))).taken("d/p/d1");
      var results = bench.results(claim(admin("r", 1)));
      assertThat(results.get(0).getDevices().getResults()).singleElement().satisfies(result -> {
        assertThat(result.getDevice()).isEqualTo("d1");
        assertThat(result.getAdminAccess()).isTrue();
      });
      AllocatedState with = bench.state.with(results.get(0));
      assertThat(with.devices()).isEqualTo(bench.state.devices());

      bench.state = with.withoutDevice(DeviceId.parse("d/p/d1"));
      assertThat(bench.devices(claim("ordinary", request("r", 1)))).containsExactly("r:d1");
    }

    @Test
    void leavesTheCountersToAnOrdinaryRequestOfTheSamePod() {
      Bench bench = new Bench(Features.ALL, counters("1"), partitions(using("1", device("d1")), using("1", device("d2"))));
      assertThat(bench.devices(claim(admin("r0", 1), request("r1", 1)))).containsExactly("r0:d1 admin", "r1:d2");
    }

    @Test
    void givesADeviceToAClaimOnce() {
      Bench one = new Bench(Features.ALL, devices(device("d1"))).taken("d/p/d1");
      assertThat(one.devices(claim(admin("r", 2)))).containsExactly("none");
      assertThat(one.devices(claim(admin("r1", 1), admin("r2", 1)))).containsExactly("none");
      Bench two = new Bench(Features.ALL, devices(device("d1"), device("d2"))).taken("d/p/d1", "d/p/d2");
      assertThat(two.devices(claim(admin("r", 2)))).containsExactly("r:d1 admin", "r:d2 admin");
    }

    @Test
    void takesNoCapacityFromOtherPods() {
      Bench bench = new Bench(Features.ALL, devices(shared(capacity(device("m1"), "memory", "10"))));
      DeviceRequest admin = asking("r0", "10", "true");
      admin.getExactly().setAdminAccess(true);
      bench.state = bench.state.with(bench.results(claim(admin)).get(0));
      assertThat(bench.devices(claim(asking("r1", "10", "true")))).containsExactly("r1:m1");
    }

    /** Upstream's allocator does so, and its recorded results say so; to other pods the capacity is free all the same. */
    @Test
    void needsTheCapacityThatItAsksForAndTakesItFromRequestsOfItsOwnPod() {
      Bench bench = new Bench(Features.ALL, devices(shared(capacity(device("m1"), "memory", "10"))));
      DeviceRequest admin = asking("r0", "10", "true");
      admin.getExactly().setAdminAccess(true);
      assertThat(bench.devices(claim(admin, asking("r1", "1", "true")))).containsExactly("none");

      bench.state = bench.state.withShare(DeviceId.parse("d/p/m1"))
          .withConsumed(DeviceId.parse("d/p/m1"), Map.of("memory", ExactQuantity.parse("1")));
      assertThat(bench.devices(claim(admin))).containsExactly("none");
      assertThat(bench.devices(claim(admin("all of it", 1)))).containsExactly("none");
      DeviceRequest some = asking("r0", "9", "true");
      some.getExactly().setAdminAccess(true);
      assertThat(bench.devices(claim(some))).containsExactly("r0:m1 admin");
    }

    @Test
    void isOfNoCompatibilityGroup() {
      Bench bench = new Bench(Features.ALL, counters("10"), partitions(using("1", device("d1"), "a"), using("1", device("d2"), "b")));
      assertThat(bench.devices(claim(request("r0", 1), request("r1", 1)))).containsExactly("none");
      assertThat(bench.devices(claim(admin("r0", 1), request("r1", 1)))).containsExactly("r0:d1 admin", "r1:d2");
      assertThat(bench.devices(claim(request("r0", 1), admin("r1", 2)))).containsExactly("none");
    }

    /** As upstream's allocator. */
    @Test
    void keepsTheDeviceFromALaterOrdinaryRequestOfItsOwnPodAndFromNobodyElse() {
      Bench bench = new Bench(Features.ALL, devices(device("d1")));
      assertThat(bench.devices(claim(admin("r0", 1), request("r1", 1)))).containsExactly("none");
      bench.state = bench.state.with(bench.results(claim(admin("r0", 1))).get(0));
      assertThat(bench.devices(claim(request("r1", 1)))).containsExactly("r1:d1");
    }

    @Test
    void onASharedPartitionDoesNotLetOthersIntoItWithoutCounters() {
      Bench bench = new Bench(Features.ALL, counters("0"), partitions(using("1", shared(device("m1")))));
      assertThat(bench.devices(claim(admin("r0", 1), request("r1", 1)))).containsExactly("none");
    }
  }

  @Test
  void nothingThatNeedsCountersComesFromAPoolThatHidesAnAllocatedDevice() {
    Bench bench = new Bench(Features.ALL, counters("10"), partitions(using("1", device("d2")), device("free"))).taken("d/p/gone");
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("r:free");
    bench.state = bench.state.withoutDevice(DeviceId.parse("d/p/gone"));
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("r:d2");
  }

  /** n1 still goes by generation 1 of the pool; generation 2, on n2, has no old device any more. */
  @Test
  void aDeviceThatOnlyAnOlderGenerationHasIsHiddenToo() {
    ResourceSlice newer = slice("newer", "p", 1, device("d9"));
    newer.getSpec().setNodeName("n2");
    newer.getSpec().getPool().setGeneration(2L);
    Bench bench = new Bench(Features.ALL, counters("10"), partitions(using("1", device("old")), using("1", device("d2")), device("free")), newer)
        .taken("d/p/old");
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("r:free");
    bench.state = bench.state.withoutDevice(DeviceId.parse("d/p/old"));
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("r:old");
  }

  private static DeviceRequest asking(String name, String memory, String selector) {
    DeviceRequest request = request(name, 1, selector);
    request.getExactly().setCapacity(new CapacityRequirements(Map.of("memory", new Quantity(memory))));
    return request;
  }
}
