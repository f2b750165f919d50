package io.berth.plugins.podtopologyspread;

import io.berth.framework.Handle;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.framework.selector.Selector;
import io.berth.framework.selector.SelectorException;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which pods belong together when a pod does not say so itself: those that the pod's services and its controller select.
 *
 * <p>Source: pkg/scheduler/framework/plugins/helper/spread.go, v1.37.2.
 */
final class DefaultSelector {
  static final Set<ResourceKind<?>> READS =
      Set.of(
          ResourceKind.SERVICES,
          ResourceKind.REPLICATION_CONTROLLERS,
          ResourceKind.REPLICA_SETS,
          ResourceKind.STATEFUL_SETS);

  private final Lister<Service> services;
  private final Lister<ReplicationController> replicationControllers;
  private final Lister<ReplicaSet> replicaSets;
  private final Lister<StatefulSet> statefulSets;

  DefaultSelector(Handle handle) {
    services = handle.lister(ResourceKind.SERVICES);
    replicationControllers = handle.lister(ResourceKind.REPLICATION_CONTROLLERS);
    replicaSets = handle.lister(ResourceKind.REPLICA_SETS);
    statefulSets = handle.lister(ResourceKind.STATEFUL_SETS);
  }

  /** The pods that belong together with this one; everything if nothing selects it. */
  Selector of(PodInfo pod) {
    Map<String, String> labels = new HashMap<>();
    for (Service service : services.list(pod.namespace())) {
      Map<String, String> selector = service.getSpec() == null ? null : service.getSpec().getSelector();
      if (selector != null && selects(selector, pod.labels())) {
        labels.putAll(selector);
      }
    }
    OwnerReference owner = controllerOf(pod);
    if (owner == null) {
      return Selector.ofLabels(labels);
    }
    return switch (owner.getApiVersion() + " " + owner.getKind()) {
      case "v1 ReplicationController" -> {
        ReplicationController controller = replicationControllers.get(pod.namespace(), owner.getName());
        if (controller != null && controller.getSpec() != null && controller.getSpec().getSelector() != null) {
          labels.putAll(controller.getSpec().getSelector());
        }
        yield Selector.ofLabels(labels);
      }
      case "apps/v1 ReplicaSet" -> {
        ReplicaSet set = replicaSets.get(pod.namespace(), owner.getName());
        yield with(labels, set == null || set.getSpec() == null ? null : set.getSpec().getSelector());
      }
      case "apps/v1 StatefulSet" -> {
        StatefulSet set = statefulSets.get(pod.namespace(), owner.getName());
        yield with(labels, set == null || set.getSpec() == null ? null : set.getSpec().getSelector());
      }
      default -> Selector.ofLabels(labels);
    };
  }

  private static Selector with(Map<String, String> labels, @Nullable LabelSelector selector) {
    Selector own = Selector.ofLabels(labels);
    try {
      return own.and(Selector.of(selector).requirements());
    } catch (SelectorException e) {
      return own; // as upstream: a controller with a broken selector selects nothing more
    }
  }

  private static boolean selects(Map<String, String> selector, Map<String, String> labels) {
    for (Map.Entry<String, String> wanted : selector.entrySet()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable OwnerReference controllerOf(PodInfo pod) {
    List<OwnerReference> owners = pod.pod().getMetadata() == null ? null : pod.pod().getMetadata().getOwnerReferences();
    if (owners == null) {
      return null;
    }
    for (OwnerReference owner : owners) {
      if (Boolean.TRUE.equals(owner.getController())) {
        return owner;
      }
    }
    return null;
  }
}
