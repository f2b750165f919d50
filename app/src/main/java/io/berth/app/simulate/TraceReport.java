package io.berth.app.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a replayed trace.
 *
 * @param nodes how many nodes it has
 * @param length how long it is
 * @param pods its pods, in its order
 */
record TraceReport(int nodes, Duration length, List<TracedPod> pods) {

  TraceReport {
    pods = List.copyOf(pods);
  }

  /**
   * One pod; times are since the start of the trace.
   *
   * @param node empty when it was never placed
   * @param placed when it was; {@code null} when it never was
   * @param message why it was not placed when it was last tried
   */
  record TracedPod(String pod, String node, Duration arrival, @Nullable Duration placed, Duration departure, String message) {

    @Nullable Duration waited() {
      return placed == null ? null : placed.minus(arrival);
    }
  }

  int placed() {
    return (int) pods.stream().filter(p -> p.placed != null).count();
  }

  int failed() {
    return pods.size() - placed();
  }

  /** For people; the last line has the numbers. */
  String text() {
    var out = new StringBuilder();
    out.append("Replayed ").append(TableReport.count(pods.size(), "pod")).append(" on ").append(TableReport.count(nodes, "node"));
    out.append(" over ").append(days(length)).append(" of virtual time\n");
    List<Duration> waits = waits();
    if (!waits.isEmpty()) {
      out.append("Waiting time of placed pods: median ").append(seconds(waits, 50)).append(", 99th percentile ");
      out.append(seconds(waits, 99)).append(", longest ").append(seconds(waits, 100)).append('\n');
    }
    var reasons = new LinkedHashMap<String, Integer>();
    pods.stream().filter(p -> p.placed == null).forEach(p -> reasons.merge(reason(p), 1, Integer::sum));
    if (!reasons.isEmpty()) {
      out.append("Failed, by what was said when they were last tried:\n");
      reasons.entrySet().stream()
          .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
          .limit(10)
          .forEach(e -> out.append("  ").append(e.getValue()).append(" x ").append(e.getKey()).append('\n'));
    }
    return out.append(TableReport.count(pods.size(), "pod")).append(": ").append(placed()).append(" placed, ").append(failed())
        .append(" failed\n").toString();
  }

  private static String reason(TracedPod pod) {
    return pod.message.isEmpty() ? "never tried" : pod.message;
  }

  private List<Duration> waits() {
    var waits = new ArrayList<Duration>();
    for (TracedPod pod : pods) {
      Duration waited = pod.waited();
      if (waited != null) {
        waits.add(waited);
      }
    }
    waits.sort(null);
    return waits;
  }

  private static String seconds(List<Duration> sorted, int percentile) {
    int index = Math.max(0, (int) Math.ceil(percentile / 100.0 * sorted.size()) - 1);
    return sorted.get(index).toMillis() / 1000.0 + " s";
  }

  private static String days(Duration time) {
    return time.toDays() > 0 ? time.toDays() + " d " + time.toHoursPart() + " h" : time.toHours() + " h " + time.toMinutesPart() + " min";
  }

  /** For programs. */
  Map<String, Object> tree() {
    var summary = new LinkedHashMap<String, Object>();
    summary.put("nodes", nodes);
    summary.put("seconds", length.toSeconds());
    summary.put("pods", pods.size());
    summary.put("placed", placed());
    summary.put("failed", failed());
    var tree = new LinkedHashMap<String, Object>();
    tree.put("summary", summary);
    tree.put("pods", pods.stream().map(TraceReport::tree).toList());
    return tree;
  }

  private static Map<String, Object> tree(TracedPod pod) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("pod", pod.pod);
    tree.put("arrival", pod.arrival.toMillis() / 1000.0);
    tree.put("departure", pod.departure.toMillis() / 1000.0);
    if (pod.placed != null) {
      tree.put("node", pod.node);
      tree.put("placed", pod.placed.toMillis() / 1000.0);
    } else {
      tree.put("message", pod.message);
    }
    return tree;
  }
}
