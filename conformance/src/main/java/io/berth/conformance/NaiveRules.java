package io.berth.conformance;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.berth.dynamicresources.slices.Attribute;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.PoolView;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules of allocation on the first node of a case, one question at a time and everything counted again for each. */
final class NaiveRules {

  /**
   * A device chosen for a request.
   *
   * @param claim the claim's place
   * @param request what it is for
   * @param device the device
   */
  record Choice(int claim, NaiveRequest request, Device device) {
    @Override
    public String toString() {
      return "claim " + claim + " " + request.name() + "=" + device;
    }
  }

  private final AllocatorCase input;
  private final CelCompiler cel = new CelCompiler(CelFeatures.STORED);
  private final List<Device> devices = new ArrayList<>();
  private final Set<Device> reachable = new HashSet<>();
  private final NaiveAmounts amounts;

  NaiveRules(AllocatorCase input) {
    this.input = input;
    var node = input.nodes().get(0);
    for (PoolView pool : DevicePools.of(input.features(), input.slices()).poolsFor(node.name(), node.labels()).pools()) {
      for (int i = 0; i < pool.size(); i++) {
        devices.add(pool.device(i));
        if (pool.isReachable(i)) {
          reachable.add(pool.device(i));
        }
      }
    }
    this.amounts = new NaiveAmounts(input);
  }

  AllocatorCase input() {
    return input;
  }

  /** The devices in the order in which they are tried. */
  List<Device> devices() {
    return devices;
  }

  Choice choice(int claim, DeviceRequestAllocationResult result) {
    NaiveRequest request = requests(claim).stream().flatMap(List::stream)
        .filter(one -> one.name().equals(result.getRequest())).findFirst().orElseThrow();
    Device device = devices.stream().filter(one -> one.name().equals(result.getDevice())
        && one.id().driver().equals(result.getDriver()) && one.id().pool().equals(result.getPool())).findFirst().orElseThrow();
    return new Choice(claim, request, device);
  }

  /** The requests of a claim, each with its alternatives. */
  List<List<NaiveRequest>> requests(int claim) {
    return input.claims().get(claim).getSpec().getDevices().getRequests().stream().map(NaiveRequest::of).toList();
  }

  /** Whether selectors match the device, the node can use it, and it can ever have the capacity. */
  boolean matches(NaiveRequest request, Device device) {
    if (!input.features().deviceBindingAndStatus() && !device.bindingConditions().isEmpty()) {
      return false;
    }
    DeviceClass deviceClass = input.classes().get(request.deviceClass());
    List<DeviceSelector> selectors =
        new ArrayList<>(deviceClass.getSpec() == null ? List.of() : deviceClass.getSpec().getSelectors());
    selectors.addAll(request.selectors());
    for (DeviceSelector selector : selectors) {
      CompiledSelector compiled = cel.selector(selector.getCel().getExpression());
      try {
        if (!compiled.matches(device.cel())) {
          return false;
        }
      } catch (CelEvaluationException e) {
        throw new IllegalStateException("selector fails on " + device + ": " + e.getMessage(), e);
      }
    }
    return reachable.contains(device) && (!input.features().consumableCapacity() || amounts.fits(List.of(), request, device, false));
  }

