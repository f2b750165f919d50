package io.berth.testkit;

import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.AbstractAssert;

/** Asserts on a {@link PreFilterDecision}. */
public final class PreFilterDecisionAssert extends AbstractAssert<PreFilterDecisionAssert, PreFilterDecision> {
  PreFilterDecisionAssert(PreFilterDecision actual) {
    super(actual, PreFilterDecisionAssert.class);
  }

  /** There is nothing to filter for this pod. */
  public PreFilterDecisionAssert isSkip() {
    return is(actual instanceof PreFilterDecision.Skip, "skip");
  }

  /** Every node is to be looked at. */
  public PreFilterDecisionAssert isAllNodes() {
    return is(actual instanceof PreFilterDecision.AllNodes, "all nodes");
  }

  /** Exactly these nodes are to be looked at. */
  public PreFilterDecisionAssert isOnly(String... nodes) {
    return is(
        actual instanceof PreFilterDecision.Only only && only.names().equals(Set.of(nodes)),
        "only the nodes " + new TreeSet<>(Set.of(nodes)));
  }

  /** The pod was turned down, or an error occurred; goes on with the status. */
  public StatusAssert isReject() {
    is(actual instanceof PreFilterDecision.Reject, "a rejection");
    return new StatusAssert(((PreFilterDecision.Reject) actual).status());
  }

  private PreFilterDecisionAssert is(boolean holds, String expected) {
    isNotNull();
    if (!holds) {
      failWithMessage("%nExpected %s%nbut was  %s", expected, describe(actual));
    }
    return this;
  }

  private static String describe(PreFilterDecision decision) {
    if (decision instanceof PreFilterDecision.Only only) {
      return "only the nodes " + new TreeSet<>(only.names());
    }
    if (decision instanceof PreFilterDecision.Reject reject) {
      Status status = reject.status();
      return "a rejection: " + StatusAssert.describe(status);
    }
    return decision instanceof PreFilterDecision.Skip ? "skip" : "all nodes";
  }
}
