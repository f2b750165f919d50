package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What holds for a Score plugin: scores from 0 to 100, the same each time and in any order of the nodes. */
public abstract class ScoreContract<P extends ScorePlugin> extends PluginContract<P> {
  /** For the subclasses, which are test classes. */
  protected ScoreContract() {}

  /** The scores of one cycle by node; empty when the plugin has nothing to score for this pod. */
  protected static Map<String, Long> scores(ScorePlugin plugin, PodInfo pod, List<NodeInfo> nodes) {
    CycleState state = new CycleState();
    if (plugin instanceof PreScorePlugin preScore && !preScore.preScore(state, pod, nodes).isSuccess()) {
      return Map.of();
    }
    long[] scores = new long[nodes.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = plugin.score(state, pod, nodes.get(i));
      assertThat(plugin.score(state, pod, nodes.get(i))).as("asked twice").isEqualTo(scores[i]);
    }
    ScoreExtensions extensions = plugin.scoreExtensions();
    if (extensions != null) {
      assertThat(extensions.normalizeScore(state, pod, new NodeScoreList(nodes, scores)).isSuccess()).isTrue();
    }
    Map<String, Long> byNode = new TreeMap<>();
    for (int i = 0; i < scores.length; i++) {
      byNode.put(nodes.get(i).name(), scores[i]);
    }
    return byNode;
  }

  @Test
  void scoresAreFrom0To100() {
    onEachCase(
        bench ->
            assertThat(scores(bench.plugin(), bench.objects().pod("p").info(), bench.cache().list()).values())
                .allSatisfy(score -> assertThat(score).isBetween(ScorePlugin.MIN_NODE_SCORE, ScorePlugin.MAX_NODE_SCORE)));
  }

  @Test
  void scoresAreTheSameInAnyOrderOfTheNodes() {
    onEachCase(
        bench -> {
          PodInfo pod = bench.objects().pod("p").info();
          List<NodeInfo> reversed = new ArrayList<>(bench.cache().list());
          Map<String, Long> scores = scores(bench.plugin(), pod, bench.cache().list());
          Collections.reverse(reversed);
          assertThat(scores(bench.plugin(), pod, reversed)).isEqualTo(scores);
        });
  }
}
