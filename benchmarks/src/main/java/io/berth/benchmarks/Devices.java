package io.berth.benchmarks;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A class, a slice of eight devices a node, and a claim a pod. */
final class Devices {
  static final int PER_NODE = 8;
  static final String DRIVER = "gpu.example.com";

  private static final List<String> MODELS = List.of("a100", "h100");

  private Devices() {}

  static List<HasMetadata> of(int nodes, int pods) {
    List<HasMetadata> all = new ArrayList<>(1 + nodes + pods);
    all.add(deviceClass());
    for (int i = 0; i < nodes; i++) {
      all.add(slice(i));
    }
    for (int i = 0; i < pods; i++) {
      all.add(claim(i));
    }
    return all;
  }

  static String claimName(int i) {
    return String.format(Locale.ROOT, "claim-%06d", i);
  }

  private static DeviceClass deviceClass() {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName("gpu")
        .endMetadata()
        .withNewSpec()
        .addNewSelector()
        .withNewCel("device.driver == \"" + DRIVER + "\"")
        .endSelector()
        .endSpec()
        .build();
  }

  private static ResourceSlice slice(int i) {
    String node = Workload.nodeName(i);
    ResourceSliceBuilder slice =
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName(node + "-gpu")
            .endMetadata()
            .withNewSpec()
            .withDriver(DRIVER)
            .withNodeName(node)
            .withNewPool(0L, node, 1L)
            .endSpec();
    for (int d = 0; d < PER_NODE; d++) {
      DeviceAttribute model = new DeviceAttribute();
      model.setString(MODELS.get(i % MODELS.size()));
      DeviceAttribute index = new DeviceAttribute();
      index.setInt((long) d);
      slice
          .editSpec()
          .addToDevices(
              new DeviceBuilder().withName(deviceName(d)).withAttributes(Map.of("model", model, "index", index)).build())
          .endSpec();
    }
    return slice.build();
  }

  static String deviceName(int d) {
    return "gpu-" + d;
  }

  private static ResourceClaim claim(int i) {
    return claim(claimName(i), i);
  }

  /** A claim of one device of the model that nodes of this number have. */
  static ResourceClaim claim(String name, int i) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("r")
        .withNewExactly()
        .withDeviceClassName("gpu")
        .withAllocationMode("ExactCount")
        .withCount(1L)
        .addNewSelector()
        .withNewCel("device.attributes[\"" + DRIVER + "\"].model == \"" + MODELS.get(i % MODELS.size()) + "\"")
        .endSelector()
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .build();
  }
}
