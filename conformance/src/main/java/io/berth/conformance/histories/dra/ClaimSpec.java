package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpecBuilder;
import java.util.ArrayList;
import java.util.List;

/** What a claim asks for. */
record ClaimSpec(String name, List<Ask> asks) {
  static final String WHOLE = "whole";
  static final String SHARE = "share";

  ClaimSpec {
    asks = List.copyOf(asks);
  }

  /**
   * One request.
   *
   * @param shared whether a share of one device is wanted, else whole devices
   * @param amount of the share, or how many devices
   * @param model empty for any
   */
  record Ask(boolean shared, int amount, String model) {
    private DeviceRequest build(String name) {
      var exactly =
          new DeviceRequestBuilder()
              .withName(name)
              .withNewExactly()
              .withDeviceClassName(shared ? SHARE : WHOLE)
              .withAllocationMode("ExactCount")
              .withCount(shared ? 1L : amount);
      if (shared) {
        exactly.withNewCapacity().addToRequests(PoolSpec.MEMORY, new Quantity(Integer.toString(amount))).endCapacity();
      }
      if (!model.isEmpty()) {
        String expression = "device.attributes[\"" + PoolSpec.DRIVER + "\"].model == \"" + model + "\"";
        exactly.withSelectors(new DeviceSelectorBuilder().withNewCel(expression).build());
      }
      return exactly.endExactly().build();
    }

    @Override
    public String toString() {
      return (shared ? "share of " + amount : amount + "x") + (model.isEmpty() ? "" : " " + model);
    }
  }

  ResourceClaimSpec build() {
    List<DeviceRequest> requests = new ArrayList<>();
    for (Ask ask : asks) {
      requests.add(ask.build("r" + requests.size()));
    }
    return new ResourceClaimSpecBuilder().withNewDevices().withRequests(requests).endDevices().build();
  }

  ResourceClaim claim() {
    return new ResourceClaimBuilder().withNewMetadata().withName(name).withNamespace("default").endMetadata().withSpec(build()).build();
  }

  ResourceClaimTemplate template(String namespace) {
    return new ResourceClaimTemplateBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .endMetadata()
        .withNewSpec()
        .withSpec(build())
        .endSpec()
        .build();
  }
}
