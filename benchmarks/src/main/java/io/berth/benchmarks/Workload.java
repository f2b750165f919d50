package io.berth.benchmarks;

import io.berth.framework.FeatureGates;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A kind of cluster and of pods, object by object as {@code conformance/upstream/cmd/perf} builds them; but for {@link #DRA_PREEMPT}, which
 * no release of upstream can do.
 */
public enum Workload {
  /** Pods with requests only. */
  BASIC,
  /** Pods of ten applications, each spread over zones with a skew of five at most. */
  SPREAD,
  /** Pods of a hundred applications, no two of one application on a node. */
  ANTIAFFINITY,
  /** Pods that claim one of the eight devices of a node, each of one of two models. */
  DRA,
  /** Pods of high priority on nodes that are full of pods of low priority: each preempts one. */
  PREEMPT,
  /** Pods of high priority that claim one of the devices of a node, all of which pods of low priority hold: each preempts one. */
  DRA_PREEMPT;

  private static final Map<String, Quantity> NODE_RESOURCES =
      Map.of(
          "cpu", new Quantity("32"),
          "memory", new Quantity("256Gi"),
          "pods", new Quantity("110"),
          "ephemeral-storage", new Quantity("500Gi"));

  /**
   * The workload of that name.
   *
   * @throws IllegalArgumentException naming the known ones
   */
  public static Workload of(String name) {
    return Arrays.stream(values())
        .filter(workload -> workload.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown workload " + name + "; known: " + names()));
  }

  /** All names, for people. */
  public static String names() {
    return names(List.of(values()));
  }

  static String names(List<Workload> workloads) {
    return workloads.stream().map(Workload::toString).collect(Collectors.joining(", "));
  }

  /** Those that upstream's scheduler can be given, too. */
  static List<Workload> comparable() {
    return Arrays.stream(values()).filter(workload -> workload != DRA_PREEMPT).toList();
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How many nodes there are unless somebody says otherwise. */
  int usualNodes() {
    return switch (this) {
      case BASIC, SPREAD, ANTIAFFINITY -> 5000;
      case PREEMPT -> 1000;
      case DRA, DRA_PREEMPT -> 500;
    };
  }

  /** How many pods come unless somebody says otherwise. */
  int usualPods() {
    return switch (this) {
      case BASIC, SPREAD, ANTIAFFINITY -> 5000;
      case DRA -> 2000;
      case PREEMPT, DRA_PREEMPT -> 500;
    };
  }

  /** The gates of features that it needs. */
  FeatureGates gates(FeatureGates gates) {
    return this == DRA_PREEMPT ? gates.with(FeatureGates.DRA_PREEMPTION, true) : gates;
  }

  /** Whether a controller has to take claims from pods that are gone. */
  boolean releasesClaims() {
    return this == DRA_PREEMPT;
  }

  /** What there is beside nodes and pods, in the order in which it is created. */
  List<HasMetadata> others(int nodes, int pods) {
    return switch (this) {
      case BASIC, SPREAD, ANTIAFFINITY -> List.of();
      case DRA -> Devices.of(nodes, pods);
      case PREEMPT -> Victims.of(nodes);
      case DRA_PREEMPT -> DeviceHolders.of(nodes, pods);
    };
  }

  static String nodeName(int i) {
    return String.format(Locale.ROOT, "node-%05d", i);
  }

  /** The i-th node, from 0. */
  public Node node(int i) {
    String name = nodeName(i);
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(name)
        .withLabels(Map.of("kubernetes.io/hostname", name, "topology.kubernetes.io/zone", "zone-" + i % 10))
        .endMetadata()
        .withNewStatus()
        .withCapacity(NODE_RESOURCES)
        .withAllocatable(NODE_RESOURCES)
        .withConditions(new NodeConditionBuilder().withType("Ready").withStatus("True").build())
        .endStatus()
        .build();
  }

  /** The i-th pod, from 0. */
  public Pod pod(int i) {
    String name = String.format(Locale.ROOT, "pod-%06d", i);
    String app = "app-" + i % (this == ANTIAFFINITY ? 100 : 10);
    PodSpecBuilder spec =
        new PodSpecBuilder()
            .withSchedulerName("default-scheduler")
            .withPriority(0)
            .withContainers(
                new ContainerBuilder()
                    .withName("c")
                    .withImage("registry/pause:3.10")
                    .withNewResources()
                    .withRequests(Map.of("cpu", new Quantity("100m"), "memory", new Quantity("500Mi")))
                    .endResources()
                    .build());
    switch (this) {
      case BASIC -> {
        // requests are all there is
      }
      case PREEMPT ->
          spec.withPriority(1000).editContainer(0).editResources().addToRequests("cpu", new Quantity("4")).endResources().endContainer();
      case DRA, DRA_PREEMPT -> {
        spec.withPriority(this == DRA ? 0 : 1000);
        spec.addNewResourceClaim().withName("gpu").withResourceClaimName(Devices.claimName(i)).endResourceClaim();
      }
      case SPREAD ->
          spec.addNewTopologySpreadConstraint()
              .withMaxSkew(5)
              .withTopologyKey("topology.kubernetes.io/zone")
              .withWhenUnsatisfiable("DoNotSchedule")
              .withNewLabelSelector()
              .withMatchLabels(Map.of("app", app))
              .endLabelSelector()
              .endTopologySpreadConstraint();
      case ANTIAFFINITY ->
          spec.withNewAffinity()
              .withNewPodAntiAffinity()
              .addNewRequiredDuringSchedulingIgnoredDuringExecution()
              .withTopologyKey("kubernetes.io/hostname")
              .withNewLabelSelector()
              .withMatchLabels(Map.of("app", app))
              .endLabelSelector()
              .endRequiredDuringSchedulingIgnoredDuringExecution()
              .endPodAntiAffinity()
              .endAffinity();
    }
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .withUid(name)
        .withLabels(Map.of("app", app))
        .endMetadata()
        .withSpec(spec.build())
        .build();
  }
}
