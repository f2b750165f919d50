package io.berth.app.script;

import io.berth.app.manifest.Origin;
import java.time.Duration;
import java.util.List;

/**
 * Timed changes, in time order; those of one moment in the order of the file.
 */
public record Script(List<Step> steps) {

  /** No changes. */
  public static final Script EMPTY = new Script(List.of());

  /** Copies the list. */
  public Script {
    steps = List.copyOf(steps);
  }

  /**
   * One change.
   *
   * @param at since the start
   * @param origin where it stands
   * @param text the step in a few words
   */
  public record Step(Duration at, Origin origin, String text, Action action) {}
}
