package io.berth.conformance.histories;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A history: everything that happens, and when. What a cluster makes of it follows from it alone.
 *
 * @param seed of the scheduler's chance
 * @param slow whether plugins are enabled that take their time, see {@link SlowPlugins}
 * @param flushes whether pods are tried again without an event after a short while; else only an event helps
 * @param themes what it is about beside pods and nodes
 */
record History(long seed, boolean slow, boolean flushes, List<Theme> themes, List<Step> steps) {
  History {
    themes = List.copyOf(themes);
    steps = List.copyOf(steps);
  }

  /**
   * One step.
   *
   * @param events so many events that are due now are run first
   * @param after then so much time passes
   * @param action then this happens
   */
  record Step(int events, Duration after, Action action) {
    @Override
    public String toString() {
      String when = (events == 0 ? "" : "after " + events + " events ") + (after.isZero() ? "" : "after " + after.toMillis() + " ms ");
      return when + action;
    }
  }

  History with(List<Step> other) {
    return new History(seed, slow, flushes, themes, other);
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    String with = themes.isEmpty() ? "" : " with " + String.join(", ", themes.stream().map(Theme::name).toList());
    lines.add("history of seed " + seed + with + (slow ? ", slow plugins" : "") + (flushes ? ", flushes" : "") + ", " + steps.size() + " steps");
    steps.forEach(step -> lines.add("  " + step));
    return String.join("\n", lines);
  }
}
