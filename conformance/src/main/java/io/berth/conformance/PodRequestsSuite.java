package io.berth.conformance;

import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.PodRequests;
import io.berth.framework.resource.PodResources;
import io.berth.framework.resource.PodResourcesOptions;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.UpstreamRequestOptions;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a pod requests and is limited to under every set of options of the file, what it adds to a node, and the state of its
 * resize. Beside what the file lists, what the pod asks of a node ({@link PodResources#incoming}) must be the option set
 * {@code spec}.
 */
final class PodRequestsSuite implements Suite {

  private final Map<String, PodResourcesOptions> optionSets = new TreeMap<>();

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    var mismatches = new ArrayList<Mismatch>();
    UpstreamRequestOptions gates = UpstreamRequestOptions.DEFAULT;
    JsonNode given = header.path("featureGates");
    for (var gate : Map.of(
        "EnableInPlacePodVerticalScaling", gates.inPlacePodVerticalScaling(),
        "EnableInPlacePodLevelResourcesVerticalScaling", gates.inPlacePodLevelResourcesVerticalScaling(),
        "EnablePodLevelResources", gates.podLevelResources(),
        "EnableDRANodeAllocatableResources", gates.draNodeAllocatableResources()).entrySet()) {
      if (given.path(gate.getKey()).asBoolean(false) != gate.getValue()) {
        mismatches.add(new Mismatch("featureGates." + gate.getKey(), given.path(gate.getKey()).toString(), "" + gate.getValue()));
      }
    }
    header.path("optionSets").properties().forEach(set -> optionSets.put(set.getKey(), options(set.getValue())));
    return mismatches;
  }

  private static PodResourcesOptions options(JsonNode flags) {
    PodResourcesOptions options = PodResourcesOptions.SPEC;
    for (String flag : flags.propertyNames()) {
      options = switch (flag) {
        case "UseStatusResources" -> options.withUseStatusResources(true);
        case "InPlacePodLevelResourcesVerticalScalingEnabled" -> options.withInPlacePodLevelResourcesVerticalScaling(true);
        case "ExcludeOverhead" -> options.withExcludeOverhead(true);
        case "SkipPodLevelResources" -> options.withSkipPodLevelResources(true);
        case "SkipContainerLevelResources" -> options.withSkipContainerLevelResources(true);
        case "UseDRANodeAllocatableResourceClaimStatus" -> options.withUseDraNodeAllocatableResourceClaimStatus(true);
        case "NonMissingContainerRequests" -> options.withNonMissingContainerRequests(quantities(flags.get(flag)));
        default -> throw new UnusableInput("has an option that nobody knows: " + flag);
      };
    }
    return options;
  }

  private static Map<String, ExactQuantity> quantities(JsonNode list) {
    var quantities = new TreeMap<String, ExactQuantity>();
    list.properties().forEach(e -> quantities.put(e.getKey(), ExactQuantity.parse(e.getValue().asString())));
    return quantities;
  }

  @Override
  public Verdict run(Case one) {
    Pod pod = KubeObjects.read(one.input().path("pod"), Pod.class);
    PodResources resources = EffectiveRequests.upstream().of(pod);
    ObjectNode actual = KubeObjects.object();
    ObjectNode options = actual.putObject("options");
    optionSets.forEach((name, set) -> {
      ObjectNode both = options.putObject(name);
      both.set("requests", amounts(PodRequests.podRequests(pod, set)));
      both.set("limits", amounts(PodRequests.podLimits(pod, set)));
    });
    actual.put("isPodResizeInfeasible", PodRequests.isPodResizeInfeasible(pod));
    actual.put("isPodResizeDeferred", PodRequests.isPodResizeDeferred(pod));
    actual.put("isPodLevelResourcesSet", PodRequests.isPodLevelResourcesSet(pod));
    actual.put("isPodLevelRequestsSet", PodRequests.isPodLevelRequestsSet(pod));
    actual.put("isPodLevelLimitsSet", PodRequests.isPodLevelLimitsSet(pod));
    actual.set("nodeInfo", nodeInfo(resources));
    var mismatches = new ArrayList<>(JsonDiff.between(withoutZeroScalars(one.expected()), actual));
    mismatches.addAll(incoming(one.expected().at("/options/spec/requests"), resources));
    return Verdict.of(mismatches);
  }

  private static ObjectNode amounts(Map<String, ExactQuantity> list) {
    ObjectNode amounts = KubeObjects.object();
    list.forEach((name, quantity) -> amounts.putObject(name)
        .put("q", quantity.toString())
        .put("n", ResourceName.of(name).isMilli() ? quantity.milliValueCeil() : quantity.valueCeil()));
    return amounts;
  }

  private static ObjectNode nodeInfo(PodResources resources) {
    ObjectNode info = KubeObjects.object()
        .put("milliCPU", resources.onNode().get(ResourceName.CPU))
        .put("memory", resources.onNode().get(ResourceName.MEMORY))
        .put("ephemeralStorage", resources.onNode().get(ResourceName.EPHEMERAL_STORAGE))
        .put("nonZeroMilliCPU", resources.nonZeroMilliCpu())
        .put("nonZeroMemory", resources.nonZeroMemory());
    ObjectNode scalar = info.putObject("scalar");
    resources.onNode().forEach((name, amount) -> {
      if (name.isScalar() && amount != 0) {
        scalar.put(name.name(), amount);
      }
    });
    return info;
  }

  /** A resource that is absent and one of which there is nothing are the same on a node. */
  private static JsonNode withoutZeroScalars(JsonNode expected) {
    JsonNode copy = expected.deepCopy();
    if (copy.at("/nodeInfo/scalar") instanceof ObjectNode scalar) {
      scalar.removeIf(amount -> amount.asLong() == 0);
    }
    return copy;
  }

  private static List<Mismatch> incoming(JsonNode spec, PodResources resources) {
    var mismatches = new ArrayList<Mismatch>();
    spec.properties().forEach(e -> {
      ResourceName name = ResourceName.of(e.getKey());
      long expected = e.getValue().path("n").asLong();
      long actual = resources.incoming().get(name);
      if (expected != actual) {
        mismatches.add(new Mismatch("incoming." + name, Long.toString(expected), Long.toString(actual)));
      }
    });
    return mismatches;
  }
}
