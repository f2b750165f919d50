package io.berth.app.script;

import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Origin;
import io.berth.app.manifest.Problems;
import io.berth.app.workload.WorkloadExpansion;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The workloads that a run knows, and their pods in the cluster. */
final class Workloads {

  private final InMemoryCluster cluster;
  private final Map<String, HasMetadata> known = new LinkedHashMap<>();

  Workloads(InMemoryCluster cluster) {
    this.cluster = cluster;
  }

  /** Keeps it, if it is one that can be scaled; a later one of the same name takes its place. */
  void remember(HasMetadata object) {
    if (object instanceof Deployment || object instanceof ReplicaSet || object instanceof StatefulSet || object instanceof ReplicationController) {
      known.put(key(object.getKind(), object.getMetadata().getNamespace(), object.getMetadata().getName()), object);
    }
  }

  private static String key(String kind, String namespace, String name) {
    return kind.toLowerCase(Locale.ROOT) + "/" + namespace + "/" + name;
  }

  Optional<HasMetadata> find(Action.Target target) {
    return Optional.ofNullable(known.get(key(target.kind().word(), target.namespace(), target.name())));
  }

  /** The workload with another number of pods, which is remembered. */
  HasMetadata scaled(HasMetadata workload, int replicas) {
    HasMetadata scaled;
    if (workload instanceof Deployment deployment) {
      scaled = new DeploymentBuilder(deployment).editSpec().withReplicas(replicas).endSpec().build();
    } else if (workload instanceof ReplicaSet set) {
      scaled = new ReplicaSetBuilder(set).editSpec().withReplicas(replicas).endSpec().build();
    } else if (workload instanceof StatefulSet set) {
      scaled = new StatefulSetBuilder(set).editSpec().withReplicas(replicas).endSpec().build();
    } else {
      scaled = new ReplicationControllerBuilder((ReplicationController) workload).editSpec().withReplicas(replicas).endSpec().build();
    }
    remember(scaled);
    return scaled;
  }

  /** The pods that the workload lacks. */
  List<Manifest> missing(HasMetadata workload, Origin origin, Problems problems) {
    var inventory = new Inventory(problems);
    inventory.accept(new Manifest(workload, origin));
    for (Pod pod : cluster.list(ResourceKind.PODS, workload.getMetadata().getNamespace())) {
      inventory.accept(new Manifest(pod, origin));
    }
    return WorkloadExpansion.expand(inventory, problems).manifests().stream()
        .filter(m -> m.object() instanceof Pod && inventory.find("Pod", m.object().getMetadata().getNamespace(), m.object().getMetadata().getName()) == null)
        .toList();
  }

  /** The workload's pods, those that go first in front: pending ones, then the latest. */
  List<Pod> podsOf(HasMetadata workload) {
    var pods = new ArrayList<Pod>();
    for (Pod pod : cluster.list(ResourceKind.PODS, workload.getMetadata().getNamespace())) {
      if (owns(workload, pod)) {
        pods.add(pod);
      }
    }
    Comparator<Pod> order =
        workload instanceof StatefulSet
            ? Comparator.comparing(Workloads::ordinal).reversed()
            : Comparator.<Pod, Boolean>comparing(pod -> pod.getSpec().getNodeName() != null && !pod.getSpec().getNodeName().isEmpty())
                .thenComparing(pod -> Long.parseLong(pod.getMetadata().getResourceVersion()), Comparator.reverseOrder());
    pods.sort(order);
    return pods;
  }

  private static int ordinal(Pod pod) {
    String name = pod.getMetadata().getName();
    String number = name.substring(name.lastIndexOf('-') + 1);
    return number.matches("\\d{1,9}") ? Integer.parseInt(number) : -1;
  }

  /** A Deployment owns its pods through a ReplicaSet, which is told by its name and the pods' hash. */
  private static boolean owns(HasMetadata workload, Pod pod) {
    for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController())) {
        String name = workload.getMetadata().getName();
        Map<String, String> labels = pod.getMetadata().getLabels();
        String hash = labels == null ? null : labels.get("pod-template-hash");
        boolean through = workload instanceof Deployment && owner.getKind().equals("ReplicaSet") && owner.getName().equals(name + "-" + hash);
        return through || (owner.getKind().equals(workload.getKind()) && owner.getName().equals(name));
      }
    }
    return false;
  }

  /** The workload that the pod belongs to, if it is known. */
  Optional<HasMetadata> ownerOf(Pod pod) {
    return known.values().stream()
        .filter(w -> w.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace()) && owns(w, pod))
        .findFirst();
  }
}
