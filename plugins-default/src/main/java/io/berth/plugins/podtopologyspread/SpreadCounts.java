package io.berth.plugins.podtopologyspread;

import io.berth.plugins.internal.index.Counts;
import io.berth.plugins.internal.index.NodeCountListener;
import io.berth.plugins.internal.index.Selection;
import io.berth.plugins.internal.index.ValueChanges;
import org.jspecify.annotations.Nullable;

/** How many pods of a selection each domain has, and how many domains have the same number. */
final class SpreadCounts implements NodeCountListener {
  /** The least count when there is no domain: too large for any skew. */
  static final long NO_DOMAIN = Integer.MAX_VALUE;

  final Domains domains;
  final Selection selection;
  private final Counts pods = new Counts();
  private final Counts domainsByPods = new Counts();

  SpreadCounts(Domains domains, Selection selection) {
    this.domains = domains;
    this.selection = selection;
    domainsByPods.add(0, domains.size());
    selection.perNode().forEach(this::changed);
    selection.attach(this);
    domains.attach(this);
  }

  void detach() {
    domains.detach(this);
    selection.detach(this);
  }

  /** The pods in a domain; zero for what is no domain. */
  long get(int value) {
    return value < 0 ? 0 : pods.get(value);
  }

  @Override
  public void changed(int node, long by) {
    if (domains.inclusion.contains(node)) {
      move(domains.of(node), by);
    }
  }

  void join(int node, int value, boolean isNewDomain) {
    if (isNewDomain) {
      domainsByPods.add(0, 1);
    }
    move(value, selection.perNode().get(node));
  }

  void leave(int node, int value, boolean isLastOfDomain) {
    move(value, -selection.perNode().get(node));
    if (isLastOfDomain) {
      domainsByPods.add(0, -1);
    }
  }

  private void move(int value, long by) {
    if (by == 0) {
      return;
    }
    long after = pods.add(value, by);
    domainsByPods.add((int) (after - by), -1);
    domainsByPods.add((int) after, 1);
  }

  /** How many domains there are, with those that only a simulation has brought. */
  int domains(@Nullable ValueChanges changes) {
    int count = domains.size();
    if (changes != null) {
      for (String value : changes.values()) {
        count += domains.contains(domains.key.idOf(value)) ? 0 : 1;
      }
    }
    return count;
  }

  /** The least number of pods in a domain, with what a simulation has changed. */
  long least(@Nullable ValueChanges changes) {
    if (changes == null) {
      Least least = new Least(null);
      domainsByPods.forEach(least);
      return least.found;
    }
    long leastChanged = NO_DOMAIN;
    Counts changed = new Counts();
    for (String value : changes.values()) {
      int id = domains.key.idOf(value);
      if (domains.contains(id)) {
        changed.add((int) get(id), 1);
      }
      leastChanged = Math.min(leastChanged, get(id) + changes.get(value));
    }
    Least least = new Least(changed);
    domainsByPods.forEach(least);
    return Math.min(least.found, leastChanged);
  }

  /** Finds the smallest number of pods that domains have, some of them left out. */
  private static final class Least implements Counts.Visitor {
    private final @Nullable Counts leftOut;
    private long found = NO_DOMAIN;

    /** {@code leftOut}: how many domains of which number of pods are left out. */
    Least(@Nullable Counts leftOut) {
      this.leftOut = leftOut;
    }

    @Override
    public void visit(int podCount, long domainCount) {
      if (podCount < found && domainCount > (leftOut == null ? 0 : leftOut.get(podCount))) {
        found = podCount;
      }
    }
  }
}
