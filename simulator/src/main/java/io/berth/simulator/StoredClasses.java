package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.ObjectKey;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes that a cluster holds. Thread-safe. */
final class StoredClasses implements Admission.Classes {
  private static final ResourceKind<PriorityClass> PRIORITY_CLASSES =
      new ResourceKind<>("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false, PriorityClass.class);
  private static final ResourceKind<RuntimeClass> RUNTIME_CLASSES =
      new ResourceKind<>("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", false, RuntimeClass.class);

  private final ClusterCore core;

  StoredClasses(ClusterCore core) {
    this.core = core;
  }

  @Override
  public List<PriorityClass> priorityClasses() {
    return core.call(() -> core.table(PRIORITY_CLASSES).list());
  }

  @Override
  public @Nullable PriorityClass priorityClass(String name) {
    return core.call(() -> core.table(PRIORITY_CLASSES).get(new ObjectKey("", name)));
  }

  @Override
  public @Nullable RuntimeClass runtimeClass(String name) {
    return core.call(() -> core.table(RUNTIME_CLASSES).get(new ObjectKey("", name)));
  }

  @Override
  public @Nullable Node node(String name) {
    return core.call(() -> core.table(ResourceKind.NODES).get(new ObjectKey("", name)));
  }
}
