package io.berth.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProfileTest {
  private static final PluginFactory NOTHING = handle -> () -> "nothing";

  @Test
  void keepsTheOrderInWhichPluginsWereEnabled() {
    Profile profile = Profile.builder("mine").enable("a", NOTHING).enable("b", NOTHING, 3).enable("c", NOTHING).build();
    assertThat(profile.plugins()).extracting(Profile.EnabledPlugin::name).containsExactly("a", "b", "c");
    assertThat(profile.plugins().get(1).weight()).isEqualTo(3);
  }

  @Test
  void replacesAPluginWhereItStands() {
    Profile profile = Profile.builder("mine").enable("a", NOTHING).enable("b", NOTHING).build();
    Profile changed = profile.toBuilder().enable("a", NOTHING, 5).build();
    assertThat(changed.plugins()).extracting(Profile.EnabledPlugin::name).containsExactly("a", "b");
    assertThat(changed.plugins().get(0).weight()).isEqualTo(5);
    assertThat(profile.plugins().get(0).weight()).isEqualTo(1);
  }

  @Test
  void switchesAPluginOffAtOnePoint() {
    Profile profile =
        Profile.builder("mine").enable("a", NOTHING).disableAt(ExtensionPoint.SCORE, "a").firstAt(ExtensionPoint.FILTER, List.of("a")).build();
    assertThat(profile.enabledAt(ExtensionPoint.SCORE, "a")).isFalse();
    assertThat(profile.enabledAt(ExtensionPoint.FILTER, "a")).isTrue();
    assertThat(profile.toBuilder().build().firstAt(ExtensionPoint.FILTER)).containsExactly("a");
  }

  @Test
  void refusesAWeightBelowOneAndAnUnknownPlugin() {
    assertThatThrownBy(() -> Profile.builder("mine").enable("a", NOTHING, 0)).hasMessage("plugin a: weight 0 is below 1");
    assertThatThrownBy(() -> Profile.builder("mine").enable("a", NOTHING).weight("b", 2))
        .hasMessage("plugin b is not enabled; enabled: [a]");
    assertThatThrownBy(() -> Profile.builder("mine").percentageOfNodesToScore(101)).hasMessageContaining("between 0 and 100");
  }
}
