package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyRange;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.List;

/**
 * A device. Its name begins with a letter that says what no driver would change while it is in use: whether claims share it ({@code s}),
 * and how its binding conditions are answered ({@code r} soon, {@code l} late, {@code f} as failed, {@code x} never; {@code d} has none).
 *
 * @param model what claims may ask for
 * @param units that it takes of its pool's, 0 for none
 */
record DeviceSpec(String name, String model, int units, Extras extras) {
  static final String MEMORY = "memory";
  static final String READY = "example.com/ready";
  static final String BROKEN = "example.com/broken";
  private static final int MEMORY_OF_SHARED = 4;
  private static final int MEMORY_OF_WHOLE = 8;

  /**
   * What few devices have.
   *
   * @param numa an attribute, 0 for a device without it
   * @param slot an attribute
   * @param taint key, value and effect with colons between them, empty for none
   * @param reach who can use it, where devices say so themselves
   * @param bindsToNode whether a claim that has it is tied to the node, wherever the device is
   * @param policy how amounts of a shared device are rounded
   * @param alpha what only some schedulers know of
   */
  record Extras(int numa, int slot, String taint, Reach reach, boolean bindsToNode, Policy policy, Alpha alpha) {
    static final Extras NONE = new Extras(0, 0, "", Reach.ALL, false, Policy.NONE, Alpha.NONE);
  }

  /**
   * Behind gates that are off.
   *
   * @param links an attribute with several values
   * @param groups with whom it shares counters
   */
  record Alpha(List<String> links, List<String> groups) {
    static final Alpha NONE = new Alpha(List.of(), List.of());

    Alpha {
      links = List.copyOf(links);
      groups = List.copyOf(groups);
    }
  }

  /** How an amount of a shared device is rounded. */
  enum Policy {
    NONE,
    /** 3 unless something is said; 1 and steps of 2 from there, 3 at most. */
    RANGE,
    /** 3 unless something is said; 2, 3 or 4. */
    VALUES,
    /** Half a unit, and steps of that size. */
    HALVES
  }

  boolean shared() {
    return name.startsWith("s");
  }

  boolean hasConditions() {
    return List.of("r", "l", "f", "x").contains(name.substring(0, 1));
  }

  DeviceSpec with(Extras other) {
    return new DeviceSpec(name, model, units, other);
  }

  /**
   * The device as it is published.
   *
   * @param ownNodes whether it says itself who can use it
   * @param driver whose attributes need no domain
   */
  Device build(boolean ownNodes, String driver) {
    String domain = driver.equals(PoolSpec.DRIVER) ? "" : PoolSpec.DRIVER + "/";
    DeviceBuilder device = new DeviceBuilder().withName(name);
    device
        .addToAttributes(domain + "model", text(model))
        .addToAttributes(domain + "kind", text(shared() ? "shared" : "whole"))
        .addToAttributes(domain + "slot", new DeviceAttributeBuilder().withInt((long) extras.slot).build())
        .addToAttributes(domain + "release", new DeviceAttributeBuilder().withVersion("1." + extras.slot + ".0").build());
    if (extras.numa > 0) {
      device.addToAttributes(domain + "numa", new DeviceAttributeBuilder().withInt((long) extras.numa).build());
    }
    if (!extras.alpha.links.isEmpty()) {
      device.addToAttributes(domain + "links", new DeviceAttributeBuilder().withStrings(extras.alpha.links).build());
    }
    DeviceCapacity memory = new DeviceCapacity();
    memory.setValue(quantity(shared() ? MEMORY_OF_SHARED : MEMORY_OF_WHOLE));
    if (shared()) {
      device.withAllowMultipleAllocations(true);
      memory.setRequestPolicy(policy());
    }
    device.addToCapacity(MEMORY, memory);
    if (units > 0) {
      device
          .addNewConsumesCounter()
          .withCounterSet("set")
          .withCompatibilityGroups(extras.alpha.groups)
          .addToCounters(PoolSpec.UNITS, new CounterBuilder().withValue(quantity(units)).build())
          .endConsumesCounter();
    }
    if (!extras.taint.isEmpty()) {
      String[] taint = extras.taint.split(":");
      device.addNewTaint().withKey(taint[0]).withValue(taint[1]).withEffect(taint[2]).endTaint();
    }
    if (hasConditions()) {
      device.withBindingConditions(READY).withBindingFailureConditions(BROKEN);
    }
    if (extras.bindsToNode) {
      device.withBindsToNode(true);
    }
    if (ownNodes) {
      device
          .withNodeName(extras.reach.nodeName())
          .withAllNodes(extras.reach.allNodes())
          .withNodeSelector(extras.reach.selector());
    }
    return device.build();
  }

  private CapacityRequestPolicy policy() {
    return switch (extras.policy) {
      case NONE -> null;
      case RANGE -> new CapacityRequestPolicy(quantity(3), new CapacityRequestPolicyRange(quantity(3), quantity(1), quantity(2)), List.of());
      case VALUES -> new CapacityRequestPolicy(quantity(3), null, List.of(quantity(2), quantity(3), quantity(4)));
      case HALVES ->
          new CapacityRequestPolicy(
              new Quantity("500m"), new CapacityRequestPolicyRange(quantity(4), new Quantity("500m"), new Quantity("500m")), List.of());
    };
  }

  private static Quantity quantity(int amount) {
    return new Quantity(Integer.toString(amount));
  }

  private static DeviceAttribute text(String value) {
    return new DeviceAttributeBuilder().withString(value).build();
  }

  @Override
  public String toString() {
    return name + ":" + model + (units > 0 ? ":" + units + " units" : "") + (extras.equals(Extras.NONE) ? "" : extras.toString());
  }
}