  /** Why the device may not be chosen after the others; null if it may. */
  @Nullable String problem(List<Choice> before, Choice next) {
    Device device = next.device();
    boolean multi = input.features().consumableCapacity() && device.allowsMultipleAllocations();
    if (!matches(next.request(), device)) {
      return "does not match";
    }
    if (!next.request().admin() && input.state().usage(device.id()).exclusive() > 0) {
      return "is allocated";
    }
    for (Choice other : before) {
      boolean same = other.device() == device && !multi;
      if (same && (!next.request().admin() || other.claim() == next.claim())) {
        return "is chosen twice";
      }
    }
    if (!device.slice().skipNodeOperations().isEmpty() && (!input.features().optionalNodeOperations()
        || !input.nodes().get(0).declaredFeatures().contains("DRAOptionalNodeOperations"))) {
      return "needs a node that leaves out operations";
    }
    if (device.usesCounters() && !input.features().partitionableDevices()) {
      return "uses counters";
    }
    if (input.features().deviceTaints() && device.taints().stream()
        .anyMatch(taint -> next.request().tolerations().stream().noneMatch(taint::toleratedBy))) {
      return "is tainted";
    }
    if (input.features().consumableCapacity() && !amounts.fits(before, next.request(), device, true)) {
      return "has too little capacity";
    }
    List<Choice> all = new ArrayList<>(before);
    all.add(next);
    String counters = next.request().admin() ? null : amounts.counterProblem(all, next);
    return counters != null ? counters : constraintProblem(all, next.claim());
  }

  private @Nullable String constraintProblem(List<Choice> all, int claim) {
    for (DeviceConstraint constraint : input.claims().get(claim).getSpec().getDevices().getConstraints()) {
      boolean distinct = constraint.getMatchAttribute() == null;
      String name = distinct ? constraint.getDistinctAttribute() : constraint.getMatchAttribute();
      List<Attribute> values = new ArrayList<>();
      for (Choice choice : all) {
        List<String> names = constraint.getRequests() == null ? List.of() : constraint.getRequests();
        if (choice.claim() == claim
            && (names.isEmpty() || names.contains(choice.request().parent()) || names.contains(choice.request().name()))) {
          Attribute value = attribute(choice, name);
          if (value == null || !isComparable(value) && (input.features().listTypeAttributes() || !values.isEmpty())) {
            return "has no " + name;
          }
          values.add(value);
        }
      }
      if (distinct ? !allDiffer(values) : !allShare(values)) {
        return "breaks the constraint on " + name;
      }
    }
    return null;
  }

  /** Without list-typed attributes, the first device may have a value that is a list: nothing compares with it then. */
  private boolean isComparable(Attribute value) {
    return value.kind() != null && (input.features().listTypeAttributes() || !value.list());
  }

  private @Nullable Attribute attribute(Choice choice, String name) {
    for (DeviceDerivedAttribute derived : choice.request().derived()) {
      if (derived.getName().equals(name)) {
        try {
          return Attribute.of(cel.derivedAttribute(derived.getExpression()).evaluate(choice.device().cel()));
        } catch (CelEvaluationException e) {
          throw new IllegalStateException("derived attribute fails on " + choice.device() + ": " + e.getMessage(), e);
        }
      }
    }
    return choice.device().attribute(name);
  }

  private boolean allDiffer(List<Attribute> values) {
    for (int i = 0; i < values.size(); i++) {
      for (int j = 0; j < i; j++) {
        Attribute other = values.get(j);
        if (isComparable(other) && values.get(i).kind() == other.kind() && values.get(i).values().stream().anyMatch(other.values()::contains)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean allShare(List<Attribute> values) {
    if (values.size() < 2) {
      return true;
    }
    if (!isComparable(values.get(0))) {
      return false;
    }
    return values.get(0).values().stream().anyMatch(value -> values.stream()
        .allMatch(other -> other.kind() == values.get(0).kind() && other.values().contains(value)));
  }

  /** What is missing of a complete choice; null if nothing is. */
  @Nullable String missing(List<Choice> chosen) {
    for (int claim = 0; claim < input.claims().size(); claim++) {
      int of = claim;
      for (List<NaiveRequest> alternatives : requests(claim)) {
        boolean any = alternatives.stream().anyMatch(one -> {
          long count = chosen.stream().filter(choice -> choice.claim() == of && choice.request().equals(one)).count();
          long wanted = one.all() ? devices.stream().filter(device -> matches(one, device)).count() : one.count();
          return count > 0 && count == wanted;
        });
        if (!any) {
          return "claim " + claim + " lacks devices of " + alternatives.get(0).parent();
        }
      }
    }
    return null;
  }
}
