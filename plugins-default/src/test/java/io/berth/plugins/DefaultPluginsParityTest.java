package io.berth.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.BindPlugin;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Plugin;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.Profile.EnabledPlugin;
import io.berth.framework.QueueSortPlugin;
import io.berth.framework.ScorePlugin;
import io.berth.testkit.FakeHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/apis/config/v1/default_plugins.go, v1.37.2; UnsupportedVolumes stands for the volume plugins. */
class DefaultPluginsParityTest {

  private static List<String> serving(Class<? extends Plugin> point) {
    return DefaultPlugins.profile().plugins().stream()
        .map(enabled -> enabled.factory().create(new FakeHandle()))
        .filter(point::isInstance)
        .map(Plugin::name)
        .toList();
  }

  @Test
  void everyPointIsServedInUpstreamsOrder() {
    assertThat(serving(PreEnqueuePlugin.class)).containsExactly("SchedulingGates");
    assertThat(serving(QueueSortPlugin.class)).containsExactly("PrioritySort");
    assertThat(serving(PreFilterPlugin.class))
        .containsExactly(
            "NodeName",
            "NodeUnschedulable",
            "TaintToleration",
            "NodeAffinity",
            "NodePorts",
            "NodeResourcesFit",
            "UnsupportedVolumes",
            "PodTopologySpread",
            "InterPodAffinity",
            "NodeDeclaredFeatures");
    assertThat(serving(FilterPlugin.class))
        .containsExactly(
            "NodeName",
            "NodeUnschedulable",
            "TaintToleration",
            "NodeAffinity",
            "NodePorts",
            "NodeResourcesFit",
            "PodTopologySpread",
            "InterPodAffinity",
            "NodeDeclaredFeatures");
    assertThat(serving(PreScorePlugin.class))
        .containsExactly(
            "TaintToleration",
            "NodeAffinity",
            "NodeResourcesFit",
            "PodTopologySpread",
            "InterPodAffinity",
            "NodeResourcesBalancedAllocation",
            "ImageLocality");
    assertThat(serving(BindPlugin.class)).containsExactly("DefaultBinder");
  }

  @Test
  void scoresHaveUpstreamsWeights() {
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (EnabledPlugin plugin : DefaultPlugins.profile().plugins()) {
      if (plugin.factory().create(new FakeHandle()) instanceof ScorePlugin) {
        weights.put(plugin.name(), plugin.weight());
        assertThat(DefaultPlugins.weight(plugin.name())).isEqualTo(plugin.weight());
      }
    }
    assertThat(weights)
        .isEqualTo(
            Map.of(
                "TaintToleration", 3,
                "NodeAffinity", 2,
                "NodeResourcesFit", 1,
                "PodTopologySpread", 2,
                "InterPodAffinity", 2,
                "NodeResourcesBalancedAllocation", 1,
                "ImageLocality", 1));
  }
}
