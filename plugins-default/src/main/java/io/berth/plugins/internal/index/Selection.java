package io.berth.plugins.internal.index;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pods that meet several clauses at once, counted by node. */
public final class Selection {
  final List<Clause> clauses;
  final Set<PodClass> classes = new LinkedHashSet<>();
  int uses;
  private final Counts perNode = new Counts();
  private final List<NodeCountListener> listeners = new ArrayList<>(1);

  Selection(List<Clause> clauses) {
    this.clauses = clauses;
  }

  /** How many pods of the selection each node has. */
  public Counts perNode() {
    return perNode;
  }

  /** Tells the listener of all changes from now on. */
  public void attach(NodeCountListener listener) {
    listeners.add(listener);
  }

  /** Tells the listener no more. */
  public void detach(NodeCountListener listener) {
    listeners.remove(listener);
  }

  boolean matches(String namespace, Map<String, String> labels) {
    for (int i = 0; i < clauses.size(); i++) {
      if (!clauses.get(i).matches(namespace, labels)) {
        return false;
      }
    }
    return true;
  }

  void add(int node, long by) {
    perNode.add(node, by);
    for (int i = 0; i < listeners.size(); i++) {
      listeners.get(i).changed(node, by);
    }
  }
}
