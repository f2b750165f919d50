package io.berth.framework.selector;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compiled node selector terms, of which one must match. A term without conditions matches no node. A term that cannot be
 * compiled matches no node either; upstream speaks of it only if no other term matched, which is when {@link #parseError}
 * counts.
 *
 * <p>Source: component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go LazyErrorNodeSelector, v0.37.2.
 */
public final class NodeSelectorMatcher {

  private final List<NodeTerm> terms;
  private final @Nullable Set<String> nodeNames;
  private final @Nullable String parseError;

  private NodeSelectorMatcher(List<NodeTerm> terms, @Nullable Set<String> nodeNames) {
    this.terms = terms;
    this.nodeNames = nodeNames;
    List<String> errors = new ArrayList<>(0);
    terms.forEach(term -> errors.addAll(term.errors()));
    this.parseError = errors.isEmpty() ? null : FieldErrors.aggregate(errors);
  }

  /** Compiles terms; never fails. */
  public static NodeSelectorMatcher of(NodeSelector selector) {
    List<NodeSelectorTerm> given = selector.getNodeSelectorTerms() == null ? List.of() : selector.getNodeSelectorTerms();
    List<NodeTerm> terms = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      if (!NodeTerm.isEmpty(given.get(i))) {
        terms.add(NodeTerm.of(given.get(i), "nodeSelectorTerms[" + i + "]"));
      }
    }
    return new NodeSelectorMatcher(List.copyOf(terms), nodeNames(given));
  }

  private static @Nullable Set<String> nodeNames(List<NodeSelectorTerm> terms) {
    if (terms.isEmpty()) {
      return null;
    }
    Set<String> names = new TreeSet<>();
    for (NodeSelectorTerm term : terms) {
      Set<String> ofTerm = NodeTerm.nodeNames(term);
      if (ofTerm == null) {
        return null;
      }
      names.addAll(ofTerm);
    }
    return Collections.unmodifiableSet(names);
  }

  /** Whether a node of this name and with these labels matches a term. */
  public boolean matches(String nodeName, Map<String, String> nodeLabels) {
    for (int i = 0; i < terms.size(); i++) {
      if (terms.get(i).matches(nodeName, nodeLabels)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The nodes that the terms name, if every term names some (an empty set: the terms contradict themselves); {@code null} if
   * a term leaves the name open.
   */
  public @Nullable Set<String> nodeNames() {
    return nodeNames;
  }

  /** What is wrong with the terms that could not be compiled, in upstream's words; {@code null} if nothing. */
  public @Nullable String parseError() {
    return parseError;
  }

  /** Equal terms in the same order. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || other instanceof NodeSelectorMatcher that && terms.equals(that.terms)
        && Objects.equals(nodeNames, that.nodeNames);
  }

  @Override
  public int hashCode() {
    return terms.hashCode();
  }
}
