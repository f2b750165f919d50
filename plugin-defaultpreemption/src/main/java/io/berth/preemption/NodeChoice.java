package io.berth.preemption;

import io.berth.framework.model.PodInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Chooses among candidates: the fewest violated budgets, the least important highest victim, the smallest sum of priorities, the fewest
 * victims, the latest start of the most important victims; then the one that was found first.
 *
 * <p>Source: pkg/scheduler/framework/preemption/preemption.go (pickOneNodeForPreemption), v1.37.2.
 */
final class NodeChoice {
  private static final long OFFSET = Integer.MAX_VALUE + 1L;

  private NodeChoice() {}

  /**
   * The best of at least one candidate.
   *
   * @param now when a victim that has not started counts as started
   */
  static Candidate best(List<Candidate> candidates, Instant now) {
    List<Candidate> best = candidates;
    best = least(best, Candidate::pdbViolations);
    best = least(best, NodeChoice::highestPriority);
    best = least(best, NodeChoice::sumOfPriorities);
    best = least(best, candidate -> candidate.victims().size());
    if (best.size() > 1) {
      best = latest(best, now);
    }
    return best.get(0);
  }

  private static List<Candidate> least(List<Candidate> candidates, ToLongFunction<Candidate> cost) {
    if (candidates.size() == 1) {
      return candidates;
    }
    List<Candidate> best = new ArrayList<>();
    long lowest = Long.MAX_VALUE;
    for (Candidate candidate : candidates) {
      long own = cost.applyAsLong(candidate);
      if (own < lowest) {
        lowest = own;
        best.clear();
      }
      if (own == lowest) {
        best.add(candidate);
      }
    }
    return best;
  }

  private static List<Candidate> latest(List<Candidate> candidates, Instant now) {
    List<Candidate> best = new ArrayList<>();
    Instant latest = Instant.MIN;
    for (Candidate candidate : candidates) {
      Instant own = startOfTheHighest(candidate, now);
      if (own.isAfter(latest)) {
        latest = own;
        best.clear();
      }
      if (own.equals(latest)) {
        best.add(candidate);
      }
    }
    return best;
  }

  private static int highestPriority(Candidate candidate) {
    int highest = Integer.MIN_VALUE;
    for (PodInfo victim : candidate.victims()) {
      highest = Math.max(highest, victim.priority());
    }
    return highest;
  }

  /** Every priority counts as positive, so that many pods of a negative priority cost more than few. */
  private static long sumOfPriorities(Candidate candidate) {
    long sum = 0;
    for (PodInfo victim : candidate.victims()) {
      sum += victim.priority() + OFFSET;
    }
    return sum;
  }

  private static Instant startOfTheHighest(Candidate candidate, Instant now) {
    int highest = highestPriority(candidate);
    Instant earliest = Instant.MAX;
    for (PodInfo victim : candidate.victims()) {
      Instant start = victim.startTime() == null ? now : victim.startTime();
      if (victim.priority() == highest && start.isBefore(earliest)) {
        earliest = start;
      }
    }
    return earliest;
  }
}
