package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import java.util.List;

/** One plugin's scores, node by node; the scores can be replaced. Not thread-safe. */
public final class NodeScoreList {
  private final List<NodeInfo> nodes;
  private final long[] scores;

  /**
   * Wraps both without copying.
   *
   * @param nodes the nodes that passed
   * @param scores one score a node; written by {@link #set}
   */
  public NodeScoreList(List<NodeInfo> nodes, long[] scores) {
    if (nodes.size() > scores.length) {
      throw new IllegalArgumentException(nodes.size() + " nodes need as many scores, not " + scores.length);
    }
    this.nodes = nodes;
    this.scores = scores;
  }

  /** How many nodes there are. */
  public int size() {
    return nodes.size();
  }

  /** The i-th node. */
  public NodeInfo node(int i) {
    return nodes.get(i);
  }

  /** The i-th node's score. */
  public long get(int i) {
    return scores[i];
  }

  /** Replaces the i-th node's score. */
  public void set(int i, long score) {
    scores[i] = score;
  }
}
