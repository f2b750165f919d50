package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirementsBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfigurationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpecBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a claim asks for.
 *
 * @param configured the requests that have a configuration of the claim's own, {@code *} for all of them
 */
record ClaimSpec(String name, List<Ask> asks, List<Rule> rules, List<String> configured) {
  static final String WHOLE = "whole";
  static final String SHARE = "share";
  static final String ANY = "any";
  /** Stands for {@code example.com/gpu}. */
  static final String GPU = "gpu";
  static final String HALF = "half";
  static final String HALF_OF_SLOT = "device.attributes[\"" + PoolSpec.DRIVER + "\"].slot / 2";

  ClaimSpec {
    asks = List.copyOf(asks);
    rules = List.copyOf(rules);
    configured = List.copyOf(configured);
  }

  ClaimSpec(String name, List<Ask> asks) {
    this(name, asks, List.of(), List.of());
  }

  /** One request: the first of these that can be had. */
  record Ask(List<Wish> wishes) {
    Ask {
      wishes = List.copyOf(wishes);
    }

    static Ask of(Wish... wishes) {
      return new Ask(List.of(wishes));
    }

    private DeviceRequest build(String name) {
      DeviceRequestBuilder request = new DeviceRequestBuilder().withName(name);
      if (wishes.size() == 1) {
        Wish wish = wishes.get(0);
        DeviceSubRequest same = wish.build("");
        return request
            .withExactly(
                new ExactDeviceRequestBuilder()
                    .withDeviceClassName(same.getDeviceClassName())
                    .withAllocationMode(same.getAllocationMode())
                    .withCount(same.getCount())
                    .withCapacity(same.getCapacity())
                    .withSelectors(same.getSelectors())
                    .withTolerations(same.getTolerations())
                    .withDerivedAttributes(same.getDerivedAttributes())
                    .withAdminAccess(wish.extras.admin ? true : null)
                    .build())
            .build();
      }
      List<DeviceSubRequest> alternatives = new ArrayList<>();
      for (Wish wish : wishes) {
        alternatives.add(wish.build("s" + alternatives.size()));
      }
      return request.withFirstAvailable(alternatives).build();
    }

    @Override
    public String toString() {
      return wishes.stream().map(Wish::toString).collect(Collectors.joining(" or "));
    }
  }

  /**
   * Devices of one kind.
   *
   * @param count 0 for all
   * @param amount of each one's memory in thousandths, 0 if nothing is said
   * @param selector beside that of the class
   */
  record Wish(String deviceClass, int count, int amount, @Nullable Selector selector, Extras extras) {
    static Wish of(String deviceClass, int count) {
      return new Wish(deviceClass, count, 0, null, Extras.NONE);
    }

    Wish liking(Selector other) {
      return new Wish(deviceClass, count, amount, other, extras);
    }

    Wish with(Extras other) {
      return new Wish(deviceClass, count, amount, selector, other);
    }

    /** A share of a shared device, in whole units. */
    static Wish share(int amount) {
      return new Wish(SHARE, 1, amount * 1000, null, Extras.NONE);
    }

    private DeviceSubRequest build(String name) {
      DeviceSubRequestBuilder request =
          new DeviceSubRequestBuilder()
              .withName(name)
              .withDeviceClassName(deviceClass)
              .withAllocationMode(count == 0 ? "All" : "ExactCount")
              .withCount(count == 0 ? null : (long) count);
      if (amount > 0) {
        request.withCapacity(
            new CapacityRequirementsBuilder().addToRequests(DeviceSpec.MEMORY, new Quantity(amount % 1000 == 0 ? amount / 1000 + "" : amount + "m")).build());
      }
      if (selector != null) {
        request.withSelectors(new DeviceSelectorBuilder().withNewCel(selector.text()).build());
      }
      if (!extras.tolerates.isEmpty()) {
        boolean all = extras.tolerates.equals("*");
        request.withTolerations(new DeviceToleration(null, all ? null : extras.tolerates, "Exists", null, null));
      }
      if (extras.half) {
        request.withDerivedAttributes(new DeviceDerivedAttribute(HALF_OF_SLOT, PoolSpec.DRIVER + "/" + HALF));
      }
      return request.build();
    }

    @Override
    public String toString() {
      return (count == 0 ? "all" : count + "x") + " " + deviceClass + (amount > 0 ? " of " + amount + "m" : "")
          + (selector == null ? "" : " " + selector) + (extras.equals(Extras.NONE) ? "" : " " + extras);
    }
  }

  /**
   * What few requests have.
   *
   * @param tolerates the key of a taint, {@code *} for all, empty for none
   * @param half whether it derives an attribute
   */
  record Extras(boolean admin, String tolerates, boolean half) {
    static final Extras NONE = new Extras(false, "", false);
  }

  /**
   * What must hold of the devices together.
   *
   * @param requests which are meant, none for all
   */
  record Rule(boolean distinct, String attribute, List<String> requests) {
    Rule {
      requests = List.copyOf(requests);
    }

    private DeviceConstraint build() {
      String name = PoolSpec.DRIVER + "/" + attribute;
      return new DeviceConstraint(distinct ? name : null, distinct ? null : name, requests);
    }

    @Override
    public String toString() {
      return (distinct ? "distinct " : "equal ") + attribute + (requests.isEmpty() ? "" : " of " + requests);
    }
  }

  ResourceClaimSpec build() {
    List<DeviceRequest> requests = new ArrayList<>();
    for (Ask ask : asks) {
      requests.add(ask.build("r" + requests.size()));
    }
    var devices = new ResourceClaimSpecBuilder().withNewDevices().withRequests(requests).withConstraints(rules.stream().map(Rule::build).toList());
    if (!configured.isEmpty()) {
      devices.withConfig(
          new DeviceClaimConfigurationBuilder()
              .withNewOpaque()
              .withDriver(PoolSpec.DRIVER)
              .withParameters(Map.of("of", "claim"))
              .endOpaque()
              .withRequests(configured.equals(List.of("*")) ? List.of() : configured)
              .build());
    }
    return devices.endDevices().build();
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

  /** Plainer claims, each strictly plainer. */
  List<ClaimSpec> simpler() {
    List<ClaimSpec> plainer = new ArrayList<>();
    if (!configured.isEmpty()) {
      plainer.add(new ClaimSpec(name, asks, rules, List.of()));
    }
    for (int i = 0; i < rules.size(); i++) {
      List<Rule> fewer = new ArrayList<>(rules);
      fewer.remove(i);
      plainer.add(new ClaimSpec(name, asks, fewer, configured));
    }
    for (int i = 0; i < asks.size(); i++) {
      if (asks.size() > 1 && rules.isEmpty() && configured.isEmpty()) {
        List<Ask> fewer = new ArrayList<>(asks);
        fewer.remove(i);
        plainer.add(new ClaimSpec(name, fewer, rules, configured));
      }
      for (int w = 0; w < asks.get(i).wishes.size() && asks.get(i).wishes.size() > 1; w++) {
        List<Ask> same = new ArrayList<>(asks);
        same.set(i, Ask.of(asks.get(i).wishes.get(w)));
        plainer.add(new ClaimSpec(name, same, rules, configured));
      }
    }
    return plainer;
  }
}
