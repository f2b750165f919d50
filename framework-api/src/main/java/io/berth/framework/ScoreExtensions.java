package io.berth.framework;

import io.berth.framework.model.PodInfo;

/**
 * Brings one plugin's scores into the common range.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface ScoreExtensions {
  /** Replaces the raw scores by scores from 0 to 100. */
  Status normalizeScore(CycleState state, PodInfo pod, NodeScoreList scores);

  /**
   * Stretches scores so that the largest becomes {@code max}; with {@code reverse}, the smallest raw score gets {@code max}.
   *
   * <p>Source: pkg/scheduler/framework/plugins/helper/normalize_score.go, v1.37.2.
   */
  static void defaultNormalizeScore(long max, boolean reverse, NodeScoreList scores) {
    long highest = 0;
    for (int i = 0; i < scores.size(); i++) {
      highest = Math.max(highest, scores.get(i));
    }
    for (int i = 0; i < scores.size(); i++) {
      long score = highest == 0 ? 0 : max * scores.get(i) / highest;
      scores.set(i, reverse ? max - score : score);
    }
  }
}
