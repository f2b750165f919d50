package io.berth.plugins.podtopologyspread;

import io.berth.framework.selector.Selector;
import io.berth.plugins.internal.index.Clause;
import java.util.Set;

/**
 * A constraint as it applies to one pod.
 *
 * <p>Source: pkg/scheduler/framework/plugins/podtopologyspread/common.go topologySpreadConstraint, v1.37.2.
 */
record Constraint(
    int maxSkew,
    String topologyKey,
    Selector selector,
    int minDomains,
    boolean honorNodeAffinity,
    boolean honorNodeTaints) {

  Constraint withSelector(Selector other) {
    return new Constraint(maxSkew, topologyKey, other, minDomains, honorNodeAffinity, honorNodeTaints);
  }

  /** Which pods on nodes count. An empty selector counts none, although it matches all. */
  Clause counted(String namespace) {
    return new Clause(Set.of(namespace), selector.isEverything() ? Selector.nothing() : selector);
  }
}
