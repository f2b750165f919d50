package io.berth.examples;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.Status;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Starts no pods in namespaces with the label {@code frozen=true}, until it is taken off. */
public final class FrozenNamespaces implements FilterPlugin, EnqueueExtensions {
  private final Lister<Namespace> namespaces;

  /** Made by the profile's factory. */
  public FrozenNamespaces(Handle handle) {
    namespaces = handle.lister(ResourceKind.NAMESPACES);
  }

  @Override
  public String name() {
    return "FrozenNamespaces";
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    return Set.of(ResourceKind.NAMESPACES);
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(ResourceKind.NAMESPACES.events(), ActionType.ADD.or(ActionType.UPDATE), FrozenNamespaces::thawed));
  }

  private static QueueingHint thawed(PodInfo pod, @Nullable Namespace before, @Nullable Namespace after) {
    boolean own = after != null && after.getMetadata().getName().equals(pod.namespace());
    return own && !isFrozen(after) ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    return isFrozen(namespaces.get("", pod.namespace())) ? Status.unschedulable("the namespace is frozen") : Status.SUCCESS;
  }

  private static boolean isFrozen(@Nullable Namespace namespace) {
    return namespace != null && "true".equals(namespace.getMetadata().getLabels().get("frozen"));
  }
}
