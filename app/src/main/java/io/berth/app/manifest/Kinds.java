package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kinds that a simulation reads. */
final class Kinds {

  /** Groups of the API server's own kinds that have no {@code .k8s.io} in their name. */
  private static final Set<String> BUILT_IN = Set.of("v1", "apps", "batch", "policy", "autoscaling", "extensions");

  private static final Map<String, Class<? extends HasMetadata>> TYPES = new LinkedHashMap<>();

  static {
    add("v1", Pod.class, Node.class, Namespace.class, Service.class, ReplicationController.class);
    add("apps/v1", ReplicaSet.class, Deployment.class, StatefulSet.class, DaemonSet.class);
    add("batch/v1", Job.class, CronJob.class);
    add("scheduling.k8s.io/v1", PriorityClass.class);
    add("node.k8s.io/v1", RuntimeClass.class);
    add("policy/v1", PodDisruptionBudget.class);
    add(
        "resource.k8s.io/v1",
        ResourceClaim.class,
        ResourceClaimTemplate.class,
        ResourceSlice.class,
        DeviceClass.class,
        DeviceTaintRule.class);
    // Older versions whose objects have the same fields.
    add(
        "resource.k8s.io/v1beta2",
        ResourceClaim.class,
        ResourceClaimTemplate.class,
        ResourceSlice.class,
        DeviceClass.class,
        DeviceTaintRule.class);
    add("resource.k8s.io/v1beta1", DeviceClass.class);
    add("resource.k8s.io/v1alpha3", DeviceTaintRule.class);
  }

  private Kinds() {}

  @SafeVarargs
  private static void add(String apiVersion, Class<? extends HasMetadata>... types) {
    for (Class<? extends HasMetadata> type : types) {
      TYPES.put(apiVersion + " " + type.getSimpleName(), type);
    }
  }

  /** The type for a kind; {@code null} when a simulation does not read it. */
  static @Nullable Class<? extends HasMetadata> type(String apiVersion, String kind) {
    return TYPES.get(apiVersion + " " + kind);
  }

  static boolean isNamespaced(Class<?> type) {
    return Namespaced.class.isAssignableFrom(type);
  }

  /** Whether it is a list of some kind. */
  static boolean isList(String kind) {
    return kind.endsWith("List") && kind.length() >= 4;
  }

  /** Why objects of that kind are left out. */
  static String whyIgnored(String apiVersion, String kind) {
    String name = apiVersion + " " + kind;
    for (String known : TYPES.keySet()) {
      if (known.endsWith(" " + kind) || known.equalsIgnoreCase(name)) {
        return "kind " + name + " is not known, and the object is left out; only " + known + " is read";
      }
    }
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? apiVersion : apiVersion.substring(0, slash);
    return BUILT_IN.contains(group) || group.endsWith(".k8s.io")
        ? "kind " + name + " is not used by the simulation, and the object is left out"
        : "kind " + name + " is not known, and the object is left out";
  }
}
