package io.berth.simulator.controllers;

import io.berth.simulator.internal.NodeConditions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The taints that follow from a node's conditions. Pure.
 *
 * <p>Source: pkg/controller/nodelifecycle/node_lifecycle_controller.go (nodeConditionToTaintKeyStatusMap), v1.37.2.
 */
final class NodeTaints {
  static final String NOT_READY = "node.kubernetes.io/not-ready";
  static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
  private static final Map<String, String> SHORTAGES = new LinkedHashMap<>();

  static {
    SHORTAGES.put("MemoryPressure", "node.kubernetes.io/memory-pressure");
    SHORTAGES.put("DiskPressure", "node.kubernetes.io/disk-pressure");
    SHORTAGES.put("NetworkUnavailable", "node.kubernetes.io/network-unavailable");
    SHORTAGES.put("PIDPressure", "node.kubernetes.io/pid-pressure");
  }

  private NodeTaints() {}

  static List<Taint> of(Node node) {
    return node.getSpec() == null ? List.of() : node.getSpec().getTaints();
  }

  /** The taints that the node should have; those of others stay, and those that are there already stay as they are. */
  static List<Taint> wanted(Node node, Instant now) {
    List<Taint> result = new ArrayList<>(of(node));
    String ready = NodeConditions.status(node, "Ready");
    boolean notReady = "False".equals(ready);
    boolean unreachable = "Unknown".equals(ready);
    set(result, NOT_READY, "NoSchedule", notReady, now);
    set(result, NOT_READY, "NoExecute", notReady, now);
    set(result, UNREACHABLE, "NoSchedule", unreachable, now);
    set(result, UNREACHABLE, "NoExecute", unreachable, now);
    SHORTAGES.forEach(
        (condition, key) -> set(result, key, "NoSchedule", "True".equals(NodeConditions.status(node, condition)), now));
    boolean cordoned = node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    set(result, UNSCHEDULABLE, "NoSchedule", cordoned, now);
    return List.copyOf(result);
  }

  private static void set(List<Taint> taints, String key, String effect, boolean wanted, Instant now) {
    boolean there = taints.stream().anyMatch(taint -> is(taint, key, effect));
    if (wanted && !there) {
      Taint taint = new Taint();
      taint.setKey(key);
      taint.setEffect(effect);
      taint.setTimeAdded(now.truncatedTo(ChronoUnit.SECONDS).toString());
      taints.add(taint);
    } else if (!wanted && there) {
      taints.removeIf(taint -> is(taint, key, effect));
    }
  }

  private static boolean is(Taint taint, String key, String effect) {
    return key.equals(taint.getKey()) && effect.equals(taint.getEffect());
  }
}
