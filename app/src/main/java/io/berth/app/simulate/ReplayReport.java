package io.berth.app.simulate;

import io.berth.simulator.record.RecordingPlayer.Mode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a replayed recording.
 *
 * @param nodes how many nodes there were at the start
 * @param pods those that a scheduler had to place, in the order in which they came
 */
record ReplayReport(Mode mode, int nodes, Duration length, List<ReplayedPod> pods) {

  private static final int ROWS = 50;

  ReplayReport {
    pods = List.copyOf(pods);
  }

  /** How a decision of the recorded scheduler compares with one made here. */
  enum Verdict {
    SAME_NODE("on the same node"),
    OTHER_NODE("on another node"),
    PENDING("pending here only"),
    PLACED("placed here only"),
    BOTH_PENDING("pending in both");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }
  }

  /**
   * One pod; times are since the start of the recording.
   *
   * @param then the node that the recorded scheduler chose; empty when it chose none
   * @param boundThen when the recorded binding was seen
   * @param now the node that is chosen here; empty when none is
   * @param boundNow when it was chosen; {@code null} when it was not, or was merely asked for
   * @param why what speaks against the recorded decision, or against any node
   */
  record ReplayedPod(
      String namespace,
      String pod,
      Duration arrival,
      String then,
      @Nullable Duration boundThen,
      String now,
      @Nullable Duration boundNow,
      String why) {

    Verdict verdict() {
      if (then.isEmpty()) {
        return now.isEmpty() ? Verdict.BOTH_PENDING : Verdict.PLACED;
      }
      return now.isEmpty() ? Verdict.PENDING : now.equals(then) ? Verdict.SAME_NODE : Verdict.OTHER_NODE;
    }
  }

  long count(Verdict verdict) {
    return pods.stream().filter(pod -> pod.verdict() == verdict).count();
  }

  /** For people; the last line has the numbers. */
  String text() {
    var out = new StringBuilder("Replayed ").append(seconds(length)).append(" s of a recording that starts with ");
    out.append(TableReport.count(nodes, "node"));
    out.append(mode == Mode.DECIDE ? ", placing pods anew\n" : ", following its placements\n");
    List<ReplayedPod> shown = pods.stream().filter(pod -> pod.verdict() != Verdict.SAME_NODE).toList();
    if (!shown.isEmpty()) {
      var table = new TextTable("NAMESPACE", "POD", "RECORDED", "HERE", "WHY");
      for (ReplayedPod pod : shown.subList(0, Math.min(ROWS, shown.size()))) {
        table.row(pod.namespace, pod.pod, node(pod.then), node(pod.now), pod.why);
      }
      out.append('\n').append(table);
      if (shown.size() > ROWS) {
        out.append("and ").append(shown.size() - ROWS).append(" more, which -o json shows\n");
      }
      out.append('\n');
    }
    out.append(TableReport.count(pods.size(), "pod")).append(": ");
    String separator = "";
    for (Verdict verdict : Verdict.values()) {
      out.append(separator).append(count(verdict)).append(' ').append(verdict.text);
      separator = ", ";
    }
    return out.append('\n').toString();
  }

  private static String node(String name) {
    return name.isEmpty() ? "-" : name;
  }

  /** For programs. */
  Map<String, Object> tree() {
    var summary = new LinkedHashMap<String, Object>();
    summary.put("mode", mode.name().toLowerCase(Locale.ROOT));
    summary.put("nodes", nodes);
    summary.put("seconds", seconds(length));
    summary.put("pods", pods.size());
    summary.put("sameNode", count(Verdict.SAME_NODE));
    summary.put("otherNode", count(Verdict.OTHER_NODE));
    summary.put("pending", count(Verdict.PENDING));
    summary.put("placed", count(Verdict.PLACED));
    summary.put("bothPending", count(Verdict.BOTH_PENDING));
    var tree = new LinkedHashMap<String, Object>();
    tree.put("summary", summary);
    tree.put("pods", pods.stream().map(ReplayReport::tree).toList());
    return tree;
  }

  private static Map<String, Object> tree(ReplayedPod pod) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("namespace", pod.namespace);
    tree.put("pod", pod.pod);
    tree.put("arrival", seconds(pod.arrival));
    tree.put("verdict", pod.verdict().text);
    decision(tree, "recorded", pod.then, pod.boundThen);
    decision(tree, "here", pod.now, pod.boundNow);
    if (!pod.why.isEmpty()) {
      tree.put("why", pod.why);
    }
    return tree;
  }

  private static void decision(Map<String, Object> tree, String name, String node, @Nullable Duration bound) {
    if (!node.isEmpty()) {
      var decision = new LinkedHashMap<String, Object>();
      decision.put("node", node);
      if (bound != null) {
        decision.put("at", seconds(bound));
      }
      tree.put(name, decision);
    }
  }

  private static BigDecimal seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3);
  }
}
