package io.berth.dynamicresources.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.SeededCases;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class DevicePoolsPropertyTest {

  private static final List<String> NODES = List.of("n1", "n2", "n3");

  @Test
  void anIndexThatFollowsChangesSaysWhatOneBuiltAfreshSays() {
    SeededCases.of(150).check(random -> {
      Map<String, ResourceSlice> published = new LinkedHashMap<>();
      DevicePools pools = DevicePools.empty(Features.ALL);
      for (int step = 0; step < 40; step++) {
        String name = "s" + random.nextInt(9);
        if (random.nextInt(4) == 0) {
          published.remove(name);
          pools = pools.without(name);
        } else {
          ResourceSlice slice = randomSlice(name, random);
          published.put(name, slice);
          pools = pools.with(slice);
        }
        DevicePools afresh = DevicePools.of(Features.ALL, published.values());
        for (String node : NODES) {
          Map<String, String> labels = Map.of("rack", "r" + random.nextInt(2));
          assertThat(text(pools, node, labels)).as("step %s", step).isEqualTo(text(afresh, node, labels));
        }
        assertThat(pools.problems()).isEqualTo(afresh.problems());
        assertThat(pools.sliceCount()).isEqualTo(published.size());
      }
    });
  }

  private static List<String> text(DevicePools pools, String node, Map<String, String> labels) {
    List<String> all = new ArrayList<>();
    for (PoolView view : pools.poolsFor(node, labels).pools()) {
      StringBuilder text = new StringBuilder(view.toString());
      for (int i = 0; i < view.size(); i++) {
        text.append(' ').append(view.device(i)).append(view.isReachable(i)).append(view.number(i));
        assertThat(view.model().device(view.number(i))).isSameAs(view.device(i));
      }
      all.add(text.toString());
    }
    return all;
  }

  private static ResourceSlice randomSlice(String name, RandomGenerator random) {
    ResourceSliceSpec spec = new ResourceSliceSpec();
    spec.setDriver("d");
    spec.setPool(new ResourcePool((long) random.nextInt(2), "p" + random.nextInt(3), 1L + random.nextInt(2)));
    List<Device> devices = new ArrayList<>();
    int count = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Device device = new Device();
      device.setName("d" + random.nextInt(4));
      devices.add(device);
    }
    spec.setDevices(devices);
    switch (random.nextInt(5)) {
      case 0, 1 -> spec.setNodeName(NODES.get(random.nextInt(3)));
      case 2 -> spec.setAllNodes(true);
      case 3 -> spec.setNodeSelector(selector(random));
      default -> {
        spec.setPerDeviceNodeSelection(true);
        devices.forEach(device -> device.setNodeName(NODES.get(random.nextInt(3))));
      }
    }
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(new ObjectMetaBuilder().withName(name).build());
    slice.setSpec(spec);
    return slice;
  }

  private static NodeSelector selector(RandomGenerator random) {
    NodeSelectorTerm term = new NodeSelectorTerm();
    if (random.nextBoolean()) {
      term.setMatchExpressions(List.of(new NodeSelectorRequirement("rack", "In", List.of("r" + random.nextInt(2)))));
    } else {
      term.setMatchFields(List.of(new NodeSelectorRequirement("metadata.name", "In", List.of(NODES.get(random.nextInt(3))))));
    }
    return new NodeSelector(List.of(term));
  }
}
