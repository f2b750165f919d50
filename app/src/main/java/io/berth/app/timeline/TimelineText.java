package io.berth.app.timeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** A history for people, line by line, and for programs. */
public final class TimelineText {

  private static final int TIME_WIDTH = 10;

  private final IntFunction<String> pods;
  private final IntFunction<String> nodes;

  /** Names of pods and nodes by their index. */
  public TimelineText(IntFunction<String> pods, IntFunction<String> nodes) {
    this.pods = pods;
    this.nodes = nodes;
  }

  /** For a history that is complete. */
  public static TimelineText of(History history) {
    return new TimelineText(i -> history.pods().get(i).key(), i -> history.nodes().get(i));
  }

  /** A node's name. */
  public String node(int index) {
    return nodes.apply(index);
  }

  /** One line, without its end: when, and what. */
  public String line(Moment moment) {
    String time = TimeText.of(moment.at());
    return " ".repeat(Math.max(0, TIME_WIDTH - time.length())) + time + "  " + sentence(moment);
  }

  /** The whole, a line each. */
  public static String of(History history, String indent) {
    var text = new StringBuilder();
    TimelineText lines = of(history);
    history.moments().forEach(moment -> text.append(indent).append(lines.line(moment)).append('\n'));
    return text.toString();
  }

  private String sentence(Moment moment) {
    String name = moment.subject() < 0 ? "" : moment.what().ofNode() ? nodes.apply(moment.subject()) : pods.apply(moment.subject());
    String node = moment.node() < 0 ? "" : nodes.apply(moment.node());
    return switch (moment.what()) {
      case STEP -> "script: " + moment.text();
      case NODE_JOINED -> "node " + name + " joins: " + moment.text();
      case NODE_CHANGED -> "node " + name + " changes: " + moment.text();
      case NODE_LEFT -> "node " + name + " leaves";
      case POD_ARRIVED -> name + " arrives";
      case POD_RUNNING -> name + " runs on " + (node.isEmpty() ? "an unknown node" : node);
      case READY -> name + " is ready (" + moment.text() + ")";
      case BACKOFF -> name + " backs off (" + moment.text() + ")";
      case WAITING -> name + " waits for an event (" + moment.text() + ")";
      case GATED -> name + " is held back by a gate (" + moment.text() + ")";
      case CYCLE -> name + " cycle " + moment.number();
      case REJECTED -> name + " rejected: " + moment.text();
      case ERROR -> name + " failed: " + moment.text();
      case BOUND -> name + " bound to " + node;
      case NOMINATED -> name + " nominated to " + node;
      case PREEMPTED -> name + " preempted on " + node + " " + moment.text();
      case ENDED -> name + " ended: " + moment.text();
      case POD_GONE -> name + " is gone" + (node.isEmpty() ? "" : ", leaves " + node);
    };
  }

  /** For programs: a list of maps. */
  public static List<Map<String, Object>> tree(History history) {
    return history.moments().stream().map(moment -> tree(moment, history)).toList();
  }

  private static Map<String, Object> tree(Moment moment, History history) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("seconds", moment.at().toMillis() / 1000.0);
    tree.put("what", moment.what().word());
    if (moment.subject() >= 0 && !moment.what().ofNode()) {
      tree.put("namespace", history.pods().get(moment.subject()).namespace());
      tree.put("pod", history.pods().get(moment.subject()).name());
    }
    int node = moment.what().ofNode() ? moment.subject() : moment.node();
    if (node >= 0) {
      tree.put("node", history.nodes().get(node));
    }
    if (moment.what() == Moment.What.CYCLE) {
      tree.put("cycle", moment.number());
    }
    if (!moment.text().isEmpty()) {
      tree.put("text", moment.text());
    }
    return tree;
  }
}
