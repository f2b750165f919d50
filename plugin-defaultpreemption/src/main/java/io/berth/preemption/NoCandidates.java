package io.berth.preemption;

import io.berth.framework.Status;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says why preemption helps nowhere: for each reason on how many nodes.
 *
 * <p>Source: pkg/scheduler/framework/types.go (FitError), v1.37.2.
 */
final class NoCandidates {
  private static final String NOT_TRIED = "Preemption is not helpful for scheduling";

  private NoCandidates() {}

  static String message(int nodes, Collection<Status> tried) {
    Map<String, Integer> counts = new TreeMap<>();
    tried.forEach(status -> status.reasons().forEach(reason -> counts.merge(reason, 1, Integer::sum)));
    if (tried.size() < nodes) {
      counts.merge(NOT_TRIED, nodes - tried.size(), Integer::sum);
    }
    TreeSet<String> sorted = new TreeSet<>();
    counts.forEach((reason, count) -> sorted.add(count + " " + reason));
    String head = "0/" + nodes + " nodes are available:";
    return sorted.isEmpty() ? head : head + " " + String.join(", ", sorted) + ".";
  }
}
