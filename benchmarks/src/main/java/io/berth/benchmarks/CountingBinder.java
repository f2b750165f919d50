package io.berth.benchmarks;

import io.berth.framework.BindPlugin;
import io.berth.framework.CycleState;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Binds pods by counting them, so that what is measured is the scheduler and not a cluster. Thread-safe. */
final class CountingBinder implements BindPlugin {
  static final String NAME = "CountingBinder";

  private static final CompletionStage<Status> BOUND = CompletableFuture.completedStage(Status.SUCCESS);

  private final AtomicInteger bound = new AtomicInteger();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName) {
    bound.incrementAndGet();
    return BOUND;
  }

  /** How many pods were bound. */
  int bound() {
    return bound.get();
  }
}
