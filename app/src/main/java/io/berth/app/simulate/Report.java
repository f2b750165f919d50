package io.berth.app.simulate;

import io.berth.scheduler.Explanation;
import java.time.Duration;
import java.util.List;

/**
 * What came of a simulation. Immutable.
 *
 * @param counts how many of what
 * @param placements the pods that were placed, in the order of the input
 * @param pending the pods that were not, in the order of the input
 * @param leftOut the pods that are bound to nodes which are not in the input
 * @param preempted the pods that were evicted for others, in order
 * @param before what the nodes gave away before
 * @param after what they give away now, the same nodes in the same order
 * @param devicesBefore the devices and their holders before
 * @param devicesAfter the devices and their holders now
 * @param explanations of the pods that the user asked about
 * @param warnings what was left out or may surprise
 */
record Report(
    Counts counts,
    List<Placement> placements,
    List<PendingPod> pending,
    List<Placement> leftOut,
    List<Preempted> preempted,
    Utilisation before,
    Utilisation after,
    Devices devicesBefore,
    Devices devicesAfter,
    List<Explanation> explanations,
    List<String> warnings) {

  Report {
    placements = List.copyOf(placements);
    pending = List.copyOf(pending);
    leftOut = List.copyOf(leftOut);
    preempted = List.copyOf(preempted);
    explanations = List.copyOf(explanations);
    warnings = List.copyOf(warnings);
  }

  /**
   * How many of what.
   *
   * @param nodes nodes
   * @param running pods that were on a node before
   * @param finished pods that have succeeded or failed; they are left out
   * @param unknownNode pods bound to a node that is not in the input; they are left out
   * @param fromWorkloads pods that were added for workloads
   * @param volumesIgnored pods whose volumes were ignored
   * @param toPlace pods that were to be placed
   * @param gone how many of those were deleted again
   */
  record Counts(int nodes, int running, int finished, int unknownNode, int fromWorkloads, int volumesIgnored, int toPlace, int gone) {}

  /** A pod and the node that it is on. */
  record Placement(String namespace, String pod, String node) {}

  /**
   * A pod that was evicted.
   *
   * @param at when, since the start
   * @param preemptor {@code namespace/name} of the pod that got its room
   * @param why why it may be evicted for that pod; empty when that is not known
   */
  record Preempted(String namespace, String pod, String node, Duration at, String preemptor, String why) {
    /** As above, with the pod's {@code namespace/name}. */
    static Preempted of(String key, String node, Duration at, String preemptor, String why) {
      int slash = key.indexOf('/');
      return new Preempted(key.substring(0, slash), key.substring(slash + 1), node, at, preemptor, why);
    }
  }

  /**
   * A pod that was not placed.
   *
   * @param message the scheduler's own message
   * @param rejections why each node was turned down; empty when the pod was stopped before any node was looked at
   */
  record PendingPod(String namespace, String pod, String message, List<Rejection> rejections) {
    PendingPod {
      rejections = List.copyOf(rejections);
    }
  }

  /**
   * Nodes that were turned down for the same reasons.
   *
   * @param plugin the plugin that did; empty when it is not known
   * @param code upstream's name of the status code
   */
  record Rejection(String plugin, String code, List<String> reasons, List<String> nodes) {
    Rejection {
      reasons = List.copyOf(reasons);
      nodes = List.copyOf(nodes);
    }
  }
}
