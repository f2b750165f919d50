package io.berth.plugins.queuesort;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.QueuedPodInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: plugins/queuesort/priority_sort_test.go, v1.37.2. */
class PrioritySortParityTest {
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATE = EARLY.plusSeconds(1);

  private record Queued(PodInfo pod, Instant timestamp) implements QueuedPodInfo {
    static Queued of(int priority, Instant timestamp) {
      return new Queued(Fixtures.pod("p").priority(priority).info(), timestamp);
    }

    @Override
    public int attempts() {
      return 0;
    }

    @Override
    public int unschedulableCount() {
      return 0;
    }

    @Override
    public int consecutiveErrorsCount() {
      return 0;
    }

    @Override
    public @Nullable Instant initialAttemptTimestamp() {
      return null;
    }

    @Override
    public Set<String> unschedulablePlugins() {
      return Set.of();
    }

    @Override
    public Set<String> pendingPlugins() {
      return Set.of();
    }

    @Override
    public @Nullable String gatingPlugin() {
      return null;
    }
  }

  private static boolean less(Queued a, Queued b) {
    return new PrioritySort().less(a, b);
  }

  @Test
  void higherPriorityComesFirst() {
    assertThat(less(Queued.of(10, LATE), Queued.of(5, EARLY))).isTrue();
    assertThat(less(Queued.of(5, EARLY), Queued.of(10, LATE))).isFalse();
  }

  @Test
  void amongEqualsTheEarlierComesFirst() {
    assertThat(less(Queued.of(5, EARLY), Queued.of(5, LATE))).isTrue();
    assertThat(less(Queued.of(5, LATE), Queued.of(5, EARLY))).isFalse();
  }

  @Test
  void noPodComesBeforeItsEqual() {
    assertThat(less(Queued.of(5, EARLY), Queued.of(5, EARLY))).isFalse();
  }

  @Test
  void negativePrioritiesComeAfterNone() {
    assertThat(less(new Queued(Fixtures.pod("p").info(), LATE), Queued.of(-1, EARLY))).isTrue();
  }
}
