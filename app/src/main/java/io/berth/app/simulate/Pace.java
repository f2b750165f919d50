package io.berth.app.simulate;

import io.berth.simulator.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** How fast virtual time passes. */
interface Pace {

  /** As fast as the work is done. */
  Pace FLAT_OUT = (time, instant) -> time.runUntil(instant);

  /** Lets time pass until the instant, and does everything that is due. */
  void pass(VirtualTime time, Instant instant);

  /**
   * So many times as fast as a clock. Late work is caught up with.
   *
   * @param factor above zero
   * @param nanoTime the clock
   * @param pause waits about so many nanoseconds
   */
  static Pace times(double factor, LongSupplier nanoTime, LongConsumer pause) {
    return new Pace() {
      private boolean begun;
      private long begin;
      private Instant first = Instant.MIN;

      @Override
      public void pass(VirtualTime time, Instant instant) {
        if (!begun) {
          begun = true;
          begin = nanoTime.getAsLong();
          first = time.now();
        }
        time.run();
        while (time.now().isBefore(instant)) {
          Optional<Instant> next = time.nextEvent();
          Instant target = next.isEmpty() || next.get().isAfter(instant) ? instant : next.get();
          await(target);
          time.runUntil(target);
        }
      }

      private void await(Instant target) {
        long due = (long) (Duration.between(first, target).toNanos() / factor);
        for (long left = due - (nanoTime.getAsLong() - begin); left > 0; left = due - (nanoTime.getAsLong() - begin)) {
          pause.accept(left);
        }
      }
    };
  }
}
