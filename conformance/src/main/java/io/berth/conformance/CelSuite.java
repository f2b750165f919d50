package io.berth.conformance;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelDevice;
import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.berth.dynamicresources.cel.DerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An expression on a device: whether it matches, or which attribute it derives, or how it fails. Where upstream's expression
 * library words a problem, only that there is one is compared; those that users of devices meet are compared word by word. Costs
 * are not compared.
 */
final class CelSuite implements Suite {

  private static final Pattern LIBRARY_PROBLEM = Pattern.compile("(compilation|program instantiation) failed: .*", Pattern.DOTALL);
  private static final Pattern COMPARED = Pattern.compile(
      "no such key: .*|no such overload|operation cancelled: actual cost limit exceeded|CEL result of type .*|expected list element .*"
          + "|got '.*', expected iterable type|unsupported CEL return type: .*|division by zero|integer overflow|attribute .*");

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
    CelCompiler compiler = compilers.computeIfAbsent(features, CelCompiler::new);
    String expression = input.path("expression").asString();
    ObjectNode actual = input.path("derived").asBoolean(false)
        ? outcome(compiler.derivedAttribute(expression), input)
        : outcome(compiler.selector(expression), input);
    ObjectNode expected = KubeObjects.object();
    for (String part : List.of("compileError", "match", "matchError", "attribute", "evaluationError")) {
      if (one.expected().has(part)) {
        expected.set(part, one.expected().get(part));
      }
    }
    String error = expected.path("matchError").asString(expected.path("evaluationError").asString(""));
    if (error.startsWith("internal error: ")) {
      return new Verdict.LeftOut("upstream's library crashes on the expression");
    }
    boolean byWords = COMPARED.matcher(error).matches();
    return Verdict.of(JsonDiff.between(withoutWording(expected, byWords), withoutWording(actual, byWords)));
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

  private static ObjectNode outcome(DerivedAttribute attribute, JsonNode input) {
    ObjectNode outcome = KubeObjects.object();
    if (attribute.error() != null) {
      return outcome.put("compileError", attribute.error());
    }
    try {
      outcome.set("attribute", KubeObjects.tree(attribute.evaluate(device(input))));
    } catch (CelEvaluationException e) {
      outcome.put("evaluationError", e.getMessage());
    }
    return outcome;
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

  private static ObjectNode withoutWording(ObjectNode outcome, boolean byWords) {
    if (LIBRARY_PROBLEM.matcher(outcome.path("compileError").asString("")).matches()) {
      outcome.put("compileError", "");
    }
    for (String part : List.of("matchError", "evaluationError")) {
      if (outcome.has(part) && !byWords) {
        outcome.put(part, "");
      }
    }
    return outcome;
  }
}
