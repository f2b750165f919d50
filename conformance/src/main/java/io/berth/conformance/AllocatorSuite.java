package io.berth.conformance;

import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocationOutcome;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The allocator: results, errors and whether they are of one node only, and no more steps than upstream takes; what is allocated
 * must be valid, too. Messages are compared up to where the expression library or the lister of classes words them.
 *
 * <p>Where a known defect of upstream changes the outcome, the corrected one counts if it is certain; else the outcome must be
 * valid, or an exhaustive search must find nothing either.
 */
final class AllocatorSuite implements Suite {

  private static final List<String> WORDED_ELSEWHERE = List.of("CEL compile error: ", "CEL runtime error: ",
      "could not retrieve device class ", "failed to parse node selector ", "evaluate derived attribute ",
      "compile derived attribute ");

  private static final String STEPS = "numAllocateOneInvocations";

  private int corrected;
  private int checked;

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    return List.of();
  }

  @Override
  public Verdict run(Case one) {
    AllocatorCase input = AllocatorCase.of(one.input());
    List<AllocationOutcome> outcomes = input.run();
    JsonNode expected = one.expected();
    if (outcomes.size() == 1 && outcomes.get(0) instanceof Allocated) {
      List<Mismatch> wrong = AllocationChecks.check(input, outcomes.get(0));
      if (!wrong.isEmpty()) {
        return new Verdict.Failed(wrong);
      }
    }
    if (one.input().has("knownUpstreamBug")) {
      if (!one.input().has("expectedIfFixed")) {
        checked++;
        return Verdict.of(AllocationChecks.check(input, outcomes.get(0)));
      }
      corrected++;
      expected = one.input().get("expectedIfFixed");
    }
    List<Mismatch> mismatches = new ArrayList<>();
    JsonNode perNode = expected.path("perNode");
    for (int i = 0; i < outcomes.size(); i++) {
      JsonNode wanted = perNode.isMissingNode() ? expected : perNode.get(i);
      String where = perNode.isMissingNode() ? "" : wanted.path("node").asString() + ".";
      JsonDiff.between(normal(wanted), normal(tree(outcomes.get(i))))
          .forEach(m -> mismatches.add(new Mismatch(where + m.where(), m.expected(), m.actual())));
      long most = Math.max(wanted.path(STEPS).asLong(Long.MAX_VALUE), one.expected().path(STEPS).asLong(0));
      if (outcomes.get(i).steps() > most) {
        mismatches.add(new Mismatch(where + "steps", "at most " + most, Long.toString(outcomes.get(i).steps())));
      }
    }
    return Verdict.of(mismatches);
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (corrected > 0) {
      remarks.add(corrected + " cases show a known defect of upstream: compared with the corrected outcome");
    }
    if (checked > 0) {
      remarks.add(checked + " cases show a known defect of upstream and the corrected outcome is not recorded: checked for validity");
    }
    return remarks;
  }

  private static ObjectNode tree(AllocationOutcome outcome) {
    ObjectNode tree = KubeObjects.object();
    if (outcome instanceof Allocated allocated) {
      tree.putArray("results");
      allocated.results().forEach(result -> tree.withArray("results").add(KubeObjects.tree(result)));
    } else if (outcome instanceof AllocationOutcome.Failed failed) {
      tree.put("error", failed.message()).put("failedAllocationOnNode", failed.thisNodeOnly());
    } else {
      tree.putNull("results");
    }
    return tree;
  }

  /** What is compared, quantities by value. */
  private static ObjectNode normal(JsonNode outcome) {
    ObjectNode normal = KubeObjects.object();
    if (outcome.has("error")) {
      normal.put("error", comparable(outcome.get("error").asString()));
      normal.put("failedAllocationOnNode", outcome.path("failedAllocationOnNode").asBoolean());
      return normal;
    }
    JsonNode results = outcome.path("results");
    if (!results.isArray()) {
      return normal.putNull("results");
    }
    normal.putArray("results");
    for (JsonNode result : results) {
      ObjectNode copy = KubeObjects.tree(KubeObjects.read(result, AllocationResult.class));
      for (JsonNode device : copy.at("/devices/results")) {
        ObjectNode consumed = KubeObjects.object();
        device.path("consumedCapacity").forEachEntry((name, amount) ->
            consumed.put(name, ExactQuantity.ZERO.plus(ExactQuantity.parse(amount.asString())).exactMilliValueCeil().toString()));
        if (!consumed.isEmpty()) {
          device.asObject().set("consumedCapacity", consumed);
        }
      }
      normal.withArray("results").add(copy);
    }
    return normal;
  }

  private static String comparable(String error) {
    for (String part : WORDED_ELSEWHERE) {
      int at = error.indexOf(part);
      if (at >= 0) {
        int end = part.endsWith("error: ") ? at + part.length() : error.indexOf(part.startsWith("could") ? ':' : ' ', at + part.length());
        return end < 0 ? error : error.substring(0, end);
      }
    }
    return error;
  }
}
