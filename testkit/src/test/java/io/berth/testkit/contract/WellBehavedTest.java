package io.berth.testkit.contract;

import io.berth.framework.Handle;
import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;
import org.junit.jupiter.api.Nested;

class WellBehavedTest {
  @Nested
  class PreFilterAndFilter extends PreFilterContract<CountingPlugin> {
    @Override
    protected CountingPlugin create(Handle handle) {
      return new CountingPlugin();
    }
  }

  @Nested
  class Score extends ScoreContract<CountingPlugin> {
    @Override
    protected CountingPlugin create(Handle handle) {
      return new CountingPlugin();
    }
  }

  @Nested
  class Reserve extends ReserveContract<CountingPlugin> {
    @Override
    protected CountingPlugin create(Handle handle) {
      return new CountingPlugin();
    }

    @Override
    protected Object books(CountingPlugin plugin) {
      return plugin.reserved.toString();
    }
  }

  @Nested
  class Enqueue extends EnqueueContract<CountingPlugin> {
    @Override
    protected CountingPlugin create(Handle handle) {
      return new CountingPlugin();
    }
  }

  @Nested
  class QueueSort extends QueueSortContract<ByPriority> {
    @Override
    protected ByPriority create(Handle handle) {
      return new ByPriority();
    }
  }

  static final class ByPriority implements QueueSortPlugin {
    @Override
    public String name() {
      return "ByPriority";
    }

    @Override
    public boolean less(QueuedPodInfo a, QueuedPodInfo b) {
      return a.pod().priority() != b.pod().priority()
          ? a.pod().priority() > b.pod().priority()
          : a.timestamp().isBefore(b.timestamp());
    }
  }
}
