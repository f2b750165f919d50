package io.berth.dynamicresources.allocator;

import static io.berth.dynamicresources.allocator.Objects.all;
import static io.berth.dynamicresources.allocator.Objects.capacity;
import static io.berth.dynamicresources.allocator.Objects.claim;
import static io.berth.dynamicresources.allocator.Objects.device;
import static io.berth.dynamicresources.allocator.Objects.devices;
import static io.berth.dynamicresources.allocator.Objects.number;
import static io.berth.dynamicresources.allocator.Objects.request;
import static io.berth.dynamicresources.allocator.Objects.shared;
import static io.berth.dynamicresources.allocator.Objects.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.Cancellation;
import io.berth.framework.FeatureGates;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AllocatorTest {

  private static final class AfterQuestions implements Cancellation {
    private int left;

    AfterQuestions(int steps) {
      left = steps;
    }

    @Override
    public @Nullable String reason() {
      return left-- > 0 ? null : "time is up";
    }

    @Override
    public void onCancel(Runnable action) {
      action.run();
    }
  }

  @Test
  void aNodeHasEnoughWhoeverHasTheDevices() {
    Bench bench = new Bench(Features.ALL, devices(device("d0"), device("d1"))).taken("d/p/d0", "d/p/d1");

    assertThat(bench.hasEnough(claim(request("r", 2)))).isTrue();
    assertThat(bench.hasEnough(claim(request("r", 3)))).isFalse();
    assertThat(bench.hasEnough(claim(request("r", 2)), claim(request("r", 3)))).isFalse();
    assertThat(bench.hasEnough(claim(all("r")))).isTrue();
    assertThat(new Bench(Features.ALL).hasEnough(claim(all("r")))).isFalse();
  }

  @Test
  void oneDeviceThatIsSharedMayBeEnoughForMany() {
    Bench bench = new Bench(Features.ALL, devices(shared(capacity(device("d0"), "memory", "10"))));

    assertThat(bench.hasEnough(claim(request("r", 3)))).isTrue();
  }

  @Test
  void oneAlternativeThatIsThereIsEnough() {
    Bench bench = new Bench(Features.ALL, devices(device("d0")));

    assertThat(bench.hasEnough(claim(oneOf("r", 2, 1)))).isTrue();
    assertThat(bench.hasEnough(claim(oneOf("r", 3, 2)))).isFalse();
  }

  @Test
  void stopsWhenItAsksAndIsCancelled() {
    Device[] many = new Device[40];
    for (int i = 0; i < many.length; i++) {
      many[i] = number(device("d" + i), "index", i);
    }
    Bench bench = new Bench(Features.ALL, devices(many));
    var endless = Objects.matching("d/index", claim(request("r", 20)));
    AllocationOutcome outcome = bench.outcome(new AfterQuestions(7), endless);
    assertThat(outcome).isEqualTo(new AllocationOutcome.Failed("filter operation aborted: time is up", false, 3));
    assertThat(bench.devices(claim(request("r", 2)))).containsExactly("r:d0", "r:d1");
  }

  @Test
  void aClassThatDisappearsIsNamed() {
    Bench bench = new Bench(Features.ALL, devices(device("d1")));
    Allocator allocator = bench.allocator();
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("r:d1");
    bench.classes.clear();
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("claim ns/claim, request r: could not retrieve device class any: "
        + "deviceclass.resource.k8s.io \"any\" not found");
    assertThat(allocator.parse(claim(request("r", 1))).key()).isEqualTo("ns/claim");
  }

  @Test
  void aSelectorThatFailsNamesTheClaimAndTheDevice() {
    Bench bench = new Bench(Features.ALL, devices(device("d1")));
    assertThat(bench.devices(claim(request("r", 1, "device.attributes[\"d\"].absent == 1")))).singleElement().asString()
        .startsWith("claim ns/claim: selector #0 on device d/p/d1: CEL runtime error: ");
    assertThat(bench.devices(claim(request("r", 1, "nothing")))).singleElement().asString()
        .startsWith("claim ns/claim: selector #0: CEL compile error: ");
  }

  @Test
  void anInvalidPoolIsToldOnlyIfNothingElseDoes() {
    Bench bench = new Bench(Features.ALL, slice("s1", "bad", 1, device("x"), device("x")), slice("s2", "good", 1, device("y")));
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("r:y");
    assertThat(bench.outcome(claim(request("r", 2))))
        .isInstanceOfSatisfying(AllocationOutcome.Failed.class, failed -> {
          assertThat(failed.message()).isEqualTo("invalid resource pools were encountered");
          assertThat(failed.thisNodeOnly()).isTrue();
        });
    assertThat(bench.devices(claim(all("r")))).containsExactly(
        "claim ns/claim, request r: asks for all devices, but resource pool d/bad is currently invalid");
  }

  @Test
  void aPoolWithANegativeCapacityIsInvalid() {
    Bench bench = new Bench(Features.ALL, devices(capacity(device("d1"), "memory", "-1")));
    assertThat(bench.devices(claim(request("r", 1)))).containsExactly("invalid resource pools were encountered");
  }

  @Test
  void aSliceWithMoreNodeSelectorTermsThanAllowedGivesNoResult() {
    ResourceSlice slice = devices(device("d1"));
    slice.getSpec().setNodeName(null);
    NodeSelectorTerm term = new NodeSelectorTerm(null,
        List.of(new NodeSelectorRequirement("metadata.name", "In", List.of("n1"))));
    slice.getSpec().setNodeSelector(new NodeSelector(List.of(term, term)));
    assertThat(new Bench(Features.ALL, slice).devices(claim(request("r", 1))))
        .containsExactly("create NodeSelector for claim claim: unsupported ResourceSlice.NodeSelector with 2 terms");
  }

  @Test
  void resultsAreMadeOnceAndSharesAreNumberedThen() {
    Bench bench = new Bench(Features.ALL, devices(shared(capacity(device("m1"), "memory", "10"))));
    AllocationOutcome outcome = bench.outcome(claim(request("r", 1)));
    assertThat(outcome).isInstanceOfSatisfying(Allocated.class, allocated -> {
      DeviceRequestAllocationResult result = allocated.results().get(0).getDevices().getResults().get(0);
      assertThat(result.getShareID()).isEqualTo("share-1");
      assertThat(result.getConsumedCapacity()).containsOnlyKeys("memory");
      assertThat(allocated.results()).isSameAs(allocated.results());
      assertThat(allocated.deviceCount()).isEqualTo(1);
    });
  }

  /** A request with alternatives: as many devices as that, or that. */
  private static DeviceRequest oneOf(String name, int... counts) {
    DeviceRequest request = request(name, 1);
    request.setExactly(null);
    List<DeviceSubRequest> alternatives = new ArrayList<>();
    for (int count : counts) {
      DeviceSubRequest alternative = new DeviceSubRequest();
      alternative.setName("of" + count);
      alternative.setDeviceClassName("any");
      alternative.setAllocationMode("ExactCount");
      alternative.setCount((long) count);
      alternatives.add(alternative);
    }
    request.setFirstAvailable(alternatives);
    return request;
  }

  @Test
  void theAlternativeThatWasTakenIsTold() {
    Bench bench = new Bench(Features.ALL, devices(device("d1"), device("d2")));
    AllocationOutcome outcome = bench.outcome(claim("first", request("x", 0)), claim("second", oneOf("r", 3, 2)));
    assertThat(outcome).isInstanceOfSatisfying(Allocated.class, allocated -> {
      assertThat(allocated.alternative(0, 0)).isZero();
      assertThat(allocated.alternative(1, 0)).isEqualTo(1);
      assertThat(allocated.results().get(1).getDevices().getResults()).extracting(DeviceRequestAllocationResult::getRequest)
          .containsExactly("r/of2", "r/of2");
    });
  }

  @Test
  void sharesCountAsWholeDevicesWhileTheFeatureIsOff() {
    Bench bench = new Bench(Features.ALL, devices(shared(capacity(device("m1"), "memory", "10"))));
    var result = bench.results(claim(request("r", 1))).get(0);
    DeviceId device = DeviceId.parse("d/p/m1");
    assertThat(AllocatedState.empty(true).with(result).usage(device).isShared()).isTrue();
    assertThat(AllocatedState.empty(false).with(result).usage(device).exclusive()).isEqualTo(1);
    assertThat(AllocatedState.empty(false).with(result).without(result).devices()).isEmpty();
  }

  @Test
  void twoAllocationsOfOneDeviceAreCounted() {
    DeviceId device = DeviceId.parse("d/p/d1");
    AllocatedState twice = AllocatedState.empty().withDevice(device).withDevice(device);
    assertThat(twice.withoutDevice(device).isAllocated(device)).isTrue();
    assertThat(twice.withoutDevice(device).withoutDevice(device).isAllocated(device)).isFalse();
  }

  @Test
  void featuresFollowTheGates() {
    Features features = Features.of(FeatureGates.defaults());
    assertThat(features.partitionableDevices()).isTrue();
    assertThat(features.listTypeAttributes()).isFalse();
    assertThat(Features.of(FeatureGates.defaults().with(FeatureGates.DRA_RESOURCE_CLAIM_DEVICE_STATUS, false))
        .deviceBindingAndStatus()).isFalse();
    assertThat(Features.NONE).isNotEqualTo(Features.ALL);
  }
}
