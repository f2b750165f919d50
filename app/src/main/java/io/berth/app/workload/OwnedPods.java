package io.berth.app.workload;

import io.berth.app.manifest.Inventory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pods and ReplicaSets of an input, by their controller. */
final class OwnedPods {

  private static final String TEMPLATE_HASH = "pod-template-hash";

  private final Map<String, List<Pod>> podsByUid = new HashMap<>();
  private final Map<String, List<Pod>> podsByName = new HashMap<>();
  private final Map<String, List<Pod>> orphansByDeployment = new HashMap<>();
  private final Map<String, List<ReplicaSet>> setsByUid = new HashMap<>();
  private final Map<String, List<ReplicaSet>> setsByName = new HashMap<>();

  OwnedPods(Inventory inventory) {
    for (ReplicaSet set : inventory.all(ReplicaSet.class)) {
      add(set, setsByUid, setsByName);
    }
    for (Pod pod : inventory.all(Pod.class)) {
      add(pod, podsByUid, podsByName);
      addOrphan(pod, inventory);
    }
  }

  private static <T extends HasMetadata> void add(T object, Map<String, List<T>> byUid, Map<String, List<T>> byName) {
    OwnerReference owner = Owners.controllerOf(object);
    if (owner != null) {
      byUid.computeIfAbsent(String.valueOf(owner.getUid()), uid -> new ArrayList<>()).add(object);
      byName.computeIfAbsent(key(owner.getKind(), object, owner.getName()), key -> new ArrayList<>()).add(object);
    }
  }

  /** A pod whose ReplicaSet is not in the input: its names still say which Deployment is behind it. */
  private void addOrphan(Pod pod, Inventory inventory) {
    OwnerReference owner = Owners.controllerOf(pod);
    Map<String, String> labels = pod.getMetadata().getLabels();
    String hash = labels == null ? null : labels.get(TEMPLATE_HASH);
    if (owner == null || hash == null || !"ReplicaSet".equals(owner.getKind()) || !owner.getName().endsWith("-" + hash)) {
      return;
    }
    if (inventory.find("ReplicaSet", pod.getMetadata().getNamespace(), owner.getName()) == null) {
      String deployment = owner.getName().substring(0, owner.getName().length() - hash.length() - 1);
      orphansByDeployment.computeIfAbsent(key("Deployment", pod, deployment), key -> new ArrayList<>()).add(pod);
    }
  }

  private static String key(String kind, HasMetadata sibling, String name) {
    return kind + "/" + sibling.getMetadata().getNamespace() + "/" + name;
  }

  /** The pods of a controller. */
  List<Pod> of(HasMetadata owner) {
    return owned(owner, podsByUid, podsByName);
  }

  /** The ReplicaSets of a Deployment. */
  List<ReplicaSet> replicaSetsOf(HasMetadata deployment) {
    return owned(deployment, setsByUid, setsByName);
  }

  /** The pods of a Deployment whose ReplicaSets are not in the input. */
  List<Pod> orphansOf(HasMetadata deployment) {
    return orphansByDeployment.getOrDefault(key("Deployment", deployment, deployment.getMetadata().getName()), List.of());
  }

  private static <T> List<T> owned(HasMetadata owner, Map<String, List<T>> byUid, Map<String, List<T>> byName) {
    if (Owners.isFromApiServer(owner)) {
      return byUid.getOrDefault(owner.getMetadata().getUid(), List.of());
    }
    return byName.getOrDefault(key(owner.getKind(), owner, owner.getMetadata().getName()), List.of());
  }
}
