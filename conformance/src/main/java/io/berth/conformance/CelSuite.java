package io.berth.conformance;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelDevice;
import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A device selector on a device: whether it matches, or how it fails. Where upstream's expression library words the problem of an
 * expression that does not compile, only that it does not compile is compared. Costs are not compared.
 */
final class CelSuite implements Suite {

  private static final String LIBRARY_PROBLEM = "compilation failed: ";

  private final Map<CelFeatures, CelCompiler> compilers = new HashMap<>();

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    return List.of();
  }

  @Override
  public Verdict run(Case one) {
    JsonNode input = one.input();
    JsonNode gates = input.path("features");
    var features = new CelFeatures(gates.path("consumableCapacity").asBoolean(false), gates.path("listTypeAttributes").asBoolean(false));
    CompiledSelector selector =
        compilers.computeIfAbsent(features, CelCompiler::new).selector(input.path("expression").asString());
    ObjectNode expected = KubeObjects.object();
    for (String part : List.of("compileError", "match", "matchError")) {
      if (one.expected().has(part)) {
        expected.set(part, one.expected().get(part));
      }
    }
    return Verdict.of(JsonDiff.between(withoutWording(expected), withoutWording(outcome(selector, input))));
  }

  private static ObjectNode outcome(CompiledSelector selector, JsonNode input) {
    ObjectNode outcome = KubeObjects.object();
    if (selector.error() != null) {
      return outcome.put("compileError", selector.error());
    }
    try {
      return outcome.put("match", selector.matches(device(input)));
    } catch (CelEvaluationException e) {
      return outcome.put("matchError", e.getMessage());
    }
  }

  private static CelDevice device(JsonNode input) {
    ObjectNode device = KubeObjects.object();
    for (String part : List.of("allowMultipleAllocations", "attributes", "capacity")) {
      if (!input.path(part).isNull() && input.has(part)) {
        device.set(part, input.get(part));
      }
    }
    return CelDevice.of(input.path("driver").asString(""), KubeObjects.read(device, Device.class));
  }

  private static ObjectNode withoutWording(ObjectNode outcome) {
    if (outcome.path("compileError").asString("").startsWith(LIBRARY_PROBLEM)) {
      outcome.put("compileError", LIBRARY_PROBLEM);
    }
    return outcome;
  }
}
