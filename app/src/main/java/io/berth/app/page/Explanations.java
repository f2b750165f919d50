package io.berth.app.page;

import io.berth.app.timeline.Moment;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.Explanation.NodeExplanation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What every plugin said in each pod's cycles. In a large cluster, or when there have been very many cycles, only a pod's last is kept, and
 * the best nodes and the one that was chosen; of the others it is counted which said what. Not thread-safe.
 */
public final class Explanations {

  /** Up to so many nodes all are kept. */
  static final int ALL_NODES = 60;

  /** Of more nodes, so many. */
  static final int BEST_NODES = 8;

  /** Once so many nodes are kept for all pods together, each further cycle takes the place of its pod's last. */
  static final int ALL_CYCLES = 60_000;

  private static final int SAMPLES = 3;

  /**
   * A pod's.
   *
   * @param cycle its attempt
   * @param nodes how many nodes there were
   * @param rows those that are kept, the best first
   * @param groups of all nodes, those with the same verdicts together
   */
  record Explained(int cycle, String message, int nodes, List<Row> rows, List<Group> groups) {}

  /** A node: its verdicts, scores and total. */
  record Row(String node, int verdicts, int scores, long total) {}

  /** Nodes with the same verdicts. */
  record Group(int verdicts, int count, List<String> samples) {}

  final Numbered<String> plugins = new Numbered<>();
  final Numbered<String> statuses = new Numbered<>();
  final Numbered<List<Integer>> verdictSets = new Numbered<>();
  final Numbered<List<Long>> scoreSets = new Numbered<>();
  private final Map<Integer, List<Explained>> explained = new TreeMap<>();
  private int kept;
  private int pod = -1;
  private int cycle;
  private @Nullable Explanation open;

  /** A pod's cycle is about to begin, and will see this. */
  public void beforeCycle(int podIndex, Explanation explanation) {
    finish("");
    pod = podIndex;
    open = explanation;
  }

  /** To be told of each moment, so that it is known what came of a cycle. */
  public void hear(Moment moment, String node) {
    if (moment.what() == Moment.What.CYCLE) {
      finish("");
      cycle = moment.number();
    } else if (moment.what() == Moment.What.BOUND && moment.subject() == pod) {
      finish(node);
    }
  }

  /** All of them, by the pod's index, a pod's in their order. */
  Map<Integer, List<Explained>> all() {
    finish("");
    return explained;
  }

  private void finish(String chosen) {
    Explanation done = open;
    if (done != null && pod >= 0) {
      List<Explained> cycles = explained.computeIfAbsent(pod, p -> new ArrayList<>());
      Explained latest = compact(done, chosen);
      if (latest.nodes > ALL_NODES || kept > ALL_CYCLES) {
        cycles.clear();
      }
      cycles.add(latest);
      kept += latest.rows.size();
    }
    open = null;
  }

  private Explained compact(Explanation explanation, String chosen) {
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
    int keep = all.size() <= ALL_NODES ? all.size() : BEST_NODES;
    var kept = new LinkedHashMap<String, Row>();
    all.subList(0, keep).forEach(row -> kept.put(row.node, row));
    all.stream().filter(row -> row.node.equals(chosen)).forEach(row -> kept.putIfAbsent(row.node, row));
    var rows = new LinkedHashMap<>(kept);
    for (NodeExplanation node : explanation.nodes()) {
      Row row = rows.get(node.nodeName());
      if (row != null) {
        rows.put(row.node, new Row(row.node, row.verdicts, scores(node), row.total));
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
