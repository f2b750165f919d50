package io.berth.framework;

import io.berth.framework.cluster.ResourceKind;
import java.util.Set;

/**
 * The parent of all extension points. A plugin implements as many of them as it needs.
 *
 * <p>Filter and Score may be called for several nodes at once with the same cycle state; everything else of a cycle is serial, on
 * the scheduler's own thread. A plugin that throws fails the pod at hand, with its name in the message, and never the loop.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface Plugin {
  /** The name under which the plugin is configured; the same on every call. */
  String name();

  /**
   * The kinds whose listers the plugin uses, besides pods and nodes. The engine watches these kinds, those of the registered events,
   * and no others. Asked once, at start.
   */
  default Set<ResourceKind<?>> reads() {
    return Set.of();
  }
}
