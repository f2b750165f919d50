package io.berth.scenario;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Asserts on a {@link ReplayOutcome}. A failure lists the pods that fare otherwise than recorded, each with what is said of it. */
public final class ReplayAssert extends AbstractAssert<ReplayAssert, ReplayOutcome> {
  private static final int SHOWN = 20;

  ReplayAssert(ReplayOutcome actual) {
    super(actual, ReplayAssert.class);
  }

  /** Every pod is on the node on which the recorded scheduler put it, and those that it put nowhere wait. */
  public ReplayAssert placesPodsAsRecorded() {
    isNotNull();
    List<String> others = new ArrayList<>();
    actual.recorded().forEach((pod, node) -> {
      Sight sight = actual.sights().get(pod);
      if (sight != null && !sight.node().equals(node)) {
        StringBuilder text = new StringBuilder(pod).append(": was ").append(node.isEmpty() ? "nowhere" : "on " + node);
        text.append(", and ").append(sight.summary());
        sight.verdicts().forEach(verdict -> text.append("\n    ").append(verdict));
        others.add(text.toString());
      }
    });
    if (!others.isEmpty()) {
      String more = others.size() > SHOWN ? "\n  and " + (others.size() - SHOWN) + " more" : "";
      failWithMessage(
          "%s", "\nExpected all " + actual.recorded().size() + " pods to be where they were recorded, but " + others.size() + " are not:\n  "
              + String.join("\n  ", others.subList(0, Math.min(SHOWN, others.size()))) + more);
    }
    return this;
  }

  /** So many pods had to be placed. */
  public ReplayAssert hasPods(int number) {
    isNotNull();
    if (actual.recorded().size() != number) {
      failWithMessage("%s", "\nExpected " + number + " pods to place, but there are " + actual.recorded().size() + ": " + actual.recorded().keySet());
    }
    return this;
  }
}
