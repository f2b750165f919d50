package io.berth.framework;

import java.time.Duration;
import java.util.Objects;

/** What a Permit plugin decided: each case carries exactly the data that it needs. */
public sealed interface PermitDecision {
  /** The pod may go on. */
  record Allow() implements PermitDecision {}

  /**
   * The pod waits until somebody allows or rejects it.
   *
   * @param timeout after which it is rejected; the engine caps it at 15 minutes
   */
  record WaitAtMost(Duration timeout) implements PermitDecision {
    /** Needs one. */
    public WaitAtMost {
      Objects.requireNonNull(timeout, "timeout");
    }
  }

  /**
   * The pod is rejected, or an error occurred.
   *
   * @param status why; one that rejects, or an error
   */
  record Reject(Status status) implements PermitDecision {
    /** Checks the status. */
    public Reject {
      if (status.isSuccess() || status.isSkip() || status.isWait()) {
        throw new IllegalArgumentException("a rejection needs a status that rejects, not " + status.code());
      }
    }
  }

  /** The shared {@link Allow}. */
  Allow ALLOW = new Allow();
}
