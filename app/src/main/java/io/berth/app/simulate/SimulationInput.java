package io.berth.app.simulate;

import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.workload.WorkloadExpansion;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.ArrayList;
import java.util.List;

/**
 * What a simulation starts from, sorted by what it is for.
 *
 * @param classes priority and runtime classes, which the admission of pods needs first
 * @param others what plugins read beside nodes and pods
 * @param workloads what can be scaled
 * @param nodes the nodes
 * @param running pods that are on one of the nodes
 * @param waiting pods that are to be placed, in the order of the input
 * @param unknownNode pods on nodes that are not in the input; they are left out
 * @param finished pods that have come to their end; they are left out
 * @param fromWorkloads how many of the waiting pods were added for workloads
 */
record SimulationInput(
    List<Manifest> classes,
    List<Manifest> others,
    List<HasMetadata> workloads,
    List<Manifest> nodes,
    List<Manifest> running,
    List<Manifest> waiting,
    List<Manifest> unknownNode,
    List<Manifest> finished,
    int fromWorkloads) {

  /** Sorts an inventory; what is left out becomes a warning. */
  static SimulationInput of(Inventory inventory, Problems problems) {
    var sorter = new Sorter(inventory, problems);
    var expansion = WorkloadExpansion.expand(inventory, problems);
    expansion.manifests().forEach(sorter::add);
    if (sorter.nodes.isEmpty()) {
      problems.warning("no nodes", new Problem(null, "", "", "the input has no nodes", "no pod can be placed without any"));
    }
    return new SimulationInput(
        sorter.classes,
        sorter.others,
        inventory.manifests().stream().map(Manifest::object).toList(),
        sorter.nodes,
        sorter.running,
        sorter.waiting,
        sorter.unknownNode,
        sorter.finished,
        expansion.podsAdded());
  }

  private static final class Sorter {
    final Inventory inventory;
    final Problems problems;
    final List<Manifest> classes = new ArrayList<>();
    final List<Manifest> others = new ArrayList<>();
    final List<Manifest> nodes = new ArrayList<>();
    final List<Manifest> running = new ArrayList<>();
    final List<Manifest> waiting = new ArrayList<>();
    final List<Manifest> unknownNode = new ArrayList<>();
    final List<Manifest> finished = new ArrayList<>();

    Sorter(Inventory inventory, Problems problems) {
      this.inventory = inventory;
      this.problems = problems;
    }

    void add(Manifest manifest) {
      HasMetadata object = manifest.object();
      if (object instanceof Pod pod) {
        addPod(manifest, pod);
      } else if (object instanceof Node) {
        nodes.add(manifest);
      } else if (object instanceof PriorityClass || object instanceof RuntimeClass) {
        classes.add(manifest);
      } else if (object instanceof Namespace
          || object instanceof Service
          || object instanceof ReplicationController
          || object instanceof ReplicaSet
          || object instanceof StatefulSet
          || object instanceof PodDisruptionBudget
          || object instanceof DeviceClass
          || object instanceof DeviceTaintRule
          || object instanceof ResourceClaim
          || object instanceof ResourceClaimTemplate
          || object instanceof ResourceSlice) {
        others.add(manifest);
      }
    }

    private void addPod(Manifest manifest, Pod pod) {
      String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
      String node = pod.getSpec().getNodeName();
      if ("Succeeded".equals(phase) || "Failed".equals(phase)) {
        finished.add(manifest);
      } else if (node == null || node.isEmpty()) {
        waiting.add(manifest);
      } else if (inventory.find("Node", "", node) != null) {
        running.add(manifest);
      } else {
        unknownNode.add(manifest);
        problems.warning(
            "unknown node",
            new Problem(
                manifest.origin(),
                manifest.subject(),
                "spec.nodeName",
                "there is no node " + node + " in the input",
                "the pod is left out"));
      }
    }
  }
}
