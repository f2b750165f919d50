package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeTimers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for a QueueSort plugin: it orders pods, strictly and without circles. */
public abstract class QueueSortContract<P extends QueueSortPlugin> extends PluginContract<P> {
  /** For the subclasses, which are test classes. */
  protected QueueSortContract() {}

  private record Queued(PodInfo pod, Instant timestamp, int attempts) implements QueuedPodInfo {
    @Override
    public int unschedulableCount() {
      return attempts;
    }

    @Override
    public int consecutiveErrorsCount() {
      return 0;
    }

    @Override
    public @Nullable Instant initialAttemptTimestamp() {
      return attempts == 0 ? null : timestamp;
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

  private static <P extends QueueSortPlugin> List<QueuedPodInfo> queued(Bench<P> bench) {
    List<QueuedPodInfo> queued = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      queued.add(
          new Queued(
              bench.objects().pod("p" + i).info(),
              FakeTimers.START.plusSeconds(bench.random().nextInt(4)),
              bench.random().nextInt(3)));
    }
    return queued;
  }

  @Test
  void noPodComesBeforeItselfAndNoTwoBeforeEachOther() {
    onEachCase(
        bench -> {
          List<QueuedPodInfo> pods = queued(bench);
          for (QueuedPodInfo a : pods) {
            assertThat(bench.plugin().less(a, a)).isFalse();
            for (QueuedPodInfo b : pods) {
              assertThat(bench.plugin().less(a, b) && bench.plugin().less(b, a)).as("%s and %s", a, b).isFalse();
            }
          }
        });
  }

  @Test
  void theOrderHasNoCircles() {
    onEachCase(
        bench -> {
          List<QueuedPodInfo> pods = queued(bench);
          for (QueuedPodInfo a : pods) {
            for (QueuedPodInfo b : pods) {
              for (QueuedPodInfo c : pods) {
                if (bench.plugin().less(a, b) && bench.plugin().less(b, c)) {
                  assertThat(bench.plugin().less(a, c)).as("%s, %s, %s", a, b, c).isTrue();
                }
              }
            }
          }
        });
  }
}
