package io.berth.dynamicresources;

import io.berth.framework.Cancellation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fires when a test says so. */
final class TestCancellation implements Cancellation {
  private final List<Runnable> actions = new ArrayList<>();
  private @Nullable String reason;

  void cancel(String why) {
    reason = why;
    actions.forEach(Runnable::run);
  }

  @Override
  public @Nullable String reason() {
    return reason;
  }

  @Override
  public void onCancel(Runnable action) {
    if (reason != null) {
      action.run();
    } else {
      actions.add(action);
    }
  }
}
