package io.berth.scheduler.internal.runtime;

import io.berth.framework.Cancellation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cancellation that can be fired. Thread-safe. */
public final class CancellationSource implements Cancellation {
  private final List<Runnable> actions = new ArrayList<>();
  private @Nullable String reason;

  @Override
  public synchronized @Nullable String reason() {
    return reason;
  }

  @Override
  public void onCancel(Runnable action) {
    synchronized (this) {
      if (reason == null) {
        actions.add(action);
        return;
      }
    }
    action.run();
  }

  /** Fires, the first time that it is called. */
  public void cancel(String why) {
    List<Runnable> waiting;
    synchronized (this) {
      if (reason != null) {
        return;
      }
      reason = why;
      waiting = List.copyOf(actions);
      actions.clear();
    }
    waiting.forEach(Runnable::run);
  }
}
