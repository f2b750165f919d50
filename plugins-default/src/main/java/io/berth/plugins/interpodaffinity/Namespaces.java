package io.berth.plugins.interpodaffinity;

import io.berth.framework.Handle;
import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.AffinityTerm;
import io.berth.framework.selector.Selector;
import io.berth.plugins.internal.index.Clause;
import io.berth.plugins.internal.index.Lru;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The labels of namespaces, and which namespaces the selectors that were asked for lately pick. */
final class Namespaces implements ResourceEventHandler<Namespace> {
  private static final int SELECTORS_KEPT = 256;

  private final Informer<Namespace> namespaces;
  private final Lru<Selector, Set<String>> picked = new Lru<>(names -> {});

  Namespaces(Handle handle) {
    namespaces = handle.informer(ResourceKind.NAMESPACES);
    namespaces.addHandler(this);
  }

  /** The labels of a namespace; none if it is not known. */
  Map<String, String> labelsOf(String name) {
    Namespace namespace = namespaces.get("", name);
    return namespace == null ? Map.of() : labels(namespace);
  }

  /** The terms of an incoming pod, with the namespaces that they select now. */
  List<Clause> resolve(List<AffinityTerm> terms) {
    if (terms.isEmpty()) {
      return List.of();
    }
    List<Clause> clauses = new ArrayList<>(terms.size());
    for (AffinityTerm term : terms) {
      clauses.add(resolve(term));
    }
    return clauses;
  }

  /** The term of an incoming pod, with the namespaces that it selects now. */
  Clause resolve(AffinityTerm term) {
    Selector selector = term.namespaceSelector();
    if (selector.isNothing()) {
      return new Clause(term.namespaces(), term.selector());
    }
    if (selector.isEverything()) {
      return new Clause(null, term.selector());
    }
    picked.trim(SELECTORS_KEPT);
    Set<String> names = picked.get(selector, this::pick);
    if (!term.namespaces().isEmpty()) {
      names = new HashSet<>(names);
      names.addAll(term.namespaces());
    }
    return new Clause(names, term.selector());
  }

  private Set<String> pick(Selector selector) {
    Set<String> names = new HashSet<>();
    for (Namespace namespace : namespaces.list()) {
      if (selector.matches(labels(namespace))) {
        names.add(namespace.getMetadata().getName());
      }
    }
    return Set.copyOf(names);
  }

  private static Map<String, String> labels(Namespace namespace) {
    Map<String, String> labels = namespace.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  @Override
  public void onAdd(Namespace namespace) {
    picked.trim(0);
  }

  @Override
  public void onUpdate(Namespace before, Namespace after) {
    if (!labels(before).equals(labels(after))) {
      picked.trim(0);
    }
  }

  @Override
  public void onDelete(Namespace namespace, boolean finalStateUnknown) {
    picked.trim(0);
  }
}
