package io.berth.conformance.dra;

import static io.berth.testkit.Fixtures.pod;

import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Classes, slices and claims in a few words. */
final class DeviceObjects {
  static final String DRIVER = "gpu.example.com";

  private DeviceObjects() {}

  /** A class that every device belongs to. */
  static DeviceClass deviceClass(String name) {
    return deviceClass(name, null);
  }

  /** A class that every device belongs to and that stands for an extended resource. */
  static DeviceClass deviceClass(String name, @Nullable String resource) {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withExtendedResourceName(resource)
        .endSpec()
        .build();
  }

  /** The class with one selector more. */
  static DeviceClass selecting(DeviceClass deviceClass, String expression) {
    return new DeviceClassBuilder(deviceClass)
        .editSpec()
        .addNewSelector()
        .withNewCel(expression)
        .endSelector()
        .endSpec()
        .build();
  }

  static Device device(String name) {
    return new DeviceBuilder().withName(name).build();
  }

  /** The pool of a node, in one slice. */
  static ResourceSlice slice(String nodeName, Device... devices) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(nodeName + "-slice")
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNodeName(nodeName)
        .withNewPool(1L, nodeName, 1L)
        .withDevices(devices)
        .endSpec()
        .build();
  }

  /** As above, with devices that are nothing but names. */
  static ResourceSlice slice(String nodeName, String... devices) {
    return slice(nodeName, Stream.of(devices).map(DeviceObjects::device).toArray(Device[]::new));
  }

  /** A claim of so many devices of a class. */
  static ResourceClaim claim(String name, String deviceClass, long count) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("r")
        .withNewExactly()
        .withDeviceClassName(deviceClass)
        .withAllocationMode("ExactCount")
        .withCount(count)
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .build();
  }

  /** Claims of one device of the class {@code gpu} each. */
  static ResourceClaim[] claims(String... names) {
    return Stream.of(names).map(name -> claim(name, "gpu", 1)).toArray(ResourceClaim[]::new);
  }

  /** A device that is ready when its driver says so, or broken. */
  static Device prepared(String name) {
    return new DeviceBuilder().withName(name).withBindingConditions("Ready").withBindingFailureConditions("Broken").build();
  }

  /** A pod that uses these claims. */
  static PodFixture user(String name, String... claims) {
    return pod(name).podResourceClaims(Stream.of(claims).map(DeviceObjects::use).toArray(PodResourceClaim[]::new));
  }

  /** What a pod writes to use a claim. */
  static PodResourceClaim use(String claim) {
    return new PodResourceClaimBuilder().withName(claim).withResourceClaimName(claim).build();
  }
}
