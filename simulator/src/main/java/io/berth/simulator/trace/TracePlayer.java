package io.berth.simulator.trace;

import io.berth.framework.Timers;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.trace.WorkloadTrace.Event;
import io.berth.simulator.trace.WorkloadTrace.Workload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Plays a trace on a cluster: what arrives is created, what departs is deleted. Whose pods run, and where, is not its business. Not
 * thread-safe.
 */
public final class TracePlayer {

  private final WorkloadTrace trace;
  private final InMemoryCluster cluster;
  private final Replicas replicas;
  private final Map<String, HasMetadata> present = new LinkedHashMap<>();

  /** Who creates the pods of a ReplicaSet. */
  public enum Replicas {
    /** The player does, at once. Nobody replaces a pod that is evicted. */
    BY_PLAYER,
    /** A controller does, which somebody else has started. */
    BY_CONTROLLER
  }

  /** A player that has done nothing yet. */
  public TracePlayer(WorkloadTrace trace, InMemoryCluster cluster, Replicas replicas) {
    this.trace = trace;
    this.cluster = cluster;
    this.replicas = replicas;
  }

  /** Creates the priority classes, the devices and the nodes. */
  public void prepare() {
    cluster.createAll(trace.priorityClasses());
    cluster.createAll(trace.devices());
    cluster.createAll(trace.nodes());
  }

  /**
   * Creates the initial workloads now, and schedules what comes and goes up to the end.
   *
   * @param settle from now to the start of the trace, for the initial workloads to find their places; what departs by then was never there
   * @param length how much of the trace is played
   */
  public void play(Timers timers, Duration settle, Duration length) {
    trace.workloads().stream().filter(Workload::initial).forEach(this::arrive);
    playNext(timers, trace.events(), 0, settle.negated(), length);
  }

  private void playNext(Timers timers, List<Event> events, int next, Duration now, Duration length) {
    if (next == events.size() || events.get(next).time().compareTo(length) > 0) {
      return;
    }
    Event event = events.get(next);
    timers.schedule(
        event.time().minus(now),
        () -> {
          play(event);
          playNext(timers, events, next + 1, event.time(), length);
        });
  }

  private void play(Event event) {
    Workload workload = trace.workloads().get(event.index());
    if (!event.arrival()) {
      depart(workload);
    } else if (!workload.initial()) {
      arrive(workload);
    }
  }

  /** Creates a workload. */
  public void arrive(Workload workload) {
    cluster.createAll(workload.claims());
    HasMetadata object = cluster.create(workload.object());
    present.put(workload.name(), object);
    if (object instanceof ReplicaSet set && replicas == Replicas.BY_PLAYER) {
      for (int i = 0; i < workload.replicas(); i++) {
        cluster.create(replica(set, i));
      }
    }
  }

  /** Deletes a workload, its pods and its claims; pods that run get their grace period, and keep their claims for so long. */
  public void depart(Workload workload) {
    List<Pod> pods = pods(workload);
    HasMetadata object = present.remove(workload.name());
    if (object instanceof ReplicaSet set) {
      cluster.delete(set);
    }
    pods.forEach(cluster::delete);
    claims(workload).forEach(cluster::delete);
  }

  /** Takes a workload, its pods and its claims away at once. */
  public void remove(Workload workload) {
    List<Pod> pods = pods(workload);
    HasMetadata object = present.remove(workload.name());
    if (object instanceof ReplicaSet set) {
      cluster.remove(set);
    }
    pods.forEach(cluster::remove);
    claims(workload).forEach(cluster::remove);
  }

  private List<ResourceClaim> claims(Workload workload) {
    return workload.claims().stream().map(cluster::get).filter(Objects::nonNull).toList();
  }

  /** The pods that a workload has in the cluster, by name; none before it arrives and after it departed. */
  public List<Pod> pods(Workload workload) {
    HasMetadata object = present.get(workload.name());
    if (object == null) {
      return List.of();
    }
    if (object instanceof Pod pod) {
      Pod there = cluster.get(pod);
      return there == null ? List.of() : List.of(there);
    }
    return replicas == Replicas.BY_PLAYER ? ownReplicas(object, workload.replicas()) : owned(object);
  }

  /** The replicas that this player has made, which have known names. */
  private List<Pod> ownReplicas(HasMetadata owner, int number) {
    var own = new ArrayList<Pod>(number);
    for (int i = 0; i < number; i++) {
      Pod pod = cluster.get(ResourceKind.PODS, owner.getMetadata().getNamespace(), replicaName(owner, i));
      if (pod != null && isOwner(owner, pod)) {
        own.add(pod);
      }
    }
    return own;
  }

  private List<Pod> owned(HasMetadata owner) {
    var owned = new ArrayList<Pod>();
    for (Pod pod : cluster.list(ResourceKind.PODS, owner.getMetadata().getNamespace())) {
      if (isOwner(owner, pod)) {
        owned.add(pod);
      }
    }
    return owned;
  }

  private static boolean isOwner(HasMetadata owner, Pod pod) {
    for (OwnerReference reference : pod.getMetadata().getOwnerReferences()) {
      if (owner.getMetadata().getUid().equals(reference.getUid())) {
        return true;
      }
    }
    return false;
  }

  private static String replicaName(HasMetadata owner, int index) {
    return owner.getMetadata().getName() + "-" + index;
  }

  /** Built without fluent builders, which copy the template's spec; the cluster copies what it is given anyway. */
  private static Pod replica(ReplicaSet set, int index) {
    var template = set.getSpec().getTemplate();
    var owner = new OwnerReference();
    owner.setApiVersion("apps/v1");
    owner.setKind("ReplicaSet");
    owner.setName(set.getMetadata().getName());
    owner.setUid(set.getMetadata().getUid());
    owner.setController(true);
    owner.setBlockOwnerDeletion(true);
    var metadata = new ObjectMeta();
    metadata.setName(replicaName(set, index));
    metadata.setNamespace(set.getMetadata().getNamespace());
    metadata.setLabels(template.getMetadata().getLabels());
    metadata.setOwnerReferences(List.of(owner));
    var pod = new Pod();
    pod.setMetadata(metadata);
    pod.setSpec(template.getSpec());
    return pod;
  }
}
