package io.berth.simulator.faults;

import io.berth.framework.Timers;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WriteInterceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * A fault of requests. Without more said it hits every request; each method narrows it down, in the order in which they are called, so
 * that chance and counts see only what got so far. Those that it does not hit are done as usual.
 *
 * <p>Immutable but for its generator and {@link #atMost}'s count; then used by one thread at a time.
 */
public final class WriteFault implements WriteInterceptor {
  private final WriteDecision fate;
  private final Predicate<WriteRequest> hits;
  private final BooleanSupplier spent;

  private WriteFault(WriteDecision fate, Predicate<WriteRequest> hits, BooleanSupplier spent) {
    this.fate = fate;
    this.hits = hits;
    this.spent = spent;
  }

  /** Any fate. */
  public static WriteFault of(WriteDecision fate) {
    return new WriteFault(fate, request -> true, () -> false);
  }

  /** The request is not done. */
  public static WriteFault failing() {
    return of(new WriteDecision.Fail("the connection was refused"));
  }

  /** The request meets a conflict. */
  public static WriteFault conflicting() {
    return of(new WriteDecision.Conflict("the object has been modified; please apply your changes to the latest version and try again"));
  }

  /** The request is not done; the answer asks to slow down. */
  public static WriteFault throttled(Duration retryAfter) {
    return of(new WriteDecision.Throttle(retryAfter));
  }

  /** The request is done late, and answered later still. */
  public static WriteFault late(Duration beforeDone, Duration beforeAnswered) {
    return of(new WriteDecision.Late(beforeDone, beforeAnswered));
  }

  /** The request is done, but its answer is lost. */
  public static WriteFault answerLost(Duration noticedAfter) {
    return of(new WriteDecision.LoseAnswer(noticedAfter));
  }

  /** Only requests with these verbs. */
  public WriteFault on(Verb first, Verb... more) {
    Set<Verb> verbs = EnumSet.of(first, more);
    return when(request -> verbs.contains(request.verb()));
  }

  /** Only requests for objects of this kind. */
  public WriteFault ofKind(ResourceKind<?> kind) {
    return when(request -> kind.equals(request.kind()));
  }

  /** Only such requests. */
  public WriteFault when(Predicate<WriteRequest> condition) {
    return new WriteFault(fate, hits.and(condition), spent);
  }

  /** Only by chance, from 0 to 1. */
  public WriteFault withChance(double chance, RandomGenerator random) {
    return when(request -> random.nextDouble() < chance);
  }

  /** Only from an instant, this included, until another, that not. */
  public WriteFault between(Timers timers, Instant from, Instant until) {
    return when(request -> !timers.now().isBefore(from) && timers.now().isBefore(until));
  }

  /** Only so many times. */
  public WriteFault atMost(int times) {
    Count<WriteRequest> count = new Count<>(times);
    return new WriteFault(fate, hits.and(count), () -> spent.getAsBoolean() || count.isSpent());
  }

  /** Whether it hits nothing any more, since it has hit as often as it may. */
  boolean isSpent() {
    return spent.getAsBoolean();
  }

  /** Several faults; the first that hits decides. */
  public static WriteInterceptor firstOf(List<? extends WriteInterceptor> faults) {
    List<WriteInterceptor> all = List.copyOf(faults);
    return request -> {
      for (WriteInterceptor fault : all) {
        WriteDecision decision = fault.beforeWrite(request);
        if (!(decision instanceof WriteDecision.Proceed)) {
          return decision;
        }
      }
      return WriteDecision.PROCEED;
    };
  }

  @Override
  public WriteDecision beforeWrite(WriteRequest request) {
    return hits.test(request) ? fate : WriteDecision.PROCEED;
  }
}
