package io.berth.scheduler.internal.events;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the scheduler still sees what happens in its cluster, and has done what it had to. Thread-safe. */
public final class Health {
  private static final Logger LOG = LoggerFactory.getLogger(Health.class);

  private volatile @Nullable String problem;

  /** What is wrong, or {@code null}. */
  public @Nullable String problem() {
    return problem;
  }

  /** Whether nothing is wrong. */
  public boolean isHealthy() {
    return problem == null;
  }

  /** A task has ended in the middle, so that nobody knows what the scheduler has left undone. */
  public void taskDied(Error cause) {
    LOG.error("a task of the scheduler has died; no pod is placed any more", cause);
    problem = "a task has died: " + cause;
  }

  /** A watch has ended for good: what the scheduler knows is no longer what is. */
  void watchStopped(String kind, Throwable cause) {
    LOG.error("the watch of {} has stopped for good; no pod is placed any more", kind, cause);
    problem = "the watch of " + kind + " has stopped: " + cause.getMessage();
  }
}
