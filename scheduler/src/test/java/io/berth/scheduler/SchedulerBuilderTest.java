package io.berth.scheduler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.scheduler.fake.FakeCluster;
import io.berth.scheduler.fake.Plugins;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"NullAway", "DataFlowIssue"}) // that is what it is about
class SchedulerBuilderTest {

  @Test
  void whatIsMissingIsToldAtOnce() {
    assertThatThrownBy(() -> Scheduler.builder().build()).hasMessage("a cluster is needed; at least one profile is needed");
  }

  @Test
  void nothingMayBeNull() {
    assertThatThrownBy(() -> Scheduler.builder().cluster(null)).hasMessage("cluster");
    assertThatThrownBy(() -> Scheduler.builder().profile(null)).hasMessage("profile");
    assertThatThrownBy(() -> Scheduler.builder().metrics(null)).hasMessage("metrics");
    assertThatThrownBy(() -> Scheduler.builder().options(null)).hasMessage("options");
    assertThatThrownBy(() -> Plugins.profile("default-scheduler").enable("A", null)).hasMessage("factory of plugin A");
  }

  @Test
  void aPluginThatRegistersNullIsNamed() {
    SchedulerBuilder builder =
        Scheduler.builder().cluster(new FakeCluster()).profile(Plugins.profile("default-scheduler").enable("A", handle -> new Silent()).build());
    assertThatThrownBy(builder::build).hasMessage("eventsToRegister() of plugin A");
  }

  private record Silent() implements EnqueueExtensions {
    @Override
    public String name() {
      return "A";
    }

    @Override
    public @Nullable List<ClusterEventWithHint<?>> eventsToRegister() {
      return null;
    }
  }
}
