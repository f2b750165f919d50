package io.berth.conformance.dra;

import io.berth.framework.Handle;
import io.berth.framework.Timers;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;

/** A clock by which everything that a plugin does takes very long at first. */
final class SlowStart implements Timers {
  private static final Duration EACH_LOOK = Duration.ofSeconds(6);

  private final Timers timers;
  private final Instant end;
  private long lost;

  private SlowStart(Timers timers, Duration lasting) {
    this.timers = timers;
    this.end = timers.now().plus(lasting);
  }

  /** The handle with such a clock. */
  static Handle of(Handle handle, Duration lasting) {
    Timers slow = new SlowStart(handle.timers(), lasting);
    return (Handle)
        Proxy.newProxyInstance(
            Handle.class.getClassLoader(),
            new Class<?>[] {Handle.class},
            (proxy, method, args) -> method.getName().equals("timers") ? slow : method.invoke(handle, args));
  }

  @Override
  public Instant now() {
    return timers.now();
  }

  @Override
  public long nanoTime() {
    if (timers.now().isBefore(end)) {
      lost += EACH_LOOK.toNanos();
    }
    return timers.nanoTime() + lost;
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return timers.schedule(delay, task);
  }
}
