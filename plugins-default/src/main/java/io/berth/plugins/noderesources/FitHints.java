package io.berth.plugins.noderesources;

import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.PodRequests;
import io.berth.framework.resource.PodResourcesOptions;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which changes may make room for a pod.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/fit.go (isSchedulableAfter…), v1.37.2.
 */
final class FitHints {
  /** Hints look at all resources, those included that Filter ignores. */
  private final FitRequests requests;

  FitHints(DeviceClassResolver classes) {
    requests = new FitRequests(List.of(), List.of(), classes);
  }

  static QueueingHint afterPodDeleted(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    PodInfo deleted = Objects.requireNonNull(before, "pod");
    return queueIf(!deleted.nodeName().isEmpty() || !deleted.nominatedNodeName().isEmpty());
  }

  static QueueingHint afterOwnScaleDown(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    return QueueingHint.QUEUE;
  }

  /** Only a resource counts of which the waiting pod requests some, too. */
  static QueueingHint afterPodScaledDown(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    PodInfo scaled = Objects.requireNonNull(after, "pod");
    if (scaled.nodeName().isEmpty()) {
      return QueueingHint.QUEUE_SKIP;
    }
    Resources was = Objects.requireNonNull(before, "pod").resources().onNode();
    Resources is = scaled.resources().onNode();
    for (ResourceName name : pod.resources().onNode().names()) {
      if (was.getExact(name).compareTo(is.getExact(name)) > 0) {
        return QueueingHint.QUEUE;
      }
    }
    return QueueingHint.QUEUE_SKIP;
  }

  QueueingHint afterNodeChange(PodInfo pod, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    FitRequest request = requests.of(pod.resources().incoming());
    if (after == null || !request.check(after).isSuccess()) {
      return QueueingHint.QUEUE_SKIP;
    }
    return queueIf(before == null || request.hasMoreRoom(before, after));
  }

  /** A class that is new, or that stands for another resource than before, helps pods that request this resource. */
  static QueueingHint afterDeviceClass(PodInfo pod, @Nullable DeviceClass before, @Nullable DeviceClass after) {
    DeviceClass deviceClass = Objects.requireNonNull(after, "device class");
    String resource = DeviceClassResolver.extendedResourceName(deviceClass);
    if (before != null && DeviceClassResolver.extendedResourceName(before).equals(resource)) {
      return QueueingHint.QUEUE_SKIP;
    }
    Map<String, ?> requests = PodRequests.podRequests(pod.pod(), PodResourcesOptions.SPEC);
    String implicit = DeviceClassResolver.RESOURCE_DEVICE_CLASS_PREFIX + deviceClass.getMetadata().getName();
    boolean byName = before == null && requests.containsKey(implicit);
    return queueIf(byName || !resource.isEmpty() && requests.containsKey(resource));
  }

  private static QueueingHint queueIf(boolean mayHelp) {
    return mayHelp ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }
}
