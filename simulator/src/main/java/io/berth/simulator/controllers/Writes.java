package io.berth.simulator.controllers;

import io.berth.framework.cluster.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;

/** Several requests at once. */
final class Writes {
  private Writes() {}

  /** Answered when all are: done, or the first answer that says otherwise. There is at least one. */
  static CompletionStage<WriteOutcome<?>> all(List<? extends CompletionStage<? extends WriteOutcome<?>>> answers) {
    List<CompletableFuture<WriteOutcome<?>>> futures = new ArrayList<>();
    for (CompletionStage<? extends WriteOutcome<?>> answer : answers) {
      futures.add(answer.<WriteOutcome<?>>thenApply(outcome -> outcome).toCompletableFuture());
    }
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
        .thenApply(
            nothing -> {
              for (CompletableFuture<WriteOutcome<?>> future : futures) {
                if (!future.join().isDone()) {
                  return future.join();
                }
              }
              return futures.get(0).join();
            });
  }

  /**
   * Sends so many requests, first one, then twice as many each time, and no more after one that was not done.
   *
   * <p>Source: pkg/controller/replicaset/replica_set.go (slowStartBatch), v1.37.2.
   */
  static CompletionStage<WriteOutcome<?>> slowStart(int count, IntFunction<CompletionStage<? extends WriteOutcome<?>>> request) {
    return batch(0, 1, count, request);
  }

  private static CompletionStage<WriteOutcome<?>> batch(
      int from, int size, int count, IntFunction<CompletionStage<? extends WriteOutcome<?>>> request) {
    int to = Math.min(from + size, count);
    List<CompletionStage<? extends WriteOutcome<?>>> answers = new ArrayList<>();
    for (int i = from; i < to; i++) {
      answers.add(request.apply(i));
    }
    CompletionStage<WriteOutcome<?>> answer = all(answers);
    return to == count
        ? answer
        : answer.thenCompose(
            outcome -> outcome.isDone() ? batch(to, size * 2, count, request) : CompletableFuture.completedStage(outcome));
  }
}
