package io.berth.conformance;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out the changes of a script on a cluster: {@code {create}}, or {@code {of: {kind, namespace?, name}}} with {@code merge},
 * {@code delete} or {@code remove}.
 */
final class ScriptedChanges {

  private static final Map<String, ResourceKind<?>> KINDS = Map.of(
      "Pod", ResourceKind.PODS,
      "Node", ResourceKind.NODES,
      "Namespace", ResourceKind.NAMESPACES,
      "Service", ResourceKind.SERVICES,
      "ReplicaSet", ResourceKind.REPLICA_SETS,
      "PodDisruptionBudget", ResourceKind.POD_DISRUPTION_BUDGETS);

  private final InMemoryCluster cluster;
  private final Instant created;

  /**
   * Changes to a cluster.
   *
   * @param created the time at which every object says it was created
   */
  ScriptedChanges(InMemoryCluster cluster, Instant created) {
    this.cluster = cluster;
    this.created = created;
  }

  void apply(JsonNode change) {
    if (change.has("create")) {
      create(change.get("create"));
      return;
    }
    JsonNode of = change.path("of");
    apply(kind(of), of, change);
  }

  private static ResourceKind<?> kind(JsonNode object) {
    String name = object.path("kind").asString("");
    ResourceKind<?> kind = KINDS.get(name);
    if (kind == null) {
      throw new UnusableInput("has an object of a kind that nobody knows: " + name);
    }
    return kind;
  }

  /** Puts an object into the cluster as it stands. */
  void create(JsonNode tree) {
    HasMetadata object = KubeObjects.read(tree, kind(tree).type());
    object.getMetadata().setCreationTimestamp(created.toString());
    cluster.create(object);
  }

  private <T extends HasMetadata> void apply(ResourceKind<T> kind, JsonNode of, JsonNode change) {
    String namespace = of.path("namespace").asString("");
    T object = cluster.get(kind, namespace, of.path("name").asString());
    if (object == null) {
      if (change.path("ifThere").asBoolean(false)) {
        return;
      }
      throw new IllegalStateException("there is no " + of);
    }
    if (change.has("merge")) {
      ObjectNode tree = KubeObjects.tree(object);
      cluster.update(KubeObjects.read(MergePatch.apply(tree, change.get("merge")), kind.type()));
    } else if (change.path("delete").asBoolean(false)) {
      cluster.delete(object);
    } else if (change.path("remove").asBoolean(false)) {
      cluster.remove(object);
    } else {
      throw new UnusableInput("has a change that nobody knows: " + change);
    }
  }
}
