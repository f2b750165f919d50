package io.berth.simulator.trace;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** How drafted workloads become Kubernetes objects. A node has 10 CPUs and 10,000 Mi, so that the grid is a milli-CPU and a Mi. */
final class GeneratedObjects {

  static final String WORKLOAD = "opsche/workload";
  private static final long PODS_PER_NODE = 110;

  private GeneratedObjects() {}

  static List<Node> nodes(int number) {
    return IntStream.range(0, number).mapToObj(i -> node(String.format("node-%0" + digits(number) + "d", i))).toList();
  }

  private static Node node(String name) {
    Map<String, Quantity> resources = resources(DraftedWorkload.GRID, DraftedWorkload.GRID);
    resources.put("pods", new Quantity(Long.toString(PODS_PER_NODE), ""));
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("kubernetes.io/hostname", name)
        .endMetadata()
        .withNewStatus()
        .withCapacity(resources)
        .withAllocatable(resources)
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }

  static List<PriorityClass> priorityClasses(int number) {
    return IntStream.rangeClosed(1, number)
        .mapToObj(i -> new PriorityClassBuilder().withNewMetadata().withName(className(i)).endMetadata().withValue(i).build())
        .toList();
  }

  static ReplicaSet replicaSet(int index, DraftedWorkload draft) {
    String name = (draft.initial() ? "initial-" : "workload-") + index;
    Map<String, String> labels = Map.of(WORKLOAD, name);
    var template =
        new PodTemplateSpecBuilder()
            .withNewMetadata()
            .withLabels(labels)
            .endMetadata()
            .withNewSpec()
            .withPriorityClassName(className(draft.priority()))
            .addNewContainer()
            .withName("c")
            .withImage("none")
            .withNewResources()
            .withRequests(resources(draft.cpu(), draft.memory()))
            .endResources()
            .endContainer()
            .endSpec()
            .build();
    return new ReplicaSetBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withReplicas(draft.replicas())
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withTemplate(template)
        .endSpec()
        .build();
  }

  private static Map<String, Quantity> resources(long cpuMilli, long memoryMib) {
    Map<String, Quantity> resources = new LinkedHashMap<>();
    resources.put("cpu", new Quantity(Long.toString(cpuMilli), "m"));
    resources.put("memory", new Quantity(Long.toString(memoryMib), "Mi"));
    return resources;
  }

  private static String className(int priority) {
    return "priority-" + priority;
  }

  private static int digits(int number) {
    return Integer.toString(Math.max(1, number - 1)).length();
  }
}
