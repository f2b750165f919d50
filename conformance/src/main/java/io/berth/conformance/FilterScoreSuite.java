package io.berth.conformance;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.Plugin;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.ScorePlugin;
import io.berth.framework.model.NodeInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every PreFilter, Filter and Score plugin of the default profile by itself, and what the framework of the complete scheduler makes
 * of them.
 */
final class FilterScoreSuite implements Suite {

  /** Plugins of which the cases say nothing; they have nothing to do with these pods. */
  private final Set<String> untold = new HashSet<>();
  private int withNode;

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    new PluginBench(DefaultProfile.profile()).plugins(PreFilterPlugin.class).stream().map(Plugin::name)
        .filter(name -> header.at("/profile/preFilter").valueStream().noneMatch(n -> n.asString().equals(name)))
        .forEach(untold::add);
    header.at("/profile/leftOut").valueStream().map(JsonNode::asString).forEach(untold::add);
    return HeaderCheck.of(header);
  }

  @Override
  public Verdict run(Case one) {
    CaseCluster cluster = CaseCluster.of(one.input());
    var bench = new PluginBench(DefaultProfile.profile());
    cluster.layOut(bench);
    var pass = new SoloPass(bench, cluster.incoming());

    ObjectNode actual = KubeObjects.object();
    ObjectNode preFilter = pass.preFilter();
    untold.stream().filter(name -> preFilter.path(name).path("code").asString("").equals("Skip")).forEach(preFilter::remove);
    actual.putObject("preFilter").set("plugins", preFilter);
    ObjectNode filter = actual.putObject("filter");
    for (NodeInfo node : bench.snapshot().nodes()) {
      ObjectNode failed = filter.putObject(node.name()).putObject("failed");
      pass.filter(node).forEach((plugin, status) -> failed.set(plugin, Statuses.tree(status)));
    }
    List<NodeInfo> feasible =
        one.expected().path("feasible").valueStream().map(name -> bench.snapshot().node(name.asString())).toList();
    if (!feasible.isEmpty()) {
      score(pass, bench.plugins(ScorePlugin.class), feasible, actual);
    }
    var mismatches = new ArrayList<>(JsonDiff.between(comparable(one.expected()), actual));
    if (cluster.incoming().nodeName().isEmpty()) {
      FrameworkPass.of(cluster).compare(one.expected())
          .forEach(m -> mismatches.add(new Mismatch("framework: " + m.where(), m.expected(), m.actual())));
    } else {
      withNode++;
    }
    return Verdict.of(mismatches);
  }

  private void score(SoloPass pass, List<ScorePlugin> plugins, List<NodeInfo> feasible, ObjectNode actual) {
    Set<String> skipped = pass.preScore(feasible);
    actual.set("skippedScore", KubeObjects.strings(skipped.stream().filter(name -> !untold.contains(name)).toList()));
    ObjectNode score = actual.putObject("score");
    for (ScorePlugin plugin : plugins) {
      if (!skipped.contains(plugin.name())) {
        long[] raw = pass.score(plugin, feasible);
        long[] normalized = pass.normalized(plugin, feasible, raw);
        for (int i = 0; i < raw.length; i++) {
          score.withObject("/" + feasible.get(i).name() + "/plugins").putObject(plugin.name())
              .put("raw", raw[i])
              .put("normalized", normalized[i])
              .put("weighted", normalized[i] * DefaultProfile.weight(plugin.name()));
        }
      }
    }
  }

  @Override
  public List<String> remarks() {
    return List.of(withNode + " of these pods have a node already, which no scheduler is asked about: plugins by themselves only");
  }

  private static JsonNode comparable(JsonNode expected) {
    ObjectNode copy = expected.deepCopy().asObject();
    copy.remove(List.of("best", "feasible"));
    copy.withObject("/preFilter").remove("result");
    copy.path("filter").forEach(node -> node.asObject().remove("first"));
    copy.path("score").forEach(node -> node.asObject().remove("total"));
    return copy;
  }
}
