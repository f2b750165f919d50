package io.berth.conformance;

import io.berth.framework.Code;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.berth.preemption.Candidate;
import io.berth.simulator.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pod that fits nowhere in a nearly full cluster: every node's status, whether the pod may preempt, the victims on every candidate node, the
 * choice, and who is evicted.
 */
final class PreemptionSuite implements Suite {

  private static final String PREFIX = "preemption: ";

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    return HeaderCheck.of(header);
  }

  @Override
  public Verdict run(Case one) {
    CaseCluster input = CaseCluster.of(one.input());
    var watched = new WatchedPreemption(input.incoming().key());
    try (var scheduler = new SteppedScheduler(watched.profile())) {
      KubeObjects.readAll(one.input().path("pdbs"), PodDisruptionBudget.class).forEach(scheduler.cluster()::create);
      KubeObjects.readAll(one.input().path("nominated"), Pod.class).forEach(scheduler.cluster()::create);
      input.createOn(scheduler.cluster());
      scheduler.settle();
      int eventsBefore = scheduler.cluster().events().size();
      scheduler.cycle();
      scheduler.settle();
      scheduler.check();
      List<String> evicted =
          scheduler.cluster().events().stream()
              .skip(eventsBefore)
              .filter(event -> event.reason().equals("Preempted"))
              .map(RecordedEvent::regarding)
              .toList();
      return Verdict.of(compare(one.expected(), watched, evicted));
    }
  }

  private static List<Mismatch> compare(JsonNode expected, WatchedPreemption watched, List<String> evicted) {
    ObjectNode wanted = KubeObjects.object();
    ObjectNode actual = KubeObjects.object();
    wanted.set("filter", expected.path("filter"));
    ObjectNode filter = actual.putObject("filter");
    watched.statuses().forEach((node, status) -> filter.set(node, withPlugin(status)));
    wanted.set("potentialNodes", expected.path("potentialNodes"));
    actual.set("potentialNodes", KubeObjects.strings(
        watched.statuses().entrySet().stream().filter(e -> e.getValue().code() == Code.UNSCHEDULABLE).map(e -> e.getKey()).toList()));
    PostFilterResult result = Objects.requireNonNull(watched.result(), "PostFilter was not run");
    actual.set("postFilter", tree(result));
    if (!expected.path("eligible").asBoolean()) {
      wanted.set("postFilter", expected.path("postFilter"));
      wanted.put("reason", expected.path("ineligibleReason").asString());
      actual.put("reason", result.status().message().substring(PREFIX.length()));
      return JsonDiff.between(wanted, actual);
    }
    JsonNode outcome = outcomeMet(expected, watched);
    wanted.set("candidates", outcome.path("candidates"));
    wanted.set("rejected", outcome.path("rejected"));
    actual.set("candidates", candidates(watched));
    actual.set("rejected", rejected(watched));
    ObjectNode postFilter = expected.path("postFilter").deepCopy().asObject();
    String chosen = result.nominating().nominatedNodeName();
    if (outcome.path("best").valueStream().anyMatch(node -> node.asString().equals(chosen))) {
      postFilter.put("nominatedNode", chosen);
    }
    wanted.set("postFilter", postFilter);
    wanted.set("evicted", KubeObjects.strings(mustGo(watched.candidates().get(chosen))));
    actual.set("evicted", KubeObjects.strings(evicted.stream().sorted().toList()));
    return JsonDiff.between(wanted, actual);
  }

  /** Where upstream's outcome depends on an order that it does not fix, the one of its outcomes that was met. */
  private static JsonNode outcomeMet(JsonNode expected, WatchedPreemption watched) {
    ObjectNode candidates = candidates(watched);
    for (JsonNode other : expected.path("otherOutcomes")) {
      if (JsonDiff.between(other.path("candidates"), candidates).isEmpty()) {
        return other;
      }
    }
    return expected;
  }

  private static ObjectNode candidates(WatchedPreemption watched) {
    ObjectNode candidates = KubeObjects.object();
    watched.candidates().forEach((node, candidate) -> {
      ObjectNode tree = candidates.putObject(node).put("numPDBViolations", candidate.pdbViolations());
      tree.set("victims", KubeObjects.strings(candidate.victims().stream().map(PodInfo::key).toList()));
    });
    return candidates;
  }

  private static ObjectNode rejected(WatchedPreemption watched) {
    ObjectNode rejected = KubeObjects.object();
    watched.rejected().forEach((node, status) -> rejected.set(node, Statuses.tree(status)));
    return rejected;
  }

  private static ObjectNode withPlugin(Status status) {
    ObjectNode tree = Statuses.tree(status);
    return status.plugin() == null ? tree : tree.put("plugin", status.plugin());
  }

  private static ObjectNode tree(PostFilterResult result) {
    ObjectNode tree = KubeObjects.object().put("code", result.status().code().toString());
    if (!result.status().isSuccess()) {
      tree.put("message", result.status().message());
    }
    NominatingInfo nominating = result.nominating();
    return nominating.mode() == NominatingInfo.Mode.OVERRIDE
        ? tree.put("nominatedNode", nominating.nominatedNodeName())
        : tree;
  }

  /** The victims that are not going already. */
  private static List<String> mustGo(Candidate chosen) {
    return chosen == null
        ? List.of()
        : chosen.victims().stream().filter(victim -> !victim.terminating()).map(PodInfo::key).sorted().toList();
  }
}
