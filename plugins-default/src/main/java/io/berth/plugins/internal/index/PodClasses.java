package io.berth.plugins.internal.index;

import io.berth.framework.model.PodInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods on nodes, grouped by namespace and labels, and the selections over them. Each group knows the selections that pick it, so
 * that a pod that comes or goes costs as much as there are selections that count it, however many there are besides.
 */
public final class PodClasses {
  private final Map<Key, PodClass> classes = new HashMap<>();
  private final Map<String, Set<PodClass>> byNamespace = new LinkedHashMap<>();
  private final Map<List<Clause>, Selection> selections = new HashMap<>();
  private final LabelIndex<Selection> byLabel = new LabelIndex<>();

  private record Key(String namespace, Map<String, String> labels) {}

  /** A pod is on the node. */
  public void add(PodInfo pod, int node) {
    Key key = new Key(pod.namespace(), pod.labels());
    PodClass group = classes.get(key);
    if (group == null) {
      group = create(key);
    }
    change(group, node, 1);
  }

  /** A pod that was added is no longer on the node. */
  public void remove(PodInfo pod, int node) {
    Key key = new Key(pod.namespace(), pod.labels());
    PodClass group = classes.get(key);
    if (group == null) {
      throw new IllegalStateException("pod " + pod.key() + " was never added");
    }
    change(group, node, -1);
    if (group.pods == 0) {
      drop(key, group);
    }
  }

  /** The selection of the pods that meet all clauses, kept in step from now on, until it is {@linkplain #release released}. */
  public Selection acquire(List<Clause> clauses) {
    Selection selection = selections.get(clauses);
    if (selection == null) {
      selection = new Selection(List.copyOf(clauses));
      fill(selection);
      selections.put(selection.clauses, selection);
      byLabel.add(selection, selection.clauses.get(0).selector());
    }
    selection.uses++;
    return selection;
  }

  /** Ends one use of the selection. */
  public void release(Selection selection) {
    if (--selection.uses > 0) {
      return;
    }
    selections.remove(selection.clauses);
    byLabel.remove(selection);
    for (PodClass group : selection.classes) {
      group.selections.remove(selection);
    }
  }

  private void fill(Selection selection) {
    Set<String> namespaces = selection.clauses.get(0).namespaces();
    Collection<String> searched = namespaces == null ? byNamespace.keySet() : namespaces;
    for (String namespace : searched) {
      for (PodClass group : byNamespace.getOrDefault(namespace, Set.of())) {
        if (selection.matches(group.namespace, group.labels)) {
          join(selection, group);
          group.perNode.forEach(selection::add);
        }
      }
    }
  }

  private void change(PodClass group, int node, long by) {
    group.pods += by;
    group.perNode.add(node, by);
    for (int i = 0; i < group.selections.size(); i++) {
      group.selections.get(i).add(node, by);
    }
  }

  private PodClass create(Key key) {
    PodClass group = new PodClass(key.namespace, key.labels);
    classes.put(key, group);
    byNamespace.computeIfAbsent(key.namespace, namespace -> new LinkedHashSet<>()).add(group);
    byLabel.forEachCandidate(
        key.labels,
        selection -> {
          if (selection.matches(key.namespace, key.labels)) {
            join(selection, group);
          }
        });
    return group;
  }

  private void drop(Key key, PodClass group) {
    classes.remove(key);
    Set<PodClass> neighbours = byNamespace.get(key.namespace);
    if (neighbours != null && neighbours.remove(group) && neighbours.isEmpty()) {
      byNamespace.remove(key.namespace);
    }
    for (Selection selection : group.selections) {
      selection.classes.remove(group);
    }
  }

  private static void join(Selection selection, PodClass group) {
    selection.classes.add(group);
    group.selections.add(selection);
  }
}
