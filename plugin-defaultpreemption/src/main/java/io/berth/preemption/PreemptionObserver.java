package io.berth.preemption;

import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sees what preemption considers and decides, for reports and tests. Called on the scheduler's own thread; must be quick and must not throw. */
@FunctionalInterface
public interface PreemptionObserver {
  /** Sees nothing. */
  PreemptionObserver NONE = (preemptor, candidates, rejected, chosen) -> {};

  /**
   * A pod that may preempt has been tried on nodes where preemption may help.
   *
   * @param candidates where it would fit, in the order in which they were found, those that violate no budget first; unmodifiable
   * @param rejected why it would not on the other nodes that were tried; unmodifiable
   * @param chosen the candidate that is taken, or {@code null} when there is none
   */
  void considered(PodInfo preemptor, List<Candidate> candidates, Map<String, Status> rejected, @Nullable Candidate chosen);
}
