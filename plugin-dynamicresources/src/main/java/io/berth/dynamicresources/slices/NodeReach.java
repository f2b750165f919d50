package io.berth.dynamicresources.slices;

import io.berth.framework.selector.NodeSelectorMatcher;
import io.fabric8.kubernetes.api.model.NodeSelector;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes can use a slice, or a device of a slice whose devices say so themselves: one by name, or all, or those that a
 * selector matches.
 *
 * <p>Source: structured/internal/experimental/pools_experimental.go NodeMatches, v1.37.2.
 *
 * @param nodeName the only node; empty if it is not about one
 * @param all whether every node can
 * @param selector the nodes, if it is neither of the others
 * @param bean the selector as it was published
 */
record NodeReach(String nodeName, boolean all, @Nullable NodeSelectorMatcher selector, @Nullable NodeSelector bean) {

  static NodeReach of(@Nullable String nodeName, @Nullable Boolean allNodes, @Nullable NodeSelector selector) {
    boolean all = allNodes != null && allNodes;
    return new NodeReach(nodeName == null ? "" : nodeName, all,
        selector == null ? null : NodeSelectorMatcher.of(selector), selector);
  }

  /** Whether it says anything that is known. */
  boolean isSet() {
    return !nodeName.isEmpty() || all || selector != null;
  }

  boolean matches(NodeKey node) {
    if (!nodeName.isEmpty()) {
      return nodeName.equals(node.name());
    }
    return all || selector != null && selector.matches(node.name(), node.labels());
  }

  /** What makes the question unanswerable; {@code null} if nothing does. */
  @Nullable String parseError() {
    return nodeName.isEmpty() && !all && selector != null ? selector.parseError() : null;
  }
}
