package io.berth.app.script;

import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Origin;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

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

  /** The objects that steps bring, in the order of the steps. */
  public List<Manifest> brings() {
    return steps.stream().flatMap(step -> step.action() instanceof Action.Put put ? put.manifests().stream() : Stream.of()).toList();
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
