package io.berth.app.simulate;

import io.berth.app.script.Script;
import io.berth.app.script.ScriptPlayer;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What happens in a run after its start.
 *
 * @param until how long it goes on; {@code null} for until nothing changes any more after the last step
 * @param steps hears of each step, before it is done
 */
record Plan(Script script, @Nullable Duration until, Consumer<String> steps) {

  /** Nothing but what follows from the input. */
  static Plan simple() {
    return new Plan(Script.EMPTY, null, text -> {});
  }

  /**
   * Starts the scheduler and runs to the end.
   *
   * @param look called now and then
   */
  void run(World world, ScriptPlayer player, Runnable look) {
    Instant start = world.time().now();
    world.start();
    for (Script.Step step : script.steps()) {
      if (until != null && step.at().compareTo(until) > 0) {
        break;
      }
      world.goTo(start.plus(step.at()));
      look.run();
      steps.accept(step.text());
      player.play(step);
    }
    if (until == null) {
      world.settle(look);
    } else {
      world.goTo(start.plus(until));
    }
  }
}
