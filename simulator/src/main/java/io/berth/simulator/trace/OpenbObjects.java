package io.berth.simulator.trace;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the openb trace's figures become Kubernetes objects. GPUs that are no devices ({@link OpenbDevices}) are an extended resource in thousandths, so that pods can share one:
 * {@value #GPU}, 1000 for each GPU of a node, {@code num_gpu} times {@code gpu_milli} for a pod. A pod's {@code gpu_spec} (models,
 * separated by {@code |}) becomes a required node affinity to the label {@value #MODEL}.
 */
final class OpenbObjects {

  static final String GPU = "openb/gpu-milli";
  static final String MODEL = "openb/gpu-model";
  private static final long GPU_MILLI = 1000;
  private static final String PODS_PER_NODE = "500";

  private OpenbObjects() {}

  /** What a pod asks for: so many GPUs, so many thousandths of each, of these models (all if empty). */
  record Wanted(long count, long milli, String models) {
    static final Wanted NONE = new Wanted(0, 0, "");
  }

  static Node node(String name, long cpuMilli, long memoryMib, long gpus, String model) {
    Map<String, Quantity> resources = resources(cpuMilli, memoryMib, gpus * GPU_MILLI);
    resources.put("pods", new Quantity(PODS_PER_NODE, ""));
    NodeBuilder node = TraceNodes.ready(name, resources);
    return model.isEmpty() ? node.build() : node.editMetadata().addToLabels(MODEL, model).endMetadata().build();
  }

  static Pod pod(String name, long cpuMilli, long memoryMib, Wanted gpus) {
    Map<String, Quantity> requests = resources(cpuMilli, memoryMib, gpus.count * gpus.milli);
    var container =
        new ContainerBuilder().withName("c").withImage("openb").withNewResources().withRequests(requests).endResources().build();
    var pod = new PodBuilder();
    pod.withNewMetadata().withName(name).withNamespace("default").endMetadata();
    pod.withNewSpec().withContainers(container).endSpec();
    if (!gpus.models.isEmpty()) {
      pod.editSpec().withAffinity(models(gpus.models)).endSpec();
    }
    return pod.build();
  }

  private static Map<String, Quantity> resources(long cpuMilli, long memoryMib, long gpuMilli) {
    var resources = new LinkedHashMap<String, Quantity>();
    resources.put("cpu", new Quantity(Long.toString(cpuMilli), "m"));
    resources.put("memory", new Quantity(Long.toString(memoryMib), "Mi"));
    if (gpuMilli > 0) {
      resources.put(GPU, new Quantity(Long.toString(gpuMilli), ""));
    }
    return resources;
  }

  private static Affinity models(String spec) {
    return new AffinityBuilder()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey(MODEL)
        .withOperator("In")
        .withValues(spec.split("\\|"))
        .endMatchExpression()
        .endNodeSelectorTerm()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .build();
  }
}
