package io.berth.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.Profile;
import io.berth.framework.Profile.EnabledPlugin;
import io.berth.framework.config.InvalidArgsException;
import io.berth.testkit.FakeHandle;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefaultPluginsTest {

  @Test
  void theDefaultProfileServesTheDefaultScheduler() {
    assertThat(DefaultPlugins.profile().schedulerName()).isEqualTo("default-scheduler");
    assertThat(DefaultPlugins.builder("other").build().schedulerName()).isEqualTo("other");
  }

  @Test
  void everyPluginHasTheNameThatItIsEnabledUnder() {
    for (EnabledPlugin plugin : DefaultPlugins.profile().plugins()) {
      assertThat(plugin.factory().create(new FakeHandle()).name()).isEqualTo(plugin.name());
    }
  }

  @Test
  void everyDefaultPluginIsKnownByName() {
    List<String> enabled = DefaultPlugins.profile().plugins().stream().map(EnabledPlugin::name).toList();
    assertThat(DefaultPlugins.names()).isEqualTo(enabled);
    for (String name : enabled) {
      assertThat(DefaultPlugins.factory(name, Map.of()).create(new FakeHandle()).name()).isEqualTo(name);
    }
  }

  @Test
  void aProfileWithoutTheVolumesPluginIgnoresVolumes() {
    Profile profile = DefaultPlugins.builder("x").disable("UnsupportedVolumes").build();
    assertThat(profile.plugins()).extracting(EnabledPlugin::name).doesNotContain("UnsupportedVolumes");
  }

  @Test
  void anUnknownPluginIsNamedTogetherWithTheKnownOnes() {
    assertThatThrownBy(() -> DefaultPlugins.factory("NodeVolumes", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unknown plugin NodeVolumes; known: SchedulingGates, PrioritySort, NodeName");
    assertThatThrownBy(() -> DefaultPlugins.weight("NodeVolumes")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPluginWithoutArgumentsRefusesThem() {
    assertThatThrownBy(() -> DefaultPlugins.factory("NodeName", Map.of("strict", true)))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessageContaining("strict: unknown field");
  }

  @Test
  void argumentsReachThePlugin() {
    assertThatThrownBy(() -> DefaultPlugins.factory("NodeResourcesFit", Map.of("ignoredResources", "cpu")))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessage("NodeResourcesFitArgs: ignoredResources: \"cpu\" should be a list");
  }
}
