package io.berth.app.workload;

import io.berth.framework.selector.NodeTaint;
import io.berth.framework.selector.RequiredNodeAffinity;
import io.berth.framework.selector.TolerationSet;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * DaemonSets: a pod for each node of the input that its node affinity and its tolerations allow, pinned to that node by name.
 *
 * <p>Source: pkg/controller/daemon/daemon_controller.go NodeShouldRunDaemonPod, pkg/controller/daemon/util/daemonset_util.go, v1.37.2.
 */
final class DaemonSetExpansion {

  private final OwnedPods owned;
  private final PodMaker maker;
  private final List<Node> nodes;

  DaemonSetExpansion(OwnedPods owned, PodMaker maker, List<Node> nodes) {
    this.owned = owned;
    this.maker = maker;
    this.nodes = nodes;
  }

  List<HasMetadata> expand(DaemonSet set) {
    if (!maker.mayMake(nodes.size())) {
      return List.of();
    }
    PodSpec spec = withTolerations(set.getSpec().getTemplate().getSpec());
    var affinity = RequiredNodeAffinity.of(spec.getNodeSelector(), spec.getAffinity());
    var tolerations = TolerationSet.of(spec.getTolerations());
    Set<String> covered = coveredNodes(set);
    var pods = new ArrayList<HasMetadata>();
    for (Node node : nodes) {
      String name = node.getMetadata().getName();
      if (!covered.contains(name) && isFor(node, spec, affinity, tolerations)) {
        String podName = maker.freeName(set.getMetadata().getNamespace(), set.getMetadata().getName() + "-");
        var pinned = new PodSpecBuilder(spec).withAffinity(pinned(spec.getAffinity(), name)).build();
        pods.add(PodMaker.pod(set, podName, set.getSpec().getTemplate(), Map.of(), pinned));
      }
    }
    return pods;
  }

  private static boolean isFor(Node node, PodSpec spec, RequiredNodeAffinity affinity, TolerationSet tolerations) {
    String name = node.getMetadata().getName();
    if (spec.getNodeName() != null && !spec.getNodeName().isEmpty() && !spec.getNodeName().equals(name)) {
      return false;
    }
    var labels = node.getMetadata().getLabels();
    var taints = NodeTaint.listOf(node.getSpec() == null ? null : node.getSpec().getTaints());
    return affinity.matches(name, labels == null ? Map.of() : labels)
        && tolerations.firstUntolerated(taints, NodeTaint::preventsScheduling) == null;
  }

  /** The nodes that have a pod of the set, running or on its way. */
  private Set<String> coveredNodes(DaemonSet set) {
    var covered = new HashSet<String>();
    for (Pod pod : owned.of(set)) {
      if (!Owners.isActive(pod)) {
        continue;
      }
      if (pod.getSpec().getNodeName() != null) {
        covered.add(pod.getSpec().getNodeName());
      } else {
        Set<String> names = RequiredNodeAffinity.of(Map.of(), pod.getSpec().getAffinity()).nodeNames();
        covered.addAll(names == null ? Set.of() : names);
      }
    }
    return covered;
  }

  private static Affinity pinned(@Nullable Affinity affinity, String node) {
    NodeSelector selector =
        new NodeSelectorBuilder()
            .addNewNodeSelectorTerm()
            .addNewMatchField()
            .withKey("metadata.name")
            .withOperator("In")
            .withValues(node)
            .endMatchField()
            .endNodeSelectorTerm()
            .build();
    return (affinity == null ? new AffinityBuilder() : new AffinityBuilder(affinity))
        .editOrNewNodeAffinity()
        .withRequiredDuringSchedulingIgnoredDuringExecution(selector)
        .endNodeAffinity()
        .build();
  }

  private static PodSpec withTolerations(PodSpec spec) {
    var tolerations = new ArrayList<>(spec.getTolerations());
    tolerations.add(toleration("not-ready", NodeTaint.NO_EXECUTE));
    tolerations.add(toleration("unreachable", NodeTaint.NO_EXECUTE));
    tolerations.add(toleration("disk-pressure", NodeTaint.NO_SCHEDULE));
    tolerations.add(toleration("memory-pressure", NodeTaint.NO_SCHEDULE));
    tolerations.add(toleration("pid-pressure", NodeTaint.NO_SCHEDULE));
    tolerations.add(toleration("unschedulable", NodeTaint.NO_SCHEDULE));
    if (Boolean.TRUE.equals(spec.getHostNetwork())) {
      tolerations.add(toleration("network-unavailable", NodeTaint.NO_SCHEDULE));
    }
    return new PodSpecBuilder(spec).withTolerations(tolerations).build();
  }

  private static Toleration toleration(String taint, String effect) {
    return new Toleration(effect, "node.kubernetes.io/" + taint, "Exists", null, null);
  }
}
