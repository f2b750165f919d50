package io.berth.simulator.faults;

import io.berth.framework.Timers;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WatchInterceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * A fault of watches. Without more said it hits every change on its way to every watch; each method narrows it down, in the order in
 * which they are called. Changes that it does not hit arrive as usual.
 *
 * <p>Immutable but for its generator and {@link #atMost}'s count; then used by one thread at a time.
 */
public final class WatchFault implements WatchInterceptor {
  private final WatchDecision fate;
  private final Predicate<WatchedChange> hits;
  private final BooleanSupplier spent;

  private WatchFault(WatchDecision fate, Predicate<WatchedChange> hits, BooleanSupplier spent) {
    this.fate = fate;
    this.hits = hits;
    this.spent = spent;
  }

  /** Any fate. */
  public static WatchFault of(WatchDecision fate) {
    return new WatchFault(fate, change -> true, () -> false);
  }

  /** The change arrives twice. */
  public static WatchFault twice() {
    return of(new WatchDecision.DeliverTwice());
  }

  /** The change arrives late, and all that follows. */
  public static WatchFault late(Duration by) {
    return of(new WatchDecision.Delay(by));
  }

  /** The connection drops before the change arrives, and is there again after the time. */
  public static WatchFault dropped(Duration reconnectAfter) {
    return of(new WatchDecision.Disconnect(reconnectAfter));
  }

  /** From this change on the watch says nothing, until it is given up after the time. */
  public static WatchFault silent(Duration noticedAfter) {
    return of(new WatchDecision.Disconnect(noticedAfter));
  }

  /** The connection drops, and the cluster has forgotten what has happened since: the watch lists anew. */
  public static WatchFault expired(Duration reconnectAfter) {
    return of(new WatchDecision.Expire(reconnectAfter));
  }

  /** The watch ends for good. */
  public static WatchFault broken() {
    return of(new WatchDecision.Break("the watch was closed with an error"));
  }

  /** Only watches of this kind. */
  public WatchFault ofKind(ResourceKind<?> kind) {
    return when(change -> kind.equals(change.kind()));
  }

  /** Only such changes and watches. */
  public WatchFault when(Predicate<WatchedChange> condition) {
    return new WatchFault(fate, hits.and(condition), spent);
  }

  /** Only by chance, from 0 to 1. */
  public WatchFault withChance(double chance, RandomGenerator random) {
    return when(change -> random.nextDouble() < chance);
  }

  /** Only from an instant, this included, until another, that not. */
  public WatchFault between(Timers timers, Instant from, Instant until) {
    return when(change -> !timers.now().isBefore(from) && timers.now().isBefore(until));
  }

  /** Only so many times. */
  public WatchFault atMost(int times) {
    Count<WatchedChange> count = new Count<>(times);
    return new WatchFault(fate, hits.and(count), () -> spent.getAsBoolean() || count.isSpent());
  }

  /** Whether it hits nothing any more, since it has hit as often as it may. */
  boolean isSpent() {
    return spent.getAsBoolean();
  }

  /** Several faults; the first that hits decides. */
  public static WatchInterceptor firstOf(List<? extends WatchInterceptor> faults) {
    List<WatchInterceptor> all = List.copyOf(faults);
    return change -> {
      for (WatchInterceptor fault : all) {
        WatchDecision decision = fault.beforeDelivery(change);
        if (!(decision instanceof WatchDecision.Deliver)) {
          return decision;
        }
      }
      return WatchDecision.DELIVER;
    };
  }

  @Override
  public WatchDecision beforeDelivery(WatchedChange change) {
    return hits.test(change) ? fate : WatchDecision.DELIVER;
  }
}
