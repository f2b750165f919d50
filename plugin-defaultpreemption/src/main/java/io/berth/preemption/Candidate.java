package io.berth.preemption;

import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * A node on which the preemptor fits once the victims are gone.
 *
 * <p>Source: pkg/scheduler/framework/preemption/types.go (Candidate), v1.37.2.
 *
 * @param node its name
 * @param victims the most important first; at least one
 * @param pdbViolations how many of them a disruption budget protects
 */
public record Candidate(String node, List<PodInfo> victims, int pdbViolations) {
  /** Copies the list. */
  public Candidate {
    victims = List.copyOf(victims);
  }
}
