package io.berth.plugins.nodedeclaredfeatures;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which declared features a pod needs of its node. Upstream knows more features, which concern updates of a pod or nothing that
 * scheduling could tell.
 *
 * <p>Source: component-helpers/nodedeclaredfeatures/features, v0.37.2.
 */
final class PodFeatures {
  private static final String RESTART_ALL_CONTAINERS = "RestartAllContainersOnContainerExits";
  private static final String USER_NAMESPACES_HOST_NETWORK = "UserNamespacesHostNetworkSupport";
  private static final String BIND_MOUNT_OPTIONS = "VolumeBindMountOptions";

  private PodFeatures() {}

  /** The features' names, sorted. */
  static List<String> neededBy(Pod pod) {
    PodSpec spec = pod.getSpec();
    if (spec == null) {
      return List.of();
    }
    List<String> needed = new ArrayList<>(3);
    if (restartsAll(spec.getContainers()) || restartsAll(spec.getInitContainers())) {
      needed.add(RESTART_ALL_CONTAINERS);
    }
    if (Boolean.TRUE.equals(spec.getHostNetwork()) && Boolean.FALSE.equals(spec.getHostUsers())) {
      needed.add(USER_NAMESPACES_HOST_NETWORK);
    }
    if (usesBindMountOptions(spec)) {
      needed.add(BIND_MOUNT_OPTIONS);
    }
    return needed;
  }

  private static boolean restartsAll(@Nullable List<Container> containers) {
    for (Container container : orNone(containers)) {
      for (var rule : orNone(container.getRestartPolicyRules())) {
        if ("RestartAllContainers".equals(rule.getAction())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean usesBindMountOptions(PodSpec spec) {
    for (Container container : orNone(spec.getContainers())) {
      if (anyOptions(container.getVolumeMounts())) {
        return true;
      }
    }
    for (Container container : orNone(spec.getInitContainers())) {
      if (anyOptions(container.getVolumeMounts())) {
        return true;
      }
    }
    for (EphemeralContainer container : orNone(spec.getEphemeralContainers())) {
      if (anyOptions(container.getVolumeMounts())) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyOptions(@Nullable List<VolumeMount> mounts) {
    for (VolumeMount mount : orNone(mounts)) {
      if (!orNone(mount.getBindMountOptions()).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
