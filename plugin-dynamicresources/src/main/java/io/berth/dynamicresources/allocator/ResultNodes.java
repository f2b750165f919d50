package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Device;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the devices of a claim can be used.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go createNodeSelector, v1.37.2.
 */
final class ResultNodes {

  private ResultNodes() {}

  /** The nodes; {@code null} if all can. */
  static @Nullable NodeSelector selector(List<Device> devices, String nodeName) {
    List<NodeSelectorRequirement> fields = new ArrayList<>();
    List<NodeSelectorRequirement> labels = new ArrayList<>();
    for (Device device : devices) {
      if (device.nodeName() != null || device.bindsToNode()) {
        NodeSelectorTerm term = new NodeSelectorTerm();
        term.setMatchFields(List.of(new NodeSelectorRequirement("metadata.name", "In", List.of(nodeName))));
        return new NodeSelector(List.of(term));
      }
      NodeSelector selector = device.nodeSelector();
      if (selector != null && selector.getNodeSelectorTerms() != null && !selector.getNodeSelectorTerms().isEmpty()) {
        NodeSelectorTerm term = selector.getNodeSelectorTerms().get(0);
        add(term.getMatchFields(), fields);
        add(term.getMatchExpressions(), labels);
      }
    }
    if (fields.isEmpty() && labels.isEmpty()) {
      return null;
    }
    NodeSelectorTerm term = new NodeSelectorTerm();
    term.setMatchFields(fields);
    term.setMatchExpressions(labels);
    return new NodeSelector(List.of(term));
  }

  /** Why the nodes of a claim cannot be told: a slice has more terms than the one that the API allows; {@code null} if they can. */
  static @Nullable String problem(Solution solution) {
    int local = -1;
    for (Picked picked : solution.picks()) {
      Device device = picked.device();
      if (device.nodeName() != null || device.bindsToNode()) {
        local = picked.claim();
      }
      NodeSelector selector = picked.claim() == local ? null : device.nodeSelector();
      int terms = selector == null || selector.getNodeSelectorTerms() == null ? 0 : selector.getNodeSelectorTerms().size();
      if (terms > 1) {
        return "create NodeSelector for claim " + solution.claims().get(picked.claim()).claim().getMetadata().getName()
            + ": unsupported ResourceSlice.NodeSelector with " + terms + " terms";
      }
    }
    return null;
  }

  private static void add(@Nullable List<NodeSelectorRequirement> from, List<NodeSelectorRequirement> to) {
    if (from != null) {
      for (NodeSelectorRequirement requirement : from) {
        if (to.stream().noneMatch(known -> same(known, requirement))) {
          to.add(requirement);
        }
      }
    }
  }

  private static boolean same(NodeSelectorRequirement a, NodeSelectorRequirement b) {
    return a.getKey().equals(b.getKey()) && a.getOperator().equals(b.getOperator())
        && new HashSet<>(values(a)).equals(new HashSet<>(values(b)));
  }

  private static List<String> values(NodeSelectorRequirement requirement) {
    return requirement.getValues() == null ? List.of() : requirement.getValues();
  }
}
