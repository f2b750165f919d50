package io.berth.simulator.trace;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
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
    return TraceNodes.ready(name, resources).build();
  }

  static List<PriorityClass> priorityClasses(int number) {
    return IntStream.rangeClosed(1, number)
        .mapToObj(i -> new PriorityClassBuilder().withNewMetadata().withName(className(i)).endMetadata().withValue(i).build())
        .toList();
  }

  /** Built without fluent builders, which copy what is below them at each level: there are thousands of these. */
  static ReplicaSet replicaSet(int index, DraftedWorkload draft) {
    String name = (draft.initial() ? "initial-" : "workload-") + index;
    Map<String, String> labels = Map.of(WORKLOAD, name);
    var metadata = new ObjectMeta();
    metadata.setName(name);
    metadata.setNamespace("default");
    metadata.setLabels(labels);
    var selector = new LabelSelector();
    selector.setMatchLabels(labels);
    var spec = new ReplicaSetSpec();
    spec.setReplicas(draft.replicas());
    spec.setSelector(selector);
    spec.setTemplate(template(labels, draft));
    var set = new ReplicaSet();
    set.setMetadata(metadata);
    set.setSpec(spec);
    return set;
  }

  private static PodTemplateSpec template(Map<String, String> labels, DraftedWorkload draft) {
    var resources = new ResourceRequirements();
    resources.setRequests(resources(draft.cpu(), draft.memory()));
    var container = new Container();
    container.setName("c");
    container.setImage("none");
    container.setResources(resources);
    var spec = new PodSpec();
    spec.setPriorityClassName(className(draft.priority()));
    spec.setContainers(List.of(container));
    var metadata = new ObjectMeta();
    metadata.setLabels(labels);
    var template = new PodTemplateSpec();
    template.setMetadata(metadata);
    template.setSpec(spec);
    return template;
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
