package io.berth.conformance;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The cluster of a case, in the order in which upstream's scheduler heard of its objects.
 *
 * @param nodes all nodes
 * @param pods the pods that are on a node
 * @param namespaces all namespaces
 * @param services all services
 * @param replicaSets all replica sets
 * @param pod the pod to be scheduled
 */
record CaseCluster(
    List<Node> nodes, List<Pod> pods, List<Namespace> namespaces, List<Service> services, List<ReplicaSet> replicaSets, Pod pod) {

  static CaseCluster of(JsonNode input) {
    return new CaseCluster(
        KubeObjects.readAll(input.path("nodes"), Node.class),
        KubeObjects.readAll(input.path("pods"), Pod.class),
        KubeObjects.readAll(input.path("namespaces"), Namespace.class),
        KubeObjects.readAll(input.path("services"), Service.class),
        KubeObjects.readAll(input.path("replicaSets"), ReplicaSet.class),
        KubeObjects.read(input.path("pod"), Pod.class));
  }

  /** The pod to be scheduled as plugins see it. */
  PodInfo incoming() {
    return PodInfo.of(pod, EffectiveRequests.upstream());
  }

  /** Puts all of it into a cluster, the pod to be scheduled last. */
  void createOn(InMemoryCluster cluster) {
    cluster.createAll(namespaces);
    cluster.createAll(services);
    cluster.createAll(replicaSets);
    cluster.createAll(nodes);
    cluster.createAll(pods);
    cluster.create(pod);
  }

  /** Puts all of it before plugins that run by themselves. */
  void layOut(PluginBench bench) {
    bench.put(ResourceKind.NAMESPACES, namespaces);
    bench.put(ResourceKind.SERVICES, services);
    bench.put(ResourceKind.REPLICA_SETS, replicaSets);
    bench.snapshot(nodes, pods.stream().map(each -> PodInfo.of(each, EffectiveRequests.upstream())).toList());
  }
}
