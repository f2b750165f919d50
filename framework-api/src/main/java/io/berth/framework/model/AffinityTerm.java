package io.berth.framework.model;

import io.berth.framework.selector.Selector;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A compiled pod affinity or anti-affinity term.
 *
 * <p>Source: kube-scheduler/framework/types.go AffinityTerm, v0.37.2.
 *
 * @param namespaces the namespaces that are named; the pod's own if the term names none and selects none
 * @param selector which pods are meant
 * @param topologyKey the node label whose values make the domains
 * @param namespaceSelector which other namespaces are meant
 */
public record AffinityTerm(Set<String> namespaces, Selector selector, String topologyKey, Selector namespaceSelector) {

  /**
   * Compiles a term of a pod in this namespace.
   *
   * @throws io.berth.framework.selector.SelectorException if a selector is invalid
   */
  static AffinityTerm of(String namespace, PodAffinityTerm term) {
    Selector selector = Selector.of(term.getLabelSelector());
    Selector namespaceSelector = Selector.of(term.getNamespaceSelector());
    List<String> named = term.getNamespaces() == null ? List.of() : term.getNamespaces();
    Set<String> namespaces;
    if (named.isEmpty()) {
      namespaces = term.getNamespaceSelector() == null ? Set.of(namespace) : Set.of();
    } else {
      namespaces = named.size() == 1 ? Set.of(named.get(0)) : Collections.unmodifiableSet(new TreeSet<>(named));
    }
    String topologyKey = term.getTopologyKey() == null ? "" : term.getTopologyKey();
    return new AffinityTerm(namespaces, selector, topologyKey, namespaceSelector);
  }

  /**
   * Whether a pod is meant.
   *
   * @param namespaceLabels the labels of the pod's namespace; empty if it is not known
   */
  public boolean matches(PodInfo pod, Map<String, String> namespaceLabels) {
    return matchesNamespace(pod.namespace(), namespaceLabels) && selector.matches(pod.labels());
  }

  /** Whether the pods of a namespace with these labels are meant. */
  public boolean matchesNamespace(String namespace, Map<String, String> namespaceLabels) {
    return namespaces.contains(namespace) || namespaceSelector.matches(namespaceLabels);
  }
}
