package io.berth.conformance.cluster;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Counts checks and says how each went. */
final class Checks {
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final long BETWEEN_LOOKS_MILLIS = 50;

  private final PrintStream out;
  private int passed;
  private int failed;

  Checks(PrintStream out) {
    this.out = out;
  }

  /** One check; passes when it does not throw. */
  interface Check {
    void run() throws Exception;
  }

  /** Why a check has failed. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String message) {
      super(message);
    }
  }

  /** Runs a check and counts it. */
  void check(String name, Check check) throws InterruptedException {
    try {
      check.run();
      passed++;
      out.println("ok      " + name);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      failed++;
      out.println("FAILED  " + name + ": " + (e instanceof Failure ? e.getMessage() : e.toString()));
    }
  }

  /** Counts a check that could not even begin. */
  void fail(String name, String why) {
    failed++;
    out.println("FAILED  " + name + ": " + why);
  }

  static void expect(boolean condition, String otherwise) {
    if (!condition) {
      throw new Failure(otherwise);
    }
  }

  static void expectEquals(Object expected, Object actual, String what) {
    expect(expected.equals(actual), what + ": expected " + expected + ", was " + actual);
  }

  /** Looks again and again until it is so. */
  static void await(Duration atMost, String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      expect(System.nanoTime() < deadline, "waited " + atMost.toSeconds() + " s in vain for " + what);
      pause();
    }
  }

  static void pause() throws InterruptedException {
    new CountDownLatch(1).await(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** What a write became. */
  static <T> T answer(CompletionStage<T> stage) throws InterruptedException {
    try {
      return stage.toCompletableFuture().get(ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new Failure("a write's stage must not complete exceptionally: " + e.getCause());
    } catch (TimeoutException e) {
      throw new Failure("no answer within " + ANSWER.toSeconds() + " s");
    }
  }

  /** The outcome, which is to be of this type. */
  static <T> T answer(CompletionStage<?> stage, Class<T> type) throws InterruptedException {
    Object outcome = answer(stage);
    expect(type.isInstance(outcome), "expected " + type.getSimpleName() + ", was " + outcome);
    return type.cast(outcome);
  }

  int failed() {
    return failed;
  }

  /** The closing line. */
  void close() {
    out.println(passed + " passed, " + failed + " failed");
    out.flush();
  }
}
