package io.berth.preemption;

import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * A node on which the preemptor fits once the victims are gone.
 *
 * @param victims the most important first; at least one
 * @param pdbViolations how many of them a disruption budget protects
 */
record Candidate(String node, List<PodInfo> victims, int pdbViolations) {
  Candidate {
    victims = List.copyOf(victims);
  }
}
