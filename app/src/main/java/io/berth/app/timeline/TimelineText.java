package io.berth.app.timeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** A history for people, line by line, and for programs. */
public final class TimelineText {

  private static final int TIME_WIDTH = 10;

  private final IntFunction<String> pods;
  private final IntFunction<String> nodes;
  private final IntFunction<String> pools;
  private final IntFunction<String> claims;

  /** Names of pods, nodes, pools and claims by their index. */
  TimelineText(IntFunction<String> pods, IntFunction<String> nodes, IntFunction<String> pools, IntFunction<String> claims) {
    this.pods = pods;
    this.nodes = nodes;
    this.pools = pools;
    this.claims = claims;
  }

  /** For a history that is complete. */
  public static TimelineText of(History history) {
    DeviceFacts devices = history.devices();
    return new TimelineText(
        i -> history.pods().get(i).key(),
        i -> history.nodes().get(i),
        i -> devices.pools().get(i).name() + " of " + devices.pools().get(i).driver(),
        i -> devices.claims().get(i).key());
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

  /** What happened, in words. */
  String sentence(Moment moment) {
    String name = name(moment);
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
      case HELD -> "held on " + node + " for " + name + ": " + moment.text();
      case HOLD_ENDED -> "no longer held on " + node + " for " + name + ": " + moment.text();
      case POD_GONE -> name + " is gone" + (node.isEmpty() ? "" : ", leaves " + node);
      case POOL_CHANGED -> "pool " + name + " has " + moment.text();
      case CLAIM_ARRIVED -> "claim " + name + " arrives";
      case CLAIM_ALLOCATED -> "claim " + name + " gets " + moment.text() + (node.isEmpty() ? "" : " of " + node);
      case CLAIM_RESERVED -> "claim " + name + " is reserved for " + moment.text();
      case CLAIM_RELEASED -> "claim " + name + " is no longer reserved for " + moment.text();
      case CLAIM_DEALLOCATED -> "claim " + name + " gives its devices back";
      case CLAIM_GONE -> "claim " + name + " is gone";
    };
  }

  private String name(Moment moment) {
    if (moment.subject() < 0) {
      return "";
    }
    IntFunction<String> names =
        moment.what().ofNode()
            ? nodes
            : moment.what().ofClaim() ? claims : moment.what() == Moment.What.POOL_CHANGED ? pools : pods;
    return names.apply(moment.subject());
  }

  /** For programs: a list of maps. */
  public static List<Map<String, Object>> tree(History history) {
    return history.moments().stream().map(moment -> tree(moment, history)).toList();
  }

  private static Map<String, Object> tree(Moment moment, History history) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("seconds", moment.at().toMillis() / 1000.0);
    tree.put("what", moment.what().word());
    if (moment.subject() >= 0 && moment.what().ofClaim()) {
      tree.put("namespace", history.devices().claims().get(moment.subject()).namespace());
      tree.put("claim", history.devices().claims().get(moment.subject()).name());
    } else if (moment.what() == Moment.What.POOL_CHANGED) {
      tree.put("driver", history.devices().pools().get(moment.subject()).driver());
      tree.put("pool", history.devices().pools().get(moment.subject()).name());
    } else if (moment.subject() >= 0 && moment.what().ofPod()) {
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
    if (moment.what() == Moment.What.PREEMPTED && moment.number() >= 0) {
      tree.put("for", history.pods().get(moment.number()).key());
    }
    if (moment.what() == Moment.What.HELD || moment.what() == Moment.What.HOLD_ENDED) {
      tree.put("devices", devices(history.devices(), history.devices().allocations().get(moment.number())));
    }
    if (!moment.text().isEmpty()) {
      tree.put("text", moment.text());
    }
    return tree;
  }

  /** Every other number is a device's. */
  private static List<Map<String, Object>> devices(DeviceFacts facts, List<Integer> held) {
    var devices = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < held.size(); i += 2) {
      DeviceFacts.Device device = facts.devices().get(held.get(i));
      DeviceFacts.Pool pool = facts.pools().get(device.pool());
      var tree = new LinkedHashMap<String, Object>();
      tree.put("driver", pool.driver());
      tree.put("pool", pool.name());
      tree.put("device", device.name());
      devices.add(tree);
    }
    return devices;
  }
}
