package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.cel.CelDevice;
import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.berth.dynamicresources.cel.DerivedAttribute;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A published device, parsed once. Immutable and thread-safe; what selectors say of it is computed once and remembered, also
 * by later versions of the slice that leave its attributes and capacities as they are.
 */
public final class Device {

  private final DeviceId id;
  private final Slice slice;
  private final io.fabric8.kubernetes.api.model.resource.v1.Device bean;
  private final Map<String, Attribute> attributes;
  private final List<Capacity> capacities;
  private final List<Taint> taints;
  private final NodeReach reach;
  private final SelectorFacts facts;

  Device(Slice slice, io.fabric8.kubernetes.api.model.resource.v1.Device bean, @Nullable Device former) {
    this.id = new DeviceId(slice.poolId(), bean.getName());
    this.slice = slice;
    this.bean = bean;
    this.taints = Taint.listOf(bean.getTaints());
    this.reach = NodeReach.of(bean.getNodeName(), bean.getAllNodes(), bean.getNodeSelector());
    if (former != null && selectsAs(former.bean, bean)) {
      this.attributes = former.attributes;
      this.capacities = former.capacities;
      this.facts = former.facts;
    } else {
      this.attributes = attributes(bean.getAttributes());
      this.capacities = Capacity.listOf(bean.getCapacity());
      this.facts = new SelectorFacts(slice.poolId().driver(), bean);
    }
  }

  private static boolean selectsAs(
      io.fabric8.kubernetes.api.model.resource.v1.Device a, io.fabric8.kubernetes.api.model.resource.v1.Device b) {
    return Objects.equals(a.getAllowMultipleAllocations(), b.getAllowMultipleAllocations())
        && Objects.equals(a.getAttributes(), b.getAttributes()) && Objects.equals(a.getCapacity(), b.getCapacity());
  }

  private static Map<String, Attribute> attributes(@Nullable Map<String, DeviceAttribute> attributes) {
    if (attributes == null || attributes.isEmpty()) {
      return Map.of();
    }
    Map<String, Attribute> read = new HashMap<>();
    attributes.forEach((name, attribute) -> read.put(name, Attribute.of(attribute)));
    return read;
  }

  /** Which device it is. */
  public DeviceId id() {
    return id;
  }

  /** Its name in the pool. */
  public String name() {
    return id.device();
  }

  /** The slice that publishes it. */
  public Slice slice() {
    return slice;
  }

  /** The capacities, by name. */
  public List<Capacity> capacities() {
    return capacities;
  }

  /** Those taints that keep it from being allocated. */
  public List<Taint> taints() {
    return taints;
  }

  /** Whether several claims may share it. */
  public boolean allowsMultipleAllocations() {
    return Boolean.TRUE.equals(bean.getAllowMultipleAllocations());
  }

  /** Whether its use binds a claim to one node. */
  public boolean bindsToNode() {
    return Boolean.TRUE.equals(bean.getBindsToNode());
  }

  /** What must be true before a pod that uses it is bound. */
  public List<String> bindingConditions() {
    return bean.getBindingConditions() == null ? List.of() : bean.getBindingConditions();
  }

  /** What ends the wait for the binding conditions. */
  public List<String> bindingFailureConditions() {
    return bean.getBindingFailureConditions() == null ? List.of() : bean.getBindingFailureConditions();
  }

  /** What it takes of shared counters. */
  List<DeviceCounterConsumption> consumesCounters() {
    return bean.getConsumesCounters() == null ? List.of() : bean.getConsumesCounters();
  }

  /** Whether it takes anything of shared counters. */
  public boolean usesCounters() {
    return !consumesCounters().isEmpty();
  }

  /** The only node that can use it; {@code null} if the slice or the device does not name one. */
  public @Nullable String nodeName() {
    return slice.perDeviceNodeSelection() ? bean.getNodeName() : slice.nodeName();
  }

  /** The nodes that can use it, as the slice or the device publishes them; {@code null} if it says none. Borrowed. */
  public @Nullable NodeSelector nodeSelector() {
    return slice.perDeviceNodeSelection() ? reach.bean() : slice.reach().bean();
  }

  NodeReach reach() {
    return reach;
  }

  /** The attribute by its full name, or by its name without the domain if that is the driver's; {@code null} if it has none. */
  public @Nullable Attribute attribute(String fullName) {
    Attribute attribute = attributes.get(fullName);
    if (attribute != null) {
      return attribute;
    }
    int slash = fullName.indexOf('/');
    if (slash != id.driver().length() || !fullName.startsWith(id.driver())) {
      return null;
    }
    return attributes.get(fullName.substring(slash + 1));
  }

  /** What expressions see of it. */
  public CelDevice cel() {
    return facts.cel();
  }

  /**
   * Whether a selector that compiles matches it.
   *
   * @throws CelEvaluationException if the expression fails on this device; that is not remembered
   */
  public boolean matches(CompiledSelector selector) throws CelEvaluationException {
    return facts.matches(selector);
  }

  /**
   * What an expression that compiles derives from it.
   *
   * @throws CelEvaluationException if the expression fails on this device; that is not remembered
   */
  public Attribute derived(DerivedAttribute expression) throws CelEvaluationException {
    return facts.derived(expression);
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
