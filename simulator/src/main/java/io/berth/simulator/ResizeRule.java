package io.berth.simulator;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/** Says which resizes a kubelet can never grant; those that it cannot grant now are deferred. Pure. */
@FunctionalInterface
public interface ResizeRule {
  /**
   * Why the pod can never have the size that it asks for, or empty.
   *
   * @param pod as it asks to be; borrowed
   * @param wanted what it would take of its node
   * @param node its node
   */
  Optional<String> whyInfeasible(Pod pod, Resources wanted, NodeInfo node);

  /**
   * Every resize is feasible; one that is larger than the node waits for a larger node. So does a kubelet without static CPU and memory
   * managers and without swap.
   *
   * <p>Source: pkg/kubelet/allocation/handlers.go and allocation_manager.go, v1.37.2.
   */
  static ResizeRule upstream() {
    return (pod, wanted, node) -> Optional.empty();
  }

  /** A resize that is larger than the node is infeasible, as KEP-1287 describes it. */
  static ResizeRule withinCapacity() {
    return (pod, wanted, node) -> {
      Resources allocatable = node.allocatable();
      for (ResourceName name : wanted.names()) {
        if ((name == ResourceName.CPU || name == ResourceName.MEMORY) && wanted.get(name) > allocatable.get(name)) {
          return Optional.of(
              "Node didn't have enough capacity: " + name.name() + ", requested: " + wanted.get(name) + ", capacity: "
                  + allocatable.get(name));
        }
      }
      return Optional.empty();
    };
  }
}
