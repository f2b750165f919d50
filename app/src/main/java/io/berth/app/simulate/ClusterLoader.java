package io.berth.app.simulate;

import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.RefusedException;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts manifests into a cluster, and looks at what its nodes give away. */
final class ClusterLoader {

  private final InMemoryCluster cluster;
  private final Problems problems;

  ClusterLoader(InMemoryCluster cluster, Problems problems) {
    this.cluster = cluster;
    this.problems = problems;
  }

  /** Creates the objects in their order; what the cluster refuses is an error. */
  void load(List<Manifest> manifests) {
    for (Manifest manifest : manifests) {
      try {
        cluster.create(manifest.object());
      } catch (RefusedException e) {
        String what = "an API server would refuse it: " + e.getMessage();
        problems.error(new Problem(manifest.origin(), manifest.subject(), "", what, "correct the object"));
      }
    }
  }

  /** What every node has and what its pods take, in the order of the given nodes; one that is not there has nothing. */
  static Utilisation utilisation(InMemoryCluster cluster, List<String> nodes, EffectiveRequests requests) {
    Map<String, NodeInfo.Edit> infos = new LinkedHashMap<>();
    for (String name : nodes) {
      Node node = cluster.node(name);
      infos.put(name, (node == null ? NodeInfo.missing(name) : NodeInfo.of(node)).edit());
    }
    for (Pod pod : cluster.list(ResourceKind.PODS)) {
      PodInfo info = PodInfo.of(pod, requests);
      NodeInfo.Edit node = infos.get(info.nodeName());
      if (node != null && !info.terminal()) {
        node.add(info);
      }
    }
    return new Utilisation(infos.values().stream().map(edit -> Utilisation.NodeUse.of(edit.view())).toList());
  }
}
