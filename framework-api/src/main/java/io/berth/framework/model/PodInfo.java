package io.berth.framework.model;

import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.PodResources;
import io.berth.framework.selector.PreferredNodeAffinity;
import io.berth.framework.selector.RequiredNodeAffinity;
import io.berth.framework.selector.TolerationSet;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod as a scheduler sees it: what a cycle reads often, read once. Immutable and thread-safe; compared by identity.
 *
 * <p>The Kubernetes object is borrowed ({@link #pod}): it must not be changed after it was handed in, and nobody who got it
 * from here may change it. What is rarely needed (node affinity, spread constraints, images) is compiled at the first call.
 *
 * <p>Source: pkg/scheduler/framework/types.go PodInfo, v1.37.2.
 */
public final class PodInfo {

  /** The scheduler of pods that name none. */
  public static final String DEFAULT_SCHEDULER_NAME = "default-scheduler";

  private static final int NEVER_PREEMPTS = 1;
  private static final int TERMINATING = 2;
  private static final int TERMINAL = 4;

  private final Pod pod;
  private final String key;
  private final String uid;
  private final String nodeName;
  private final Labels labels;
  private final PodResources resources;
  private final AffinityTerms affinity;
  private final List<HostPort> hostPorts;
  private final List<String> schedulingGates;
  private final TolerationSet tolerations;
  private final @Nullable Instant startTime;
  private final int priority;
  private final int flags;

  // Compiled at the first call. A race compiles twice, with equal results; all of them are safe to publish so.
  private @Nullable RequiredNodeAffinity requiredNodeAffinity;
  private @Nullable PreferredNodeAffinity preferredNodeAffinity;
  private @Nullable List<SpreadConstraint> spreadConstraints;
  private @Nullable List<String> images;

  private PodInfo(Pod pod, PodResources resources) {
    ObjectMeta meta = pod.getMetadata() == null ? new ObjectMeta() : pod.getMetadata();
    PodSpec spec = pod.getSpec() == null ? new PodSpec() : pod.getSpec();
    PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    this.pod = pod;
    this.key = orEmpty(meta.getNamespace()) + "/" + orEmpty(meta.getName());
    this.uid = meta.getUid() == null || meta.getUid().isEmpty() ? key : meta.getUid();
    this.nodeName = orEmpty(spec.getNodeName());
    this.labels = Labels.of(meta.getLabels());
    this.resources = resources;
    this.affinity = AffinityTerms.of(orEmpty(meta.getNamespace()), spec.getAffinity());
    this.hostPorts = HostPort.of(spec);
    this.schedulingGates = gates(spec);
    this.tolerations = TolerationSet.of(spec.getTolerations());
    this.startTime = instant(status.getStartTime());
    this.priority = spec.getPriority() == null ? 0 : spec.getPriority();
    this.flags = ("Never".equals(spec.getPreemptionPolicy()) ? NEVER_PREEMPTS : 0)
        | (orEmpty(meta.getDeletionTimestamp()).isEmpty() ? 0 : TERMINATING)
        | ("Succeeded".equals(status.getPhase()) || "Failed".equals(status.getPhase()) ? TERMINAL : 0);
  }

  private PodInfo(PodInfo other, String nodeName) {
    this.pod = other.pod;
    this.key = other.key;
    this.uid = other.uid;
    this.nodeName = nodeName;
    this.labels = other.labels;
    this.resources = other.resources;
    this.affinity = other.affinity;
    this.hostPorts = other.hostPorts;
    this.schedulingGates = other.schedulingGates;
    this.tolerations = other.tolerations;
    this.startTime = other.startTime;
    this.priority = other.priority;
    this.flags = other.flags;
  }

  /**
   * Reads a pod. Invalid affinity terms do not make it fail ({@link #parseError}), nor does an invalid selector elsewhere.
   *
   * @throws IllegalArgumentException if the pod holds an amount or a time that no API server would let in
   */
  public static PodInfo of(Pod pod, EffectiveRequests requests) {
    return new PodInfo(pod, requests.of(pod));
  }

  /** The copy that stands for the pod on a node. {@link #pod} stays the same object, whose own node name does not change. */
  public PodInfo withNodeName(String node) {
    return new PodInfo(this, node);
  }

  /** The object that was read, borrowed. On an assumed copy its node name is not {@link #nodeName}. */
  public Pod pod() {
    return pod;
  }

  /** The namespace, a slash and the name. */
  public String key() {
    return key;
  }

  /** The namespace; empty if there is none. */
  public String namespace() {
    return pod.getMetadata() == null ? "" : orEmpty(pod.getMetadata().getNamespace());
  }

  /** The name; empty if there is none. */
  public String name() {
    return pod.getMetadata() == null ? "" : orEmpty(pod.getMetadata().getName());
  }

  /** What identifies the pod: its UID, or {@link #key} if it has none because it never met an API server. */
  public String uid() {
    return uid;
  }

  /** The labels, by key. Read-only. */
  public Map<String, String> labels() {
    return labels;
  }

  /** The priority; 0 if there is none. */
  public int priority() {
    return priority;
  }

  /** Whether its preemption policy is {@code Never}. */
  public boolean neverPreempts() {
    return (flags & NEVER_PREEMPTS) != 0;
  }

  /** The node that it is on, or is assumed to be on; empty if there is none. */
  public String nodeName() {
    return nodeName;
  }

  /** The node that the status nominates; empty if there is none. */
  public String nominatedNodeName() {
    return pod.getStatus() == null ? "" : orEmpty(pod.getStatus().getNominatedNodeName());
  }

  /** The scheduler that is to place it. */
  public String schedulerName() {
    String name = pod.getSpec() == null ? "" : orEmpty(pod.getSpec().getSchedulerName());
    return name.isEmpty() ? DEFAULT_SCHEDULER_NAME : name;
  }

  /** The names of its scheduling gates. */
  public List<String> schedulingGates() {
    return schedulingGates;
  }

  /** Whether it is being deleted. */
  public boolean terminating() {
    return (flags & TERMINATING) != 0;
  }

  /** Whether it has succeeded or failed. */
  public boolean terminal() {
    return (flags & TERMINAL) != 0;
  }

  /** When the kubelet took it on; {@code null} if none has. */
  public @Nullable Instant startTime() {
    return startTime;
  }

  /** What it takes, by the formula of the scheduler. */
  public PodResources resources() {
    return resources;
  }

  /** Whether it has an affinity or an anti-affinity to pods, be it an empty one. */
  public boolean hasAffinity() {
    return affinity != AffinityTerms.NONE;
  }

  /** Whether it has required anti-affinity terms, be they invalid. */
  public boolean hasRequiredAntiAffinity() {
    return affinity.hasRequiredAnti();
  }

  /** The required affinity terms; none if one of them is invalid. */
  public List<AffinityTerm> requiredAffinityTerms() {
    return affinity.required();
  }

  /** The required anti-affinity terms; none if one of them is invalid. */
  public List<AffinityTerm> requiredAntiAffinityTerms() {
    return affinity.requiredAnti();
  }

  /** The preferred affinity terms; none if one of them is invalid. */
  public List<WeightedAffinityTerm> preferredAffinityTerms() {
    return affinity.preferred();
  }

  /** The preferred anti-affinity terms; none if one of them is invalid. */
  public List<WeightedAffinityTerm> preferredAntiAffinityTerms() {
    return affinity.preferredAnti();
  }

  /** What is wrong with the affinity and anti-affinity terms, in upstream's words; {@code null} if nothing. */
  public @Nullable String parseError() {
    return affinity.parseError();
  }

  /** The host ports of its sidecars and containers. */
  public List<HostPort> hostPorts() {
    return hostPorts;
  }

  /** Its tolerations. */
  public TolerationSet tolerations() {
    return tolerations;
  }

  /** Where it may go by node selector and required node affinity. */
  public RequiredNodeAffinity requiredNodeAffinity() {
    RequiredNodeAffinity compiled = requiredNodeAffinity;
    if (compiled == null) {
      PodSpec spec = pod.getSpec();
      compiled = spec == null
          ? RequiredNodeAffinity.any() : RequiredNodeAffinity.of(spec.getNodeSelector(), spec.getAffinity());
      requiredNodeAffinity = compiled;
    }
    return compiled;
  }

  /** Where it would rather go by node affinity. */
  public PreferredNodeAffinity preferredNodeAffinity() {
    PreferredNodeAffinity compiled = preferredNodeAffinity;
    if (compiled == null) {
      Affinity given = pod.getSpec() == null ? null : pod.getSpec().getAffinity();
      compiled = given == null || given.getNodeAffinity() == null
          ? PreferredNodeAffinity.none()
          : PreferredNodeAffinity.of(given.getNodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution());
      preferredNodeAffinity = compiled;
    }
    return compiled;
  }

  /** Its topology spread constraints, in their order. */
  public List<SpreadConstraint> topologySpreadConstraints() {
    List<SpreadConstraint> compiled = spreadConstraints;
    if (compiled == null) {
      compiled = SpreadConstraint.listOf(
          pod.getSpec() == null ? null : pod.getSpec().getTopologySpreadConstraints(), labels);
      spreadConstraints = compiled;
    }
    return compiled;
  }

  /**
   * The images of its init containers, containers and volumes, each as often as it is used, with {@code :latest} where there
   * is no tag.
   */
  public List<String> images() {
    List<String> compiled = images;
    if (compiled == null) {
      compiled = ImageNames.of(pod.getSpec());
      images = compiled;
    }
    return compiled;
  }

  private static List<String> gates(PodSpec spec) {
    List<PodSchedulingGate> gates = spec.getSchedulingGates();
    return gates == null || gates.isEmpty() ? List.of() : gates.stream().map(PodSchedulingGate::getName).toList();
  }

  private static @Nullable Instant instant(@Nullable String time) {
    if (time == null || time.isEmpty()) {
      return null;
    }
    try {
      return Instant.parse(time);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("status.startTime \"" + time + "\" is not a time", e);
    }
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** By UID, so that it is the same in every process; pods are equal by identity. */
  @Override
  public int hashCode() {
    return uid.hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public String toString() {
    return nodeName.isEmpty() ? key : key + " on " + nodeName;
  }
}
