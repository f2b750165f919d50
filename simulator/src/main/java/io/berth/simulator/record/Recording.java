package io.berth.simulator.record;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What happened in a cluster while it was recorded. The objects are borrowed, and never change.
 *
 * @param start when the recording started
 * @param anonymised whether names were replaced
 * @param initial what was there, in an order in which it can be created
 * @param changes what came, changed and went after that, in the order in which the recorder heard of it
 * @param length how long it was recorded
 */
public record Recording(Instant start, boolean anonymised, List<HasMetadata> initial, List<Change> changes, Duration length) {

  /** The version of the format that this writes, and the only one that it reads. */
  public static final int VERSION = 1;

  /** Copies the lists. */
  public Recording {
    initial = List.copyOf(initial);
    changes = List.copyOf(changes);
  }

  /**
   * One change.
   *
   * @param at since the start
   * @param object as it was after the change; of a deleted one only the names
   */
  public record Change(Duration at, Type type, HasMetadata object) {}

  /** What happened to an object. */
  public enum Type {
    ADD,
    UPDATE,
    DELETE
  }
}
