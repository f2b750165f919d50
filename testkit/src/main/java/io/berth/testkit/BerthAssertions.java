package io.berth.testkit;

import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;

/** Assertions on the framework's values, to be imported statically beside AssertJ's own. */
public final class BerthAssertions {
  private BerthAssertions() {}

  /** Asserts on a status. */
  public static StatusAssert assertThat(Status actual) {
    return new StatusAssert(actual);
  }

  /** Asserts on what a PreFilter plugin decided. */
  public static PreFilterDecisionAssert assertThat(PreFilterDecision actual) {
    return new PreFilterDecisionAssert(actual);
  }

  /** Asserts on a pod. */
  public static PodInfoAssert assertThat(PodInfo actual) {
    return new PodInfoAssert(actual);
  }

  /** Asserts on a node. */
  public static NodeInfoAssert assertThat(NodeInfo actual) {
    return new NodeInfoAssert(actual);
  }
}
