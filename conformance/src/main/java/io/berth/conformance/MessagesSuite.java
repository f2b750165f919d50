package io.berth.conformance;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.Profile;
import io.berth.preemption.DefaultPreemption;
import io.berth.simulator.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one failed cycle of the complete scheduler tells of a pod that fits nowhere: condition, event, and the plugins that the queue
 * remembers. In a profile without DynamicResources, what PostFilter plugins add is left out of the cases in which upstream's fails.
 */
final class MessagesSuite implements Suite {

  private static final String PREEMPTION = " preemption: ";
  private static final String NO_CLAIM_STATE = " not found";
  private static final String FAILED = "FailedScheduling";
  private static final int NOTE_LENGTH = 1024;
  private static final String DOTS = " ...";

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    return HeaderCheck.of(header);
  }

  @Override
  public Verdict run(Case one) {
    CaseCluster input = CaseCluster.of(one.input());
    Pod pod = input.pod();
    try (var scheduler = new SteppedScheduler(profile())) {
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
      scheduler.cluster().events().stream()
          .filter(event -> event.reason().equals(FAILED))
          .forEach(event -> actual.set("event", event(event)));
      String nominated = now.getStatus().getNominatedNodeName();
      ObjectNode expected = comparable(one.expected(), nominated == null ? "" : nominated);
      if (one.expected().path("noClaimState").asBoolean(false) && !DefaultProfile.names().contains("DynamicResources")) {
        List.of(expected, actual).forEach(MessagesSuite::withoutPostFilter);
      }
      return Verdict.of(JsonDiff.between(expected, actual));
    }
  }

  private static Profile profile() {
    return DefaultProfile.builder(Profile.DEFAULT_SCHEDULER_NAME)
        .enable(DefaultPreemption.NAME, DefaultPreemption.factory(WatchedPreemption.ALL_NODES))
        .build();
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

  /** What is expected, with the message that goes with the node that was nominated. */
  private static ObjectNode comparable(JsonNode expected, String nominated) {
    ObjectNode comparable = KubeObjects.object();
    comparable.set("rejectedBy", expected.path("rejectedBy"));
    ObjectNode condition = expected.path("condition").deepCopy().asObject();
    ObjectNode event = expected.path("event").deepCopy().asObject();
    if (expected.path("nominated").asBoolean(false)) {
      String message = expected.path("placements").path(nominated).asString("a nomination to one of the placements");
      condition.put("message", message);
      event.put("note", note(message));
    }
    comparable.set("condition", condition);
    comparable.set("event", event);
    return comparable;
  }

  private static String note(String message) {
    return message.length() <= NOTE_LENGTH ? message : message.substring(0, NOTE_LENGTH - DOTS.length()) + DOTS;
  }

  private static void withoutPostFilter(ObjectNode told) {
    ObjectNode condition = told.path("condition").asObject();
    condition.put("message", withoutPostFilter(condition.path("message").asString()));
    ObjectNode event = told.path("event").asObject();
    event.put("note", withoutPostFilter(event.path("note").asString()));
  }

  private static String withoutPostFilter(String message) {
    int at = message.indexOf(PREEMPTION);
    String head = at < 0 ? message : message.substring(0, at);
    return head.endsWith(NO_CLAIM_STATE) ? head.substring(0, head.length() - NO_CLAIM_STATE.length()) : head;
  }
}
