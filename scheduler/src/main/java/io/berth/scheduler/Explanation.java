package io.berth.scheduler;

import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every plugin says of one pod on every node, now. Nothing was changed to find out. A pod that has a node is judged as if it
 * were not there.
 *
 * @param pod the pod
 * @param nodeName the node that the pod is on, or {@code null} while it waits
 * @param preFilter what PreFilter plugins say of the pod as a whole, where that is not a mere success or skip
 * @param nodes node by node, in the order in which a cycle sees them
 * @param message what the pod's condition would say, or {@code null} when a node fits
 */
public record Explanation(
    PodInfo pod,
    @Nullable String nodeName,
    List<Verdict> preFilter,
    List<NodeExplanation> nodes,
    @Nullable String message) {
  /** Copies the lists. */
  public Explanation {
    preFilter = List.copyOf(preFilter);
    nodes = List.copyOf(nodes);
  }

  /**
   * One plugin's word.
   *
   * @param plugin the plugin's name
   * @param status success, skip when it has nothing to say of this pod, or its objection
   */
  public record Verdict(String plugin, Status status) {}

  /**
   * One plugin's score of one node.
   *
   * @param plugin the plugin's name
   * @param raw as the plugin gave it
   * @param normalized from 0 to 100
   * @param weight the plugin's weight in the profile
   */
  public record Score(String plugin, long raw, long normalized, long weight) {
    /** What it adds to the node's total. */
    public long weighted() {
      return normalized * weight;
    }
  }

  /**
   * One node.
   *
   * @param nodeName its name
   * @param verdicts of every Filter plugin in order, not up to the first objection only; before them PreFilter plugins that left the
   *     node out
   * @param scores of every Score plugin that has something to say, in order. A node that does not fit is scored as if all nodes did, a
   *     node that fits among those that do
   * @param total the sum of the weighted scores
   */
  public record NodeExplanation(String nodeName, List<Verdict> verdicts, List<Score> scores, long total) {
    /** Copies the lists. */
    public NodeExplanation {
      verdicts = List.copyOf(verdicts);
      scores = List.copyOf(scores);
    }

    /** Whether no plugin objects. */
    public boolean fits() {
      return verdicts.stream().allMatch(verdict -> verdict.status().isSuccess() || verdict.status().isSkip());
    }
  }
}
