package io.berth.benchmarks.dra;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A case of an allocator file: the objects, and how many steps upstream's search took on each node.
 *
 * @param name the case's name
 * @param features what is on
 * @param nodes the nodes that are asked about, one after the other
 * @param claims the claims to allocate
 * @param classes the device classes, by name
 * @param slices the published slices
 * @param state what is allocated
 * @param steps upstream's steps, all nodes together
 */
record AllocatorCase(String name, Features features, List<NodeInfo> nodes, List<ResourceClaim> claims,
    Map<String, DeviceClass> classes, List<ResourceSlice> slices, AllocatedState state, long steps) {

  private static final JsonMapper JSON = new JsonMapper();

  /** All cases of a file, plain or compressed by gzip. */
  static List<AllocatorCase> read(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      in.mark(2);
      boolean compressed = in.read() == 0x1f && in.read() == 0x8b;
      in.reset();
      List<AllocatorCase> cases = new ArrayList<>();
      JSON.readTree(compressed ? new GZIPInputStream(in) : in).path("cases").forEach(one -> cases.add(of(one)));
      return cases;
    }
  }

  private static AllocatorCase of(JsonNode one) {
    Set<String> on = new HashSet<>();
    one.path("features").forEach(name -> on.add(name.asString()));
    List<NodeInfo> nodes = new ArrayList<>();
    if (one.has("nodes")) {
      one.get("nodes").forEach(node -> nodes.add(NodeInfo.of(JSON.treeToValue(node, Node.class))));
    } else {
      nodes.add(NodeInfo.of(JSON.treeToValue(one.get("node"), Node.class)));
    }
    Map<String, DeviceClass> classes = new HashMap<>();
    one.path("deviceClasses").forEach(bean -> {
      DeviceClass deviceClass = JSON.treeToValue(bean, DeviceClass.class);
      classes.put(deviceClass.getMetadata().getName(), deviceClass);
    });
    long steps = one.at("/expected/numAllocateOneInvocations").asLong(0);
    for (JsonNode node : one.at("/expected/perNode")) {
      steps += node.path("numAllocateOneInvocations").asLong();
    }
    return new AllocatorCase(one.path("name").asString(), Features.named(on::contains), nodes,
        all(one.path("claims"), ResourceClaim.class), classes, all(one.path("resourceSlices"), ResourceSlice.class),
        state(one.path("allocated")), steps);
  }

  private static <T> List<T> all(JsonNode list, Class<T> type) {
    List<T> beans = new ArrayList<>();
    list.forEach(bean -> beans.add(JSON.treeToValue(bean, type)));
    return beans;
  }

  private static AllocatedState state(JsonNode allocated) {
    AllocatedState state = AllocatedState.empty();
    for (JsonNode device : allocated.path("devices")) {
      state = state.withDevice(DeviceId.parse(device.asString()));
    }
    for (JsonNode share : allocated.path("sharedDevices")) {
      String text = share.asString();
      state = state.withShare(DeviceId.parse(text.substring(0, text.lastIndexOf('/'))));
    }
    for (JsonNode consumed : allocated.path("consumedCapacity")) {
      Map<String, ExactQuantity> amounts = new HashMap<>();
      consumed.path("capacity").forEachEntry((name, amount) -> amounts.put(name, ExactQuantity.parse(amount.asString())));
      state = state.withConsumed(DeviceId.parse(consumed.path("device").asString()), amounts);
    }
    return state;
  }
}
