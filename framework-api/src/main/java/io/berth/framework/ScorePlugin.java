package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the nodes that passed.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface ScorePlugin extends Plugin {
  /** The largest score after normalisation. */
  long MAX_NODE_SCORE = 100;

  /** The smallest score after normalisation. */
  long MIN_NODE_SCORE = 0;

  /** The node's raw score. Called for each node that passed, possibly for several at once; should not allocate. */
  long score(CycleState state, PodInfo pod, NodeInfo node);

  /** How raw scores become scores from 0 to 100, or {@code null} when they are that already. */
  default @Nullable ScoreExtensions scoreExtensions() {
    return null;
  }
}
