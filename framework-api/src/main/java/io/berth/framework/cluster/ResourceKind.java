package io.berth.framework.cluster;

import io.berth.framework.event.EventResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;

/**
 * A kind of object, built in or custom. Two of the same group, version and plural are equal.
 *
 * @param <T> the class of its objects
 * @param group the API group, empty for the core group
 * @param version such as {@code v1}
 * @param plural such as {@code pods}
 * @param kind such as {@code Pod}
 * @param namespaced whether its objects live in namespaces
 * @param type the class of T
 */
public record ResourceKind<T extends HasMetadata>(
    String group, String version, String plural, String kind, boolean namespaced, Class<T> type) {
  public static final ResourceKind<Pod> PODS = core("pods", "Pod", true, Pod.class);
  public static final ResourceKind<Node> NODES = core("nodes", "Node", false, Node.class);
  public static final ResourceKind<Namespace> NAMESPACES = core("namespaces", "Namespace", false, Namespace.class);
  public static final ResourceKind<Service> SERVICES = core("services", "Service", true, Service.class);
  public static final ResourceKind<ReplicationController> REPLICATION_CONTROLLERS =
      core("replicationcontrollers", "ReplicationController", true, ReplicationController.class);
  public static final ResourceKind<ReplicaSet> REPLICA_SETS =
      new ResourceKind<>("apps", "v1", "replicasets", "ReplicaSet", true, ReplicaSet.class);
  public static final ResourceKind<StatefulSet> STATEFUL_SETS =
      new ResourceKind<>("apps", "v1", "statefulsets", "StatefulSet", true, StatefulSet.class);
  public static final ResourceKind<PodDisruptionBudget> POD_DISRUPTION_BUDGETS =
      new ResourceKind<>("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true, PodDisruptionBudget.class);
  public static final ResourceKind<DeviceClass> DEVICE_CLASSES =
      devices("deviceclasses", "DeviceClass", false, DeviceClass.class);
  public static final ResourceKind<DeviceTaintRule> DEVICE_TAINT_RULES =
      devices("devicetaintrules", "DeviceTaintRule", false, DeviceTaintRule.class);
  public static final ResourceKind<ResourceClaim> RESOURCE_CLAIMS =
      devices("resourceclaims", "ResourceClaim", true, ResourceClaim.class);
  public static final ResourceKind<ResourceClaimTemplate> RESOURCE_CLAIM_TEMPLATES =
      devices("resourceclaimtemplates", "ResourceClaimTemplate", true, ResourceClaimTemplate.class);
  public static final ResourceKind<ResourceSlice> RESOURCE_SLICES =
      devices("resourceslices", "ResourceSlice", false, ResourceSlice.class);

  private static <T extends HasMetadata> ResourceKind<T> core(
      String plural, String kind, boolean namespaced, Class<T> type) {
    return new ResourceKind<>("", "v1", plural, kind, namespaced, type);
  }

  private static <T extends HasMetadata> ResourceKind<T> devices(
      String plural, String kind, boolean namespaced, Class<T> type) {
    return new ResourceKind<>("resource.k8s.io", "v1", plural, kind, namespaced, type);
  }

  /** {@code v1} or {@code group/version}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** The resource under which plugins register events of this kind; for pods and nodes use {@link EventResource}'s constants. */
  public EventResource<T> events() {
    return new EventResource<>(group.isEmpty() ? kind : group + "/" + kind, type);
  }

  @Override
  public String toString() {
    return plural + "." + apiVersion();
  }
}
