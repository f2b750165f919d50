package io.berth.simulator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The classes and nodes among given objects. Immutable. */
final class GivenClasses implements Admission.Classes {
  private final Map<String, PriorityClass> priorityClasses = new LinkedHashMap<>();
  private final Map<String, RuntimeClass> runtimeClasses = new HashMap<>();
  private final Map<String, Node> nodes = new HashMap<>();

  GivenClasses(Collection<? extends HasMetadata> objects) {
    for (HasMetadata object : objects) {
      String name = object.getMetadata().getName();
      if (object instanceof PriorityClass priorityClass) {
        priorityClasses.put(name, priorityClass);
      } else if (object instanceof RuntimeClass runtimeClass) {
        runtimeClasses.put(name, runtimeClass);
      } else if (object instanceof Node node) {
        nodes.put(name, node);
      }
    }
  }

  @Override
  public List<PriorityClass> priorityClasses() {
    return List.copyOf(priorityClasses.values());
  }

  @Override
  public @Nullable PriorityClass priorityClass(String name) {
    return priorityClasses.get(name);
  }

  @Override
  public @Nullable RuntimeClass runtimeClass(String name) {
    return runtimeClasses.get(name);
  }

  @Override
  public @Nullable Node node(String name) {
    return nodes.get(name);
  }
}
