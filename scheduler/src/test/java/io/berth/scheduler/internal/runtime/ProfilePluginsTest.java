package io.berth.scheduler.internal.runtime;

import static io.berth.scheduler.fake.Plugins.filter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.ExtensionPoint;
import io.berth.framework.Plugin;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.scheduler.fake.Plugins;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfilePluginsTest {
  private static Profile.Builder withFilters(String... names) {
    Profile.Builder builder = Plugins.profile("default-scheduler");
    for (String name : names) {
      builder.enable(name, handle -> filter(name, (pod, node) -> Status.SUCCESS));
    }
    return builder;
  }

  private static List<String> filters(Profile.Builder builder) {
    ProfilePlugins plugins = ProfilePlugins.load(builder.build(), RunnerFixture.noHandle());
    return plugins.filter.stream().map(Plugin::name).toList();
  }

  @Test
  void pluginsRunInTheOrderInWhichTheyWereEnabled() {
    assertThat(filters(withFilters("C", "A", "B"))).containsExactly("C", "A", "B");
  }

  @Test
  void pluginsThatAreNamedForAPointRunFirstThere() {
    assertThat(filters(withFilters("A", "B", "C").firstAt(ExtensionPoint.FILTER, List.of("C", "B"))))
        .containsExactly("C", "B", "A");
  }

  @Test
  void aPluginCanBeSwitchedOffAtOnePoint() {
    assertThat(filters(withFilters("A", "B").disableAt(ExtensionPoint.FILTER, "A"))).containsExactly("B");
  }

  @Test
  void aPluginServesThePointsThatItImplementsOnly() {
    ProfilePlugins plugins = ProfilePlugins.load(withFilters("A").build(), RunnerFixture.noHandle());

    assertThat(plugins.preFilter).isEmpty();
    assertThat(plugins.score).isEmpty();
    assertThat(plugins.bind).hasSize(1);
  }

  @Test
  void everythingThatIsWrongWithAProfileIsToldAtOnce() {
    Profile profile =
        Profile.builder("p")
            .enable("A", handle -> filter("Other", (pod, node) -> Status.SUCCESS))
            .enable("N", handle -> null)
            .firstAt(ExtensionPoint.SCORE, List.of("A", "Unknown"))
            .build();

    assertThatThrownBy(() -> ProfilePlugins.load(profile, RunnerFixture.noHandle()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("profile p:")
        .hasMessageContaining("plugin A calls itself Other")
        .hasMessageContaining("plugin N is null; its factory must make it")
        .hasMessageContaining("plugin A is put first at Score, which it does not serve")
        .hasMessageContaining("plugin Unknown is put first at Score but is not enabled")
        .hasMessageContaining("exactly one QueueSort plugin is needed, not none")
        .hasMessageContaining("at least one Bind plugin is needed");
  }
}
