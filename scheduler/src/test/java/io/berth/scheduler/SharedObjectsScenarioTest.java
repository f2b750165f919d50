package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.PluginFactory;
import io.berth.scheduler.fake.SchedulerHarness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What plugins of several profiles share. */
class SharedObjectsScenarioTest {
  private record Books(int number) {}

  private final List<Books> seen = new ArrayList<>();
  private int made;

  private final PluginFactory factory =
      handle -> {
        seen.add(handle.shared(Books.class, () -> new Books(++made)));
        return cpuFilter("Cpu");
      };

  @Test
  void theProfilesOfASchedulerShareOneObjectOfAType() {
    new SchedulerHarness(profile("a").enable("Cpu", factory).build(), profile("b").enable("Cpu", factory).build());

    assertThat(seen).hasSize(2);
    assertThat(seen.get(0)).isSameAs(seen.get(1));
  }

  @Test
  void anotherSchedulerHasItsOwn() {
    new SchedulerHarness(profile("a").enable("Cpu", factory).build());
    new SchedulerHarness(profile("a").enable("Cpu", factory).build());

    assertThat(seen).hasSize(2);
    assertThat(seen.get(0)).isNotSameAs(seen.get(1));
  }
}
