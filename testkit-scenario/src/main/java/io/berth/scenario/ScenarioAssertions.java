package io.berth.scenario;

/** Assertions on outcomes, meant to be imported statically beside AssertJ's own. */
public final class ScenarioAssertions {
  private ScenarioAssertions() {}

  /** Asserts on what has become of a pod. */
  public static OutcomeAssert assertThat(Outcome actual) {
    return new OutcomeAssert(actual);
  }

  /** Asserts on what has become of a recording. */
  public static ReplayAssert assertThat(ReplayOutcome actual) {
    return new ReplayAssert(actual);
  }
}
