package io.berth.framework.selector;

import io.fabric8.kubernetes.api.model.Affinity;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a pod may go by its {@code nodeSelector} and its required node affinity, compiled. Equal by content.
 *
 * <p>Source: component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go RequiredNodeAffinity, v0.37.2.
 */
public final class RequiredNodeAffinity {

  private static final RequiredNodeAffinity ANY = new RequiredNodeAffinity(Selector.everything(), null);

  private final Selector labels;
  private final @Nullable NodeSelectorMatcher terms;

  private RequiredNodeAffinity(Selector labels, @Nullable NodeSelectorMatcher terms) {
    this.labels = labels;
    this.terms = terms;
  }

  /** Every node will do. */
  public static RequiredNodeAffinity any() {
    return ANY;
  }

  /** Compiles a pod's {@code nodeSelector} and {@code affinity}; never fails. */
  public static RequiredNodeAffinity of(@Nullable Map<String, String> nodeSelector, @Nullable Affinity affinity) {
    NodeSelectorMatcher terms = null;
    if (affinity != null && affinity.getNodeAffinity() != null
        && affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution() != null) {
      terms = NodeSelectorMatcher.of(affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution());
    }
    Selector labels = Selector.ofLabels(nodeSelector);
    return labels.isEverything() && terms == null ? ANY : new RequiredNodeAffinity(labels, terms);
  }

  /** Whether every node will do. */
  public boolean isAny() {
    return this == ANY;
  }

  /** Whether a node of this name and with these labels will do. */
  public boolean matches(String nodeName, Map<String, String> nodeLabels) {
    return labels.matches(nodeLabels) && (terms == null || terms.matches(nodeName, nodeLabels));
  }

  /** The pod's {@code nodeSelector}. */
  public Selector labels() {
    return labels;
  }

  /** The required node affinity; {@code null} if there is none. */
  public @Nullable NodeSelectorMatcher terms() {
    return terms;
  }

  /** {@link NodeSelectorMatcher#nodeNames} of the affinity; {@code null} if there is none. */
  public @Nullable Set<String> nodeNames() {
    return terms == null ? null : terms.nodeNames();
  }

  /** {@link NodeSelectorMatcher#parseError} of the affinity; {@code null} if there is none. */
  public @Nullable String parseError() {
    return terms == null ? null : terms.parseError();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof RequiredNodeAffinity that && labels.equals(that.labels) && Objects.equals(terms, that.terms);
  }

  @Override
  public int hashCode() {
    return 31 * labels.hashCode() + Objects.hashCode(terms);
  }
}
