package io.berth.scenario;

import io.berth.scheduler.PendingPod;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;

/**
 * Asserts on an {@link Outcome}, in each run of the scenario. A failure says what the pod's state is, what every plugin says of it on every
 * node, in which order of things it came to that, and what had happened.
 */
public final class OutcomeAssert extends AbstractAssert<OutcomeAssert, Outcome> {
  OutcomeAssert(Outcome actual) {
    super(actual, OutcomeAssert.class);
  }

  /** The pod is on this node. */
  public OutcomeAssert isOn(String node) {
    return holds("to be on " + node, sight -> sight.node().equals(node));
  }

  /** The pod is on one of these nodes. */
  public OutcomeAssert isOnOneOf(String... nodes) {
    return holds("to be on one of " + List.of(nodes), sight -> List.of(nodes).contains(sight.node()));
  }

  /** The pod is on some node. */
  public OutcomeAssert isScheduled() {
    return holds("to be on a node", sight -> !sight.node().isEmpty());
  }

  /** The pod has no node and waits for one. */
  public OutcomeAssert isPending() {
    return holds("to wait for a node", sight -> sight.node().isEmpty() && sight.waiting() != null);
  }

  /** The pod is there and has no node yet: it waits for one, or something has to happen before it is bound to the one it is to have. */
  public OutcomeAssert isNotBound() {
    return holds("not to be bound", sight -> sight.object() != null && sight.node().isEmpty());
  }

  /** The pod waits, and its condition says so in words that contain each of these. */
  public OutcomeAssert isPendingBecause(String... words) {
    isPending();
    return holds(
        "to wait because of " + List.of(words), sight -> List.of(words).stream().allMatch(word -> sight.message().contains(word)));
  }

  /** The pod waits in this place. */
  public OutcomeAssert waitsIn(PendingPod.Place place) {
    return holds("to wait as " + place, sight -> sight.waiting() != null && sight.waiting().place() == place);
  }

  /** The pod waits, and exactly these plugins turned it down. */
  public OutcomeAssert isRejectedBy(String... plugins) {
    Set<String> expected = new TreeSet<>(List.of(plugins));
    return holds(
        "to be rejected by " + expected, sight -> sight.waiting() != null && new TreeSet<>(sight.waiting().rejectedBy()).equals(expected));
  }

  /** The pod waits behind the gate of this plugin. */
  public OutcomeAssert isGatedBy(String plugin) {
    return holds("to be gated by " + plugin, sight -> sight.waiting() != null && plugin.equals(sight.waiting().gatedBy()));
  }

  /** The pod has had so many attempts, and waits. */
  public OutcomeAssert hasAttempts(int attempts) {
    return holds("to wait after " + attempts + " attempts", sight -> sight.waiting() != null && sight.waiting().attempts() == attempts);
  }

  /** The pod has no node and is nominated to this one. */
  public OutcomeAssert isNominatedTo(String node) {
    return holds("to be nominated to " + node, sight -> sight.node().isEmpty() && sight.nominatedNode().equals(node));
  }

  /** The pod is nominated to no node. */
  public OutcomeAssert isNotNominated() {
    return holds("not to be nominated", sight -> sight.nominatedNode().isEmpty());
  }

  /** The cluster does not have the pod any more. */
  public OutcomeAssert isGone() {
    return holds("to be gone", sight -> sight.object() == null);
  }

  /** These pods, and no others, have been evicted or deleted by the scheduler until now; in any order. */
  public OutcomeAssert evictsExactly(String... pods) {
    Collection<String> expected = new TreeSet<>(List.of(pods));
    return holds("that the scheduler evicts exactly " + expected, sight -> new TreeSet<>(sight.removed()).equals(expected));
  }

  /** The scheduler has evicted nobody until now. */
  public OutcomeAssert evictsNobody() {
    return evictsExactly();
  }

  private OutcomeAssert holds(String expected, Predicate<Sight> condition) {
    isNotNull();
    for (Sight sight : actual.sights()) {
      if (!condition.test(sight)) {
        failWithMessage("%s", explain(expected, sight));
      }
    }
    return this;
  }

  private String explain(String expected, Sight sight) {
    StringBuilder text = new StringBuilder();
    text.append("\nExpected pod ").append(actual.pod()).append(' ').append(expected);
    text.append("\nbut it     ").append(sight.summary());
    if (!sight.removed().isEmpty()) {
      text.append("\nevicted    ").append(sight.removed());
    }
    if (actual.sights().size() > 1) {
      text.append("\nin         ").append(sight.order());
    }
    sight.verdicts().forEach(verdict -> text.append("\n  ").append(verdict));
    return text.append("\nwhat happened:\n").append(sight.story()).toString();
  }
}
