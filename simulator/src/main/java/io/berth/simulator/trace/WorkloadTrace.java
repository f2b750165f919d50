package io.berth.simulator.trace;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a cluster was asked to run. All times count from the start of the trace.
 *
 * @param nodes the cluster; it does not change
 * @param priorityClasses the classes that its pods name
 * @param devices device classes and slices; they do not change either
 * @param workloads what comes and goes, in the order of the recording; no two have the same name
 */
public record WorkloadTrace(
    List<Node> nodes, List<PriorityClass> priorityClasses, List<HasMetadata> devices, List<Workload> workloads) {

  /** Copies the lists. */
  public WorkloadTrace {
    nodes = List.copyOf(nodes);
    priorityClasses = List.copyOf(priorityClasses);
    devices = List.copyOf(devices);
    workloads = List.copyOf(workloads);
  }

  /** A trace without devices. */
  public WorkloadTrace(List<Node> nodes, List<PriorityClass> priorityClasses, List<Workload> workloads) {
    this(nodes, priorityClasses, List.of(), workloads);
  }

  /**
   * Something that comes and goes, whether its pods ever ran or not.
   *
   * @param object a {@link Pod} without a node, or a {@link ReplicaSet}; borrowed, never changed
   * @param claims the claims that its pods name; they come and go with it
   * @param arrival when it is created; zero for an initial one
   * @param departure when it is deleted; not before the arrival, but perhaps after everything that is of interest
   * @param initial whether it was there before the trace starts; statistics leave such workloads out
   */
  public record Workload(HasMetadata object, List<ResourceClaim> claims, Duration arrival, Duration departure, boolean initial) {

    /** A workload without claims. */
    public Workload(HasMetadata object, Duration arrival, Duration departure, boolean initial) {
      this(object, List.of(), arrival, departure, initial);
    }

    /** Checks the class and the times. */
    public Workload {
      claims = List.copyOf(claims);
      if (!(object instanceof Pod) && !(object instanceof ReplicaSet)) {
        throw new IllegalArgumentException("a workload is a Pod or a ReplicaSet, not a " + object.getKind());
      }
      if (departure.compareTo(arrival) < 0) {
        throw new IllegalArgumentException(object.getMetadata().getName() + " departs at " + departure + ", before its arrival at " + arrival);
      }
    }

    /** Its name in its namespace. */
    public String name() {
      return object.getMetadata().getName();
    }

    /** How many pods it has. */
    public int replicas() {
      return object instanceof ReplicaSet set ? set.getSpec().getReplicas() : 1;
    }
  }

  /**
   * One workload's coming or going.
   *
   * @param time since the start of the trace
   * @param index the workload's place in {@link WorkloadTrace#workloads}
   */
  public record Event(Duration time, boolean arrival, int index) {}

  /**
   * All comings and goings in time order. Of those at one moment the goings are first, since what they leave is free for what comes; only a
   * workload that comes and goes at the same moment comes first.
   */
  public List<Event> events() {
    var events = new ArrayList<Event>(2 * workloads.size());
    for (int i = 0; i < workloads.size(); i++) {
      events.add(new Event(workloads.get(i).arrival(), true, i));
      events.add(new Event(workloads.get(i).departure(), false, i));
    }
    events.sort(Comparator.comparing(Event::time).thenComparingInt(this::rank).thenComparingInt(Event::index));
    return List.copyOf(events);
  }

  /** How many pods all workloads have together. */
  public int podCount() {
    return workloads.stream().mapToInt(Workload::replicas).sum();
  }

  private int rank(Event event) {
    boolean momentary = workloads.get(event.index()).arrival().equals(workloads.get(event.index()).departure());
    return event.arrival() ? 1 : momentary ? 2 : 0;
  }
}
