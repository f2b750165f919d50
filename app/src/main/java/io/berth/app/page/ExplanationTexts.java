package io.berth.app.page;

import io.berth.app.page.Explanations.Explained;
import io.berth.app.page.Explanations.Group;
import io.berth.app.page.Explanations.Row;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.Explanation.NodeExplanation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/** Makes explanations small: each text, set of verdicts and set of scores once, and of many nodes those that matter. Not thread-safe. */
final class ExplanationTexts {

  /** Of more nodes than all are kept of, so many. */
  static final int BEST_NODES = 8;

  private static final int SAMPLES = 3;

  final Numbered<String> plugins = new Numbered<>();
  final Numbered<String> statuses = new Numbered<>();
  final Numbered<List<Integer>> verdictSets = new Numbered<>();
  final Numbered<List<Long>> scoreSets = new Numbered<>();

  Explained compact(Explanation explanation, int cycle, String chosen) {
    var counts = new LinkedHashMap<Integer, List<String>>();
    var all = new ArrayList<Row>();
    var fits = new ArrayList<Row>();
    for (NodeExplanation node : explanation.nodes()) {
      int verdicts = verdicts(node);
      counts.computeIfAbsent(verdicts, v -> new ArrayList<>()).add(node.nodeName());
      var row = new Row(node.nodeName(), verdicts, -1, node.total());
      (node.fits() ? fits : all).add(row);
    }
    Comparator<Row> best = Comparator.comparing(Row::total).reversed();
    fits.sort(best);
    all.sort(best);
    all.addAll(0, fits);
    int keep = all.size() <= Explanations.ALL_NODES ? all.size() : BEST_NODES;
    var kept = new LinkedHashMap<String, Row>();
    all.subList(0, keep).forEach(row -> kept.put(row.node(), row));
    all.stream().filter(row -> row.node().equals(chosen)).forEach(row -> kept.putIfAbsent(row.node(), row));
    var rows = new LinkedHashMap<>(kept);
    for (NodeExplanation node : explanation.nodes()) {
      Row row = rows.get(node.nodeName());
      if (row != null) {
        rows.put(row.node(), new Row(row.node(), row.verdicts(), scores(node), row.total()));
      }
    }
    List<Group> groups = counts.entrySet().stream()
        .map(e -> new Group(e.getKey(), e.getValue().size(), List.copyOf(e.getValue().subList(0, Math.min(SAMPLES, e.getValue().size())))))
        .toList();
    String message = explanation.message() == null ? "" : explanation.message();
    return new Explained(cycle, message, all.size(), List.copyOf(rows.values()), groups);
  }

  /** Pairs of a plugin and what it says; 0 is success, 1 nothing to say. */
  private int verdicts(NodeExplanation node) {
    var set = new ArrayList<Integer>();
    for (Explanation.Verdict verdict : node.verdicts()) {
      set.add(plugins.of(verdict.plugin()));
      var status = verdict.status();
      set.add(status.isSuccess() ? 0 : status.isSkip() ? 1 : 2 + statuses.of(String.join(", ", status.reasons())));
    }
    return verdictSets.of(set);
  }

  private int scores(NodeExplanation node) {
    var set = new ArrayList<Long>();
    for (Explanation.Score score : node.scores()) {
      set.add((long) plugins.of(score.plugin()));
      set.add(score.normalized());
      set.add(score.weight());
    }
    return scoreSets.of(set);
  }
}
