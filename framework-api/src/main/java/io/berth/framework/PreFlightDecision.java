package io.berth.framework;

import java.util.Objects;

/** What a PreBind plugin says before PreBind is run. */
public sealed interface PreFlightDecision {
  /**
   * PreBind is to be run.
   *
   * @param allowParallel whether it may run beside its neighbours; consecutive plugins that allow it form a group
   */
  record Run(boolean allowParallel) implements PreFlightDecision {}

  /**
   * PreBind has nothing to do for this pod.
   *
   * @param allowParallel whether the plugin lets its neighbours form one group across it
   */
  record Skip(boolean allowParallel) implements PreFlightDecision {}

  /**
   * The pod fails.
   *
   * @param status why
   */
  record Fail(Status status) implements PreFlightDecision {
    /** Needs one. */
    public Fail {
      Objects.requireNonNull(status, "status");
    }
  }
}
