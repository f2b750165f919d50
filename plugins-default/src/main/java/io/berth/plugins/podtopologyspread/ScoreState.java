package io.berth.plugins.podtopologyspread;

import io.berth.framework.StateData;
import io.berth.framework.model.NodeInfo;
import io.berth.plugins.internal.index.NodeTable;
import io.berth.plugins.internal.index.TopologyKey;
import java.util.List;

/**
 * What PreScore leaves for Score. Never changes.
 *
 * <p>Source: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go, v1.37.2.
 */
final class ScoreState implements StateData<ScoreState> {
  final long version;
  private final NodeTable table;
  private final SoftConstraint[] constraints;
  private final double[] weights;
  private final boolean requireAllTopologies;

  private ScoreState(
      long version, NodeTable table, SoftConstraint[] constraints, boolean requireAllTopologies, double[] weights) {
    this.version = version;
    this.table = table;
    this.constraints = constraints;
    this.requireAllTopologies = requireAllTopologies;
    this.weights = weights;
  }

  /**
   * The more values of a key the nodes have, the more its constraint weighs.
   *
   * @param nodes those that passed the filters
   * @param requireAllTopologies whether nodes that lack one of the keys are not ranked at all
   */
  static ScoreState of(
      SpreadIndex index, List<NodeInfo> nodes, SoftConstraint[] constraints, boolean requireAllTopologies) {
    NodeTable table = index.nodes();
    SeenValues[] values = new SeenValues[constraints.length];
    ScoreState state =
        new ScoreState(index.version(), table, constraints, requireAllTopologies, new double[constraints.length]);
    int ranked = 0;
    for (int i = 0; i < constraints.length; i++) {
      values[i] = new SeenValues(constraints[i].key);
    }
    for (int n = 0; n < nodes.size(); n++) {
      NodeInfo node = nodes.get(n);
      int id = table.find(node);
      if (state.isIgnored(id, node)) {
        continue;
      }
      ranked++;
      for (int i = 0; i < constraints.length; i++) {
        if (!constraints[i].isByNode()) {
          values[i].see(id, node);
        }
      }
    }
    for (int i = 0; i < constraints.length; i++) {
      int size = constraints[i].isByNode() ? ranked : values[i].count();
      state.weights[i] = StrictMath.log(size + 2.0);
    }
    return state;
  }

  @Override
  public ScoreState copy() {
    return this;
  }

  boolean isIgnored(NodeInfo node) {
    return isIgnored(table.find(node), node);
  }

  private boolean isIgnored(int id, NodeInfo node) {
    if (requireAllTopologies) {
      for (int i = 0; i < constraints.length; i++) {
        if (constraints[i].key.valueOf(id, node) == TopologyKey.ABSENT) {
          return true;
        }
      }
    }
    return false;
  }

  /** The weighted number of pods in the node's domains; few are good. */
  long score(NodeInfo node) {
    int id = table.find(node);
    if (isIgnored(id, node)) {
      return 0;
    }
    double score = 0;
    for (int i = 0; i < constraints.length; i++) {
      SoftConstraint constraint = constraints[i];
      int value = constraint.key.valueOf(id, node);
      if (value != TopologyKey.ABSENT) {
        long count = constraint.count(table, id, value, node);
        score += count * weights[i] + (constraint.maxSkew() - 1);
      }
    }
    return score < 0 ? -Math.round(-score) : Math.round(score);
  }
}
