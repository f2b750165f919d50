package io.berth.simulator;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one kubelet has given to its pods. Never more than the node has at that moment.
 *
 * <p>Source: pkg/kubelet/lifecycle/predicate.go, v1.37.2; resources only.
 */
final class NodeLedger {
  private final Map<String, Resources> pods = new HashMap<>();
  private Resources given = Resources.EMPTY;
  private NodeInfo node;

  NodeLedger(Node node) {
    this.node = NodeInfo.of(node);
  }

  /** Why a pod is turned away. */
  record Rejection(String reason, String message) {}

  /** The node has changed; returns how it is now. */
  NodeInfo node(Node changed) {
    node = NodeInfo.of(changed);
    return node;
  }

  boolean has(String uid) {
    return pods.containsKey(uid);
  }

  /** Takes the pod, or says why not. */
  @Nullable Rejection admit(String uid, Resources wanted) {
    Rejection rejection = check(wanted);
    if (rejection == null) {
      take(uid, wanted);
    }
    return rejection;
  }

  /** Why a pod that has been taken cannot have this instead of what it has, or {@code null}. */
  @Nullable Rejection checkResize(String uid, Resources wanted) {
    Resources had = pods.getOrDefault(uid, Resources.EMPTY);
    given = given.minus(had);
    try {
      return checkAmounts(wanted);
    } finally {
      given = given.plus(had);
    }
  }

  /** Takes a pod that runs already. */
  void take(String uid, Resources wanted) {
    release(uid);
    pods.put(uid, wanted);
    given = given.plus(wanted);
  }

  void release(String uid) {
    Resources had = pods.remove(uid);
    if (had != null) {
      given = given.minus(had);
    }
  }

  NodeInfo node() {
    return node;
  }

  Resources given() {
    return given;
  }

  private @Nullable Rejection check(Resources wanted) {
    if (pods.size() + 1 > node.allowedPodNumber()) {
      return rejection("pods", 1, pods.size(), node.allowedPodNumber());
    }
    return checkAmounts(wanted);
  }

  private @Nullable Rejection checkAmounts(Resources wanted) {
    Resources allocatable = node.allocatable();
    for (ResourceName name : inUpstreamsOrder(wanted.names())) {
      boolean ofNoNode = name.isExtended() && allocatable.get(name) == 0;
      if (!ofNoNode && !wanted.fits(name, allocatable, given)) {
        return rejection(name.name(), wanted.get(name), given.get(name), allocatable.get(name));
      }
    }
    return null;
  }

  private static List<ResourceName> inUpstreamsOrder(List<ResourceName> names) {
    return names.stream()
        .filter(name -> name != ResourceName.PODS)
        .sorted(Comparator.comparingInt((ResourceName name) -> Math.min(name.index(), 4)).thenComparing(ResourceName::name))
        .toList();
  }

  private static Rejection rejection(String resource, long requested, long used, long capacity) {
    return new Rejection(
        "OutOf" + resource,
        "Node didn't have enough resource: " + resource + ", requested: " + requested + ", used: " + used
            + ", capacity: " + capacity);
  }
}
