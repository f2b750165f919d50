package io.berth.scheduler;

import io.berth.framework.Cancellation;
import io.berth.framework.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * For plugins whose PreBind, Bind or PostFilter can only be written as calls that block: runs them on the executor for such work, so
 * that the scheduler's own thread goes on.
 *
 * <p>The blocking call must not use what belongs to the scheduler's own thread (see {@link io.berth.framework.Handle}); hand it what it
 * needs.
 *
 * <pre>{@code
 * public CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName) {
 *   return BlockingPlugins.run(handle.workExecutor(), () -> bindAndWait(pod, nodeName));
 * }
 * }</pre>
 */
public final class BlockingPlugins {
  private BlockingPlugins() {}

  /**
   * Runs the call.
   *
   * @param executor {@code handle.workExecutor()}
   * @param call blocks as long as it needs; what it throws fails the stage
   * @return completes with what the call returned
   */
  public static <T> CompletionStage<T> run(Executor executor, Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, executor);
  }

  /**
   * Runs the call, and interrupts it when the cancellation fires.
   *
   * @return completes with what the call returned; when it was cancelled before it began, with an error that says why
   */
  public static CompletionStage<Status> run(Executor executor, Cancellation cancellation, Supplier<Status> call) {
    return CompletableFuture.supplyAsync(() -> new InterruptibleCall(cancellation).run(call), executor);
  }

  /** Interrupts the thread that runs a call, while it runs it and not after. */
  private static final class InterruptibleCall {
    private final Cancellation cancellation;
    private final Thread runner = Thread.currentThread();
    private boolean running = true;

    InterruptibleCall(Cancellation cancellation) {
      this.cancellation = cancellation;
      cancellation.onCancel(this::interrupt);
    }

    private synchronized void interrupt() {
      if (running) {
        runner.interrupt();
      }
    }

    Status run(Supplier<Status> call) {
      try {
        String reason = cancellation.reason();
        return reason == null ? call.get() : Status.error(reason);
      } finally {
        end();
      }
    }

    private synchronized void end() {
      running = false;
      if (cancellation.isCancelled()) {
        // The interrupt was meant for the call, not for what this thread does next.
        Thread.interrupted();
      }
    }
  }
}
