package io.berth.app.trace;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a cluster was asked to run.
 *
 * @param nodes the cluster; it does not change
 * @param pods what comes and goes, in the order of the recording
 */
public record WorkloadTrace(List<Node> nodes, List<TracePod> pods) {

  /** Copies the lists. */
  public WorkloadTrace {
    nodes = List.copyOf(nodes);
    pods = List.copyOf(pods);
  }

  /**
   * A pod that comes and goes, both counted from the start of the trace.
   *
   * @param departure not before the arrival
   */
  public record TracePod(Pod pod, Duration arrival, Duration departure) {}

  /**
   * One pod's coming or going.
   *
   * @param time since the start of the trace
   * @param index the pod's place in {@link WorkloadTrace#pods}
   */
  public record Event(Duration time, boolean arrival, int index) {}

  /**
   * All comings and goings in time order. Of those at one moment the goings are first, since what they leave is free for what comes; only a
   * pod that comes and goes at the same moment comes first.
   */
  public List<Event> events() {
    var events = new ArrayList<Event>(2 * pods.size());
    for (int i = 0; i < pods.size(); i++) {
      events.add(new Event(pods.get(i).arrival(), true, i));
      events.add(new Event(pods.get(i).departure(), false, i));
    }
    events.sort(Comparator.comparing(Event::time).thenComparingInt(this::rank).thenComparingInt(Event::index));
    return List.copyOf(events);
  }

  private int rank(Event event) {
    boolean momentary = pods.get(event.index()).arrival().equals(pods.get(event.index()).departure());
    return event.arrival() ? 1 : momentary ? 2 : 0;
  }
}
