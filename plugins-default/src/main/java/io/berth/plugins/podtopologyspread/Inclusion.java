package io.berth.plugins.podtopologyspread;

import io.berth.framework.model.NodeInfo;
import io.berth.plugins.internal.index.NodeTable;
import io.berth.plugins.internal.index.TopologyKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The nodes that a rule admits, and their domains by topology key. */
final class Inclusion {
  final InclusionRule rule;
  private final BitSet members = new BitSet();
  private final List<Domains> domains = new ArrayList<>(1);

  Inclusion(InclusionRule rule, NodeTable nodes) {
    this.rule = rule;
    for (int id = 0; id < nodes.capacity(); id++) {
      NodeInfo node = nodes.info(id);
      if (node != null && rule.admits(node)) {
        members.set(id);
      }
    }
  }

  boolean contains(int node) {
    return members.get(node);
  }

  /** Whether any node is admitted, known or not. */
  boolean admits(int id, NodeInfo node) {
    return id >= 0 ? members.get(id) : rule.admits(node);
  }

  /** The domains of the admitted nodes by this key, to be {@linkplain #release released}. */
  Domains acquire(String topologyKey, NodeTable nodes) {
    for (Domains known : domains) {
      if (known.key.name().equals(topologyKey)) {
        known.uses++;
        return known;
      }
    }
    TopologyKey key = nodes.acquire(topologyKey);
    Domains made = new Domains(this, key);
    members.stream().forEach(made::join);
    domains.add(made);
    return made;
  }

  void release(Domains released, NodeTable nodes) {
    if (--released.uses == 0) {
      domains.remove(released);
      nodes.release(released.key);
    }
  }

  boolean isUnused() {
    return domains.isEmpty();
  }

  /** The node is about to change or go. */
  void leave(int node) {
    if (members.get(node)) {
      domains.forEach(each -> each.leave(node));
      members.clear(node);
    }
  }

  /** The node has changed or come. */
  void join(int node, NodeInfo info) {
    if (rule.admits(info)) {
      members.set(node);
      domains.forEach(each -> each.join(node));
    }
  }
}
