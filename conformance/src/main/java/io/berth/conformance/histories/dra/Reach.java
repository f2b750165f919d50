package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From where devices can be used.
 *
 * @param key a label of nodes; {@code node} for one node by its name, empty for all nodes
 * @param value the label's value, or the node's name
 */
record Reach(String key, String value) {
  static final Reach ALL = new Reach("", "");

  private static final String NODE = "node";

  static Reach node(String name) {
    return new Reach(NODE, name);
  }

  @Nullable String nodeName() {
    return key.equals(NODE) ? value : null;
  }

  @Nullable Boolean allNodes() {
    return key.isEmpty() ? true : null;
  }

  @Nullable NodeSelector selector() {
    return key.isEmpty() || key.equals(NODE)
        ? null
        : new NodeSelectorBuilder().addNewNodeSelectorTerm().addNewMatchExpression()
            .withKey(key).withOperator("In").withValues(value).endMatchExpression()
            .endNodeSelectorTerm().build();
  }

  /** Whether what an object says of nodes means this node. An object that says nothing means none. */
  static boolean means(@Nullable String nodeName, @Nullable Boolean all, @Nullable NodeSelector selector, Node node) {
    if (nodeName != null && !nodeName.isEmpty()) {
      return nodeName.equals(node.getMetadata().getName());
    }
    return Boolean.TRUE.equals(all) || selector != null && matches(selector, node);
  }

  /** Whether the selector, which has lists of values and nothing else, matches the node. */
  static boolean matches(NodeSelector selector, Node node) {
    Map<String, String> labels = node.getMetadata().getLabels() == null ? Map.of() : node.getMetadata().getLabels();
    for (NodeSelectorTerm term : selector.getNodeSelectorTerms()) {
      boolean matches = true;
      for (NodeSelectorRequirement field : term.getMatchFields()) {
        matches &= field.getValues().contains(node.getMetadata().getName());
      }
      for (NodeSelectorRequirement label : term.getMatchExpressions()) {
        matches &= labels.containsKey(label.getKey()) && label.getValues().contains(labels.get(label.getKey()));
      }
      if (matches) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return key.isEmpty() ? "all nodes" : key + " " + value;
  }
}
