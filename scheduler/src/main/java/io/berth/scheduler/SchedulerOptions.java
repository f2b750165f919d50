package io.berth.scheduler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a scheduler behaves, apart from its profiles. Immutable.
 *
 * <p>Source: pkg/scheduler/scheduler.go (schedulerOptions), v1.37.2.
 *
 * @param podInitialBackoff how long a pod waits after its first failure; doubles with each further one
 * @param podMaxBackoff how long it waits at most
 * @param podMaxInUnschedulablePodsDuration how long a pod waits for an event that helps before it is tried without one
 * @param percentageOfNodesToScore which share of the feasible nodes is scored, 1 to 100; 0 means adaptive; a profile's own value wins
 * @param manualCycles whether cycles begin only when {@link Scheduler#scheduleOne()} is called
 */
public record SchedulerOptions(
    Duration podInitialBackoff,
    Duration podMaxBackoff,
    Duration podMaxInUnschedulablePodsDuration,
    int percentageOfNodesToScore,
    boolean manualCycles) {
  private static final SchedulerOptions DEFAULTS =
      new SchedulerOptions(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(5), 0, false);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming everything that is wrong
   */
  public SchedulerOptions {
    List<String> problems = new ArrayList<>();
    if (podInitialBackoff.isNegative()) {
      problems.add("podInitialBackoff " + podInitialBackoff + " is negative");
    }
    if (podMaxBackoff.compareTo(podInitialBackoff) < 0) {
      problems.add("podMaxBackoff " + podMaxBackoff + " is below podInitialBackoff " + podInitialBackoff);
    }
    if (podMaxInUnschedulablePodsDuration.isNegative() || podMaxInUnschedulablePodsDuration.isZero()) {
      problems.add("podMaxInUnschedulablePodsDuration " + podMaxInUnschedulablePodsDuration + " is not above zero");
    }
    if (percentageOfNodesToScore < 0 || percentageOfNodesToScore > 100) {
      problems.add("percentageOfNodesToScore " + percentageOfNodesToScore + " is not between 0 and 100");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** Upstream's defaults. */
  public static SchedulerOptions defaults() {
    return DEFAULTS;
  }

  /** A builder that starts with the defaults. */
  public static Builder builder() {
    return new Builder(DEFAULTS);
  }

  /** A builder that starts with these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds {@link SchedulerOptions}. Not thread-safe. */
  public static final class Builder {
    private Duration podInitialBackoff;
    private Duration podMaxBackoff;
    private Duration podMaxInUnschedulablePodsDuration;
    private int percentageOfNodesToScore;
    private boolean manualCycles;

    private Builder(SchedulerOptions start) {
      podInitialBackoff = start.podInitialBackoff;
      podMaxBackoff = start.podMaxBackoff;
      podMaxInUnschedulablePodsDuration = start.podMaxInUnschedulablePodsDuration;
      percentageOfNodesToScore = start.percentageOfNodesToScore;
      manualCycles = start.manualCycles;
    }

    /** See {@link SchedulerOptions#podInitialBackoff()}. */
    public Builder podInitialBackoff(Duration value) {
      podInitialBackoff = value;
      return this;
    }

    /** See {@link SchedulerOptions#podMaxBackoff()}. */
    public Builder podMaxBackoff(Duration value) {
      podMaxBackoff = value;
      return this;
    }

    /** See {@link SchedulerOptions#podMaxInUnschedulablePodsDuration()}. */
    public Builder podMaxInUnschedulablePodsDuration(Duration value) {
      podMaxInUnschedulablePodsDuration = value;
      return this;
    }

    /** See {@link SchedulerOptions#percentageOfNodesToScore()}. */
    public Builder percentageOfNodesToScore(int value) {
      percentageOfNodesToScore = value;
      return this;
    }

    /** See {@link SchedulerOptions#manualCycles()}. */
    public Builder manualCycles(boolean value) {
      manualCycles = value;
      return this;
    }

    /** The options. */
    public SchedulerOptions build() {
      return new SchedulerOptions(
          podInitialBackoff, podMaxBackoff, podMaxInUnschedulablePodsDuration, percentageOfNodesToScore, manualCycles);
    }
  }
}
