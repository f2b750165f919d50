package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.Cancellation;
import io.berth.framework.model.NodeInfo;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A node n1 with slices, a class {@code any} that matches everything, and what is allocated. */
final class Bench {

  final Map<String, DeviceClass> classes = new HashMap<>();
  final Features features;
  DevicePools pools;
  AllocatedState state = AllocatedState.empty();
  Node node = new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build();
  /** One for all: an environment of expressions takes some milliseconds to make. */
  static final CelCompiler CEL = new CelCompiler(CelFeatures.STORED);

  private int shares;

  Bench(Features features, ResourceSlice... slices) {
    this.features = features;
    this.pools = DevicePools.of(features, List.of(slices));
    classes.put("any", new DeviceClassBuilder().withNewMetadata().withName("any").endMetadata().withNewSpec().endSpec().build());
  }

  Bench taken(String... devices) {
    for (String device : devices) {
      state = state.withDevice(DeviceId.parse(device));
    }
    return this;
  }

  Allocator allocator() {
    return new Allocator(features, classes::get, CEL, () -> "share-" + ++shares);
  }

  AllocationOutcome outcome(ResourceClaim... claims) {
    return outcome(Cancellation.NEVER, claims);
  }

  /** Whether the node has enough for each request, whoever has it. */
  boolean hasEnough(ResourceClaim... claims) {
    Allocator allocator = allocator();
    return allocator.hasEnough(pools, NodeInfo.of(node), Arrays.stream(claims).map(allocator::parse).toList());
  }

  AllocationOutcome outcome(Cancellation cancellation, ResourceClaim... claims) {
    Allocator allocator = allocator();
    List<ClaimToAllocate> parsed = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      parsed.add(allocator.parse(claim));
    }
    return allocator.allocate(pools, state, NodeInfo.of(node), parsed, cancellation);
  }

  /** The results; fails if there are none. */
  List<AllocationResult> results(ResourceClaim... claims) {
    AllocationOutcome outcome = outcome(claims);
    if (outcome instanceof Allocated allocated) {
      return allocated.results();
    }
    throw new AssertionError("not allocated: " + outcome);
  }

  /** The devices as {@code request:device}, or what came of it instead. */
  List<String> devices(ResourceClaim... claims) {
    AllocationOutcome outcome = outcome(claims);
    if (outcome instanceof Allocated allocated) {
      return allocated.results().stream().flatMap(result -> result.getDevices().getResults().stream()).map(Bench::text)
          .collect(Collectors.toList());
    }
    return List.of(outcome instanceof AllocationOutcome.Failed failed ? failed.message() : "none");
  }

  private static String text(DeviceRequestAllocationResult result) {
    return result.getRequest() + ":" + result.getDevice() + (Boolean.TRUE.equals(result.getAdminAccess()) ? " admin" : "");
  }
}
