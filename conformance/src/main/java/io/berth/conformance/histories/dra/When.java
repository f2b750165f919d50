package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.RunningHistory;
import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.framework.Handle;
import io.berth.scenario.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Something happens at a moment that chance alone would seldom hit. If the moment does not come for a while, it happens then.
 *
 * @param events so many events later, of those that are due at that time
 */
public record When(Moment moment, int events, Action.OfTheme then) implements Action.OfTheme {
  private static final Duration LONGEST = Duration.ofSeconds(3);
  private static final int MOST = 300;

  /** In the life of a preemption for devices. */
  public enum Moment {
    /** Devices have been given to a pod, and nobody has written it down. */
    IN_FLIGHT,
    /** Victims' claims are still to be released. */
    SETTLING,
    /** The claims are released, and the preemptor has not been placed. */
    FREED
  }

  @Override
  public void happen(RunningHistory history) {
    World world = history.world();
    Instant limit = world.time().now().plus(LONGEST);
    for (int i = 0; i < MOST && !isNow(history) && world.step(limit); i++) {
      // one event after the other
    }
    world.steps(events);
    then.happen(history);
  }

  private boolean isNow(RunningHistory history) {
    Handle handle = history.theme(DraRun.class).handle();
    if (history.world().known() == null || handle == null) {
      return false;
    }
    if (moment == Moment.IN_FLIGHT) {
      return !DynamicResourcesInvariants.inFlight(handle).isEmpty();
    }
    return DynamicResourcesInvariants.held(handle).stream()
        .filter(held -> !held.allocations().isEmpty())
        .anyMatch(held -> DynamicResourcesInvariants.outstanding(handle, held.node()).isEmpty() == (moment == Moment.FREED));
  }

  @Override
  public List<Action> simpler() {
    return events == 0 ? List.of(then) : List.of(then, new When(moment, 0, then), new When(moment, events - 1, then));
  }
}
