package io.berth.app.timeline;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Everything that happened in a run. Immutable.
 *
 * @param start when it began, in the cluster's time
 * @param length how long it was
 * @param nodes names, in the order in which they joined; one that left and came back is there once
 * @param states what {@link Moment#number} of a node points to
 * @param pods in the order in which they came; one that was deleted and created again is there twice
 * @param devices what moments about devices point to
 * @param moments in their order
 */
public record History(
    Instant start,
    Duration length,
    List<String> nodes,
    List<NodeState> states,
    List<PodFacts> pods,
    DeviceFacts devices,
    List<Moment> moments) {
  /** Copies the lists. */
  public History {
    nodes = List.copyOf(nodes);
    states = List.copyOf(states);
    pods = List.copyOf(pods);
    moments = List.copyOf(moments);
  }
}
