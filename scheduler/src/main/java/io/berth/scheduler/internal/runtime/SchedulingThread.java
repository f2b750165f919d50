package io.berth.scheduler.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a scheduler, as an executor of tasks that run one after the other. After each task the engine looks whether a cycle
 * can begin.
 */
public final class SchedulingThread implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulingThread.class);
  private static final int KEPT_FAILURES = 16;

  private final Executor executor;
  private final List<RuntimeException> failures = new ArrayList<>();
  private Runnable afterTask = () -> {};
  private Consumer<Error> onError = error -> {};

  /**
   * Wraps the executor.
   *
   * @param executor runs tasks one at a time, in the order in which they were handed in
   */
  public SchedulingThread(Executor executor) {
    this.executor = executor;
  }

  /** What is done after each task. To be set before the first one. */
  public void afterTask(Runnable action) {
    afterTask = action;
  }

  /** Who hears of a task that ends by an {@link Error}, which is then thrown on. To be set before the first one. */
  public void onError(Consumer<Error> action) {
    onError = action;
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(() -> run(task));
  }

  /**
   * Runs a task that is on the thread already. A task that throws is a bug of ours; it is kept for the invariants, and the rest goes
   * on. After an {@link Error} nobody knows what is left of the scheduler: it is told, and thrown on.
   */
  public void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("a task of the scheduler failed", e);
      if (failures.size() < KEPT_FAILURES) {
        failures.add(e);
      }
    } catch (Error e) {
      onError.accept(e);
      throw e;
    }
    afterTask.run();
  }

  /** What tasks have thrown, the first few. */
  public List<RuntimeException> failures() {
    return List.copyOf(failures);
  }

  /**
   * Calls back on this thread when the stage is complete: before this method returns if it is complete already, else in a task of its
   * own. Must be called on this thread.
   */
  public <T> void whenDone(CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> callback) {
    Thread caller = Thread.currentThread();
    boolean[] inside = {true};
    stage.whenComplete(
        (value, thrown) -> {
          if (Thread.currentThread() == caller && inside[0]) {
            callback.accept(value, thrown);
          } else {
            execute(() -> callback.accept(value, thrown));
          }
        });
    inside[0] = false;
  }
}
