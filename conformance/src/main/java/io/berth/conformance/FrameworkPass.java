package io.berth.conformance;

import io.berth.framework.Status;
import io.berth.scheduler.Explanation;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the complete scheduler makes of the plugins on a case's cluster: its explanation of the pod, and the node that a cycle takes.
 */
final class FrameworkPass {

  /** How the framework says that a PreFilter plugin left a node out; not the word of a Filter plugin. */
  private static final String LEFT_OUT = "node(s) didn't satisfy plugin(s) [";

  private final Explanation explanation;
  private final String chosen;

  private FrameworkPass(Explanation explanation, String chosen) {
    this.explanation = explanation;
    this.chosen = chosen;
  }

  static FrameworkPass of(CaseCluster cluster) {
    try (var scheduler = new SteppedScheduler()) {
      cluster.createOn(scheduler.cluster());
      scheduler.settle();
      Explanation explanation = scheduler.explain(cluster.incoming().key());
      scheduler.cycle();
      scheduler.settle();
      scheduler.check();
      Pod pod = scheduler.pod(cluster.incoming().namespace(), cluster.incoming().name());
      String node = pod.getSpec().getNodeName();
      return new FrameworkPass(explanation, node == null ? "" : node);
    }
  }

  /** Compares with what upstream's framework made of the plugins. */
  List<Mismatch> compare(JsonNode expected) {
    ObjectNode wanted = KubeObjects.object();
    ObjectNode actual = KubeObjects.object();
    wanted.set("feasible", expected.path("feasible"));
    actual.set("feasible", KubeObjects.strings(feasible().stream().map(Explanation.NodeExplanation::nodeName).toList()));
    if (expected.at("/preFilter/result/code").asString().equals(Status.SUCCESS.code().toString())) {
      wanted.set("filter", expected.path("filter"));
      ObjectNode filter = actual.putObject("filter");
      explanation.nodes().forEach(node -> filter.set(node.nodeName(), filter(node)));
    }
    if (expected.has("score")) {
      wanted.set("score", expected.path("score"));
      ObjectNode score = actual.putObject("score");
      feasible().forEach(node -> score.set(node.nodeName(), score(node)));
    }
    wanted.set("best", expected.path("best"));
    actual.set("best", KubeObjects.strings(best()));
    boolean right = expected.path("best").isEmpty()
        ? chosen.isEmpty()
        : expected.path("best").valueStream().anyMatch(node -> node.asString().equals(chosen));
    wanted.put("chosen", right ? chosen : "one of the best");
    actual.put("chosen", chosen);
    return JsonDiff.between(wanted, actual);
  }

  private List<Explanation.NodeExplanation> feasible() {
    return explanation.nodes().stream().filter(Explanation.NodeExplanation::fits).toList();
  }

  private List<String> best() {
    long top = feasible().stream().mapToLong(Explanation.NodeExplanation::total).max().orElse(0);
    return feasible().stream().filter(node -> node.total() == top).map(Explanation.NodeExplanation::nodeName).toList();
  }

  private static ObjectNode filter(Explanation.NodeExplanation node) {
    ObjectNode tree = KubeObjects.object();
    ObjectNode failed = tree.putObject("failed");
    String first = null;
    for (Explanation.Verdict verdict : node.verdicts()) {
      if (isObjection(verdict.status())) {
        failed.set(verdict.plugin(), Statuses.tree(verdict.status()));
        first = first == null ? verdict.plugin() : first;
      }
    }
    return withFirst(tree, first);
  }

  private static ObjectNode withFirst(ObjectNode tree, @Nullable String first) {
    return first == null ? tree : tree.put("first", first);
  }

  private static boolean isObjection(Status status) {
    return !status.isSuccess() && !status.isSkip() && status.reasons().stream().noneMatch(r -> r.startsWith(LEFT_OUT));
  }

  private static ObjectNode score(Explanation.NodeExplanation node) {
    ObjectNode tree = KubeObjects.object().put("total", node.total());
    ObjectNode plugins = tree.putObject("plugins");
    for (Explanation.Score score : node.scores()) {
      plugins.putObject(score.plugin())
          .put("raw", score.raw())
          .put("normalized", score.normalized())
          .put("weighted", score.weighted());
    }
    return tree;
  }
}
