package io.berth.scheduler;

import io.berth.framework.Cancellation;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One call that blocks, on an executor's thread, which is interrupted when the call is cancelled. */
final class BlockingCall<T> {
  private final Cancellation cancellation;
  private final Callable<T> call;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private @Nullable Thread runner;

  private BlockingCall(Cancellation cancellation, Callable<T> call) {
    this.cancellation = cancellation;
    this.call = call;
  }

  /** Starts the call; the stage completes with what it returns or throws. */
  static <T> CompletionStage<T> start(Executor executor, Cancellation cancellation, Callable<T> call) {
    BlockingCall<T> blocking = new BlockingCall<>(cancellation, call);
    cancellation.onCancel(blocking::cancel);
    executor.execute(blocking::run);
    return blocking.result;
  }

  private void run() {
    if (!begin()) {
      return;
    }
    try {
      result.complete(call.call());
    } catch (Exception e) {
      result.completeExceptionally(e);
    } finally {
      end();
    }
  }

  private synchronized boolean begin() {
    if (result.isDone()) {
      return false;
    }
    runner = Thread.currentThread();
    return true;
  }

  private synchronized void cancel() {
    if (runner == null) {
      result.completeExceptionally(new CancellationException(cancellation.reason()));
    } else {
      runner.interrupt();
    }
  }

  private synchronized void end() {
    runner = null;
    if (cancellation.isCancelled()) {
      // The interrupt was for this call and not for what the thread does next.
      Thread.interrupted();
    }
  }
}
