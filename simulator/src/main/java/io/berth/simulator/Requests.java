package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.WriteInterceptor.WriteRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets requests through as the interceptor decides. Thread-safe. */
final class Requests {
  private final Timers timers;
  private final @Nullable WriteInterceptor interceptor;

  Requests(Timers timers, @Nullable WriteInterceptor interceptor) {
    this.timers = timers;
    this.interceptor = interceptor;
  }

  /** The answers of one kind of request when it is not done, or nobody hears that it is. */
  private interface Answers<R> {
    R failed(String message);

    R conflict(String message);

    R throttled(Duration retryAfter);
  }

  <T> CompletionStage<WriteOutcome<T>> write(WriteRequest request, Supplier<WriteOutcome<T>> work) {
    return decide(
        request,
        work,
        new Answers<>() {
          @Override
          public WriteOutcome<T> failed(String message) {
            return new WriteOutcome.Failed<>(message, null);
          }

          @Override
          public WriteOutcome<T> conflict(String message) {
            return new WriteOutcome.Conflict<>(message);
          }

          @Override
          public WriteOutcome<T> throttled(Duration retryAfter) {
            return new WriteOutcome.Throttled<>(retryAfter, "the server has received too many requests, please try again later");
          }
        });
  }

  CompletionStage<EvictionOutcome> evict(WriteRequest request, Supplier<EvictionOutcome> work) {
    return decide(
        request,
        work,
        new Answers<>() {
          @Override
          public EvictionOutcome failed(String message) {
            return new EvictionOutcome.Failed(message, null);
          }

          @Override
          public EvictionOutcome conflict(String message) {
            return new EvictionOutcome.Failed(message, null);
          }

          @Override
          public EvictionOutcome throttled(Duration retryAfter) {
            return new EvictionOutcome.Throttled(retryAfter);
          }
        });
  }

  private <R> CompletionStage<R> decide(WriteRequest request, Supplier<R> work, Answers<R> answers) {
    WriteDecision decision = interceptor == null ? WriteDecision.PROCEED : interceptor.beforeWrite(request);
    if (decision instanceof WriteDecision.Fail fail) {
      return CompletableFuture.completedStage(answers.failed(fail.message()));
    }
    if (decision instanceof WriteDecision.Conflict conflict) {
      return CompletableFuture.completedStage(answers.conflict(conflict.message()));
    }
    if (decision instanceof WriteDecision.Throttle throttle) {
      return CompletableFuture.completedStage(answers.throttled(throttle.retryAfter()));
    }
    if (decision instanceof WriteDecision.Late late) {
      CompletableFuture<R> answer = new CompletableFuture<>();
      timers.schedule(
          late.beforeDone(),
          () -> {
            R result = work.get();
            answerLater(answer, result, late.beforeAnswered());
          });
      return answer.minimalCompletionStage();
    }
    R result = work.get();
    if (decision instanceof WriteDecision.LoseAnswer lost) {
      CompletableFuture<R> answer = new CompletableFuture<>();
      answerLater(answer, answers.failed("the answer was lost; whether the request was done is not known"), lost.noticedAfter());
      return answer.minimalCompletionStage();
    }
    return CompletableFuture.completedStage(result);
  }

  private <R> void answerLater(CompletableFuture<R> answer, R result, Duration after) {
    if (after.isZero()) {
      answer.complete(result);
    } else {
      timers.schedule(after, () -> answer.complete(result));
    }
  }
}
