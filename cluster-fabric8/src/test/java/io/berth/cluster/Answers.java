package io.berth.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what a write became. */
final class Answers {
  private static final long PATIENCE_SECONDS = 20;

  private Answers() {}

  static <T> T of(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("a write's stage must complete, and normally", e);
    }
  }

  static <T> T is(CompletionStage<?> stage, Class<T> type) {
    Object outcome = of(stage);
    assertThat(outcome).isInstanceOf(type);
    return type.cast(outcome);
  }
}
