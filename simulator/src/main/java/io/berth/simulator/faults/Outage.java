package io.berth.simulator.faults;

import io.berth.framework.Timers;
import io.berth.simulator.Controller;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A controller that stops, and starts again later knowing nothing of before.
 *
 * @param after when it stops, counted from when the outage is scheduled
 * @param lasting how long it is away
 */
public record Outage(Duration after, Duration lasting) {
  /** One outage by chance: both times are evenly distributed up to twice their means. */
  public static Outage random(RandomGenerator random, Duration meanAfter, Duration meanLasting) {
    return new Outage(upToTwice(random, meanAfter), upToTwice(random, meanLasting));
  }

  /** Lets it happen. A controller that does not run when it is to stop does not start because of it. */
  public void schedule(Timers timers, Controller controller) {
    timers.schedule(after, () -> stop(timers, controller, () -> {}));
  }

  /** Outages by chance, one after the other for ever. */
  public static void repeat(
      Timers timers, Controller controller, RandomGenerator random, Duration meanAfter, Duration meanLasting) {
    Outage outage = random(random, meanAfter, meanLasting);
    timers.schedule(
        outage.after,
        () -> outage.stop(timers, controller, () -> repeat(timers, controller, random, meanAfter, meanLasting)));
  }

  private void stop(Timers timers, Controller controller, Runnable then) {
    boolean ran = controller.isRunning();
    controller.stop();
    timers.schedule(
        lasting,
        () -> {
          if (ran) {
            controller.start();
          }
          then.run();
        });
  }

  private static Duration upToTwice(RandomGenerator random, Duration mean) {
    return Duration.ofNanos((long) (random.nextDouble() * 2 * mean.toNanos()));
  }
}
