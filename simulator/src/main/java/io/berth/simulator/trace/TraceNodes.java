package io.berth.simulator.trace;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** The nodes of traces. */
final class TraceNodes {
  private TraceNodes() {}

  /** A node that is ready, has these resources, all for pods, and its name for a label. */
  static NodeBuilder ready(String name, Map<String, Quantity> resources) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("kubernetes.io/hostname", name)
        .endMetadata()
        .withNewStatus()
        .withCapacity(resources)
        .withAllocatable(resources)
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus();
  }
}
