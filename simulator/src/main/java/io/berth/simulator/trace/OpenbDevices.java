package io.berth.simulator.trace;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpecBuilder;
import java.util.Map;

/**
 * The openb trace's GPUs as devices that many claims may share. A node's GPUs are one slice; a pod's are one claim of its own, with a
 * selector on the attribute {@code model} when {@code gpu_spec} names some.
 */
final class OpenbDevices {

  static final String DRIVER = "gpu.openb";
  static final String CLASS = "gpu";
  /** How many devices a slice may have. */
  static final int MOST_GPUS = 128;
  private static final String MODEL = "model";
  private static final String MILLI = "milli";
  private static final Quantity WHOLE = new Quantity("1000", "");

  private OpenbDevices() {}

  static DeviceClass type() {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(CLASS)
        .endMetadata()
        .withNewSpec()
        .addNewSelector()
        .withNewCel("device.driver == \"" + DRIVER + "\"")
        .endSelector()
        .endSpec()
        .build();
  }

  static ResourceSlice slice(String node, long gpus, String model) {
    var spec = new ResourceSliceSpecBuilder().withDriver(DRIVER).withNodeName(node).withNewPool(0L, node, 1L);
    for (long i = 0; i < gpus; i++) {
      var device = spec.addNewDevice().withName("gpu-" + i).withAllowMultipleAllocations(true);
      if (!model.isEmpty()) {
        device.addToAttributes(MODEL, new DeviceAttributeBuilder().withString(model).build());
      }
      device
          .addToCapacity(MILLI, new DeviceCapacityBuilder().withValue(WHOLE).build())
          .endDevice();
    }
    return new ResourceSliceBuilder().withNewMetadata().withName(node + "-gpu").endMetadata().withSpec(spec.build()).build();
  }

  static ResourceClaim claim(String name, OpenbObjects.Wanted wanted) {
    var request =
        new DeviceRequestBuilder()
            .withName(CLASS)
            .withNewExactly()
            .withDeviceClassName(CLASS)
            .withAllocationMode("ExactCount")
            .withCount(wanted.count())
            .withNewCapacity()
            .withRequests(Map.of(MILLI, new Quantity(Long.toString(wanted.milli()), "")))
            .endCapacity()
            .endExactly();
    if (!wanted.models().isEmpty()) {
      String models = "\"" + wanted.models().replace("\\", "\\\\").replace("\"", "\\\"").replace("|", "\",\"") + "\"";
      request
          .editExactly()
          .addNewSelector()
          .withNewCel("device.attributes[\"" + DRIVER + "\"]." + MODEL + " in [" + models + "]")
          .endSelector()
          .endExactly();
    }
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .withRequests(request.build())
        .endDevices()
        .endSpec()
        .build();
  }

  /** The pod with the claim of its own name. */
  static Pod claiming(Pod pod) {
    return new PodBuilder(pod)
        .editSpec()
        .addNewResourceClaim()
        .withName(CLASS)
        .withResourceClaimName(pod.getMetadata().getName())
        .endResourceClaim()
        .endSpec()
        .build();
  }
}
