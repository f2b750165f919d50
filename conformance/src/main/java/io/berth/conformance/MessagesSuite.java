package io.berth.conformance;

import io.berth.simulator.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one failed cycle of the complete scheduler tells of a pod that fits nowhere: condition, event, and the plugins that the queue
 * remembers. What PostFilter plugins add to upstream's message is left out.
 */
final class MessagesSuite implements Suite {

  private static final String PREEMPTION = " preemption: ";
  private static final String NO_CLAIM_STATE = " not found";
  private static final int NOTE_LENGTH = 1024;

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    var mismatches = new ArrayList<>(HeaderCheck.gates(header));
    mismatches.addAll(HeaderCheck.profile(header));
    return mismatches;
  }

  @Override
  public Verdict run(Case one) {
    CaseCluster input = CaseCluster.of(one.input());
    Pod pod = input.pod();
    try (var scheduler = new SteppedScheduler()) {
      input.createOn(scheduler.cluster());
      scheduler.settle();
      if (!scheduler.offers()) {
        return Verdict.of(List.of(new Mismatch("", "a cycle", "the pod is not in the queue")));
      }
      SteppedScheduler.Cycle cycle = scheduler.cycle();
      scheduler.settle();
      scheduler.check();
      ObjectNode actual = KubeObjects.object();
      actual.set("rejectedBy", KubeObjects.strings(cycle.rejectedBy()));
      Pod now = scheduler.pod(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
      now.getStatus().getConditions().forEach(condition -> actual.set("condition", condition(condition)));
      scheduler.lastEvent().ifPresent(event -> actual.set("event", event(event)));
      return Verdict.of(JsonDiff.between(comparable(one.expected()), actual));
    }
  }

  private static ObjectNode condition(PodCondition condition) {
    return KubeObjects.object()
        .put("type", condition.getType())
        .put("status", condition.getStatus())
        .put("reason", condition.getReason())
        .put("message", condition.getMessage());
  }

  private static ObjectNode event(RecordedEvent event) {
    return KubeObjects.object()
        .put("type", event.type().toString())
        .put("reason", event.reason())
        .put("action", event.action())
        .put("note", event.note());
  }

  private static ObjectNode comparable(JsonNode expected) {
    ObjectNode comparable = KubeObjects.object();
    comparable.set("rejectedBy", expected.path("rejectedBy"));
    ObjectNode condition = expected.path("condition").deepCopy().asObject();
    String message = condition.path("message").asString("");
    String head = withoutPostFilter(message, expected.path("noClaimState").asBoolean(false));
    comparable.set("condition", condition.put("message", head));
    ObjectNode event = expected.path("event").deepCopy().asObject();
    if (head.getBytes(StandardCharsets.UTF_8).length <= NOTE_LENGTH) {
      event.put("note", head);
    }
    comparable.set("event", event);
    return comparable;
  }

  private static String withoutPostFilter(String message, boolean noClaimState) {
    if (noClaimState && message.endsWith(NO_CLAIM_STATE)) {
      return message.substring(0, message.length() - NO_CLAIM_STATE.length());
    }
    int at = message.indexOf(PREEMPTION);
    return at < 0 ? message : message.substring(0, at);
  }
}
