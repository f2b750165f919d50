package io.berth.framework;

import java.util.Objects;
import java.util.Set;

/**
 * What a PostFilter plugin achieved.
 *
 * @param status success when the pod can become schedulable, unschedulable when not, error when something failed; unresolvable also
 *     ends the round of PostFilter plugins
 * @param nominating what becomes of the pod's nomination
 * @param waitsFor the names of plugins whose events may help a pod that is not helped now, beside those of the plugins that turned it down
 */
public record PostFilterResult(Status status, NominatingInfo nominating, Set<String> waitsFor) {
  /** Needs all three; nobody changes the set. */
  public PostFilterResult {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(nominating, "nominating");
    waitsFor = Set.copyOf(waitsFor);
  }

  /** A pod that waits for the plugins that turned it down. */
  public PostFilterResult(Status status, NominatingInfo nominating) {
    this(status, nominating, Set.of());
  }

  /** The pod cannot be helped and its nomination stays. */
  public static PostFilterResult unschedulable(String... reasons) {
    return new PostFilterResult(Status.unschedulable(reasons), NominatingInfo.NOOP);
  }

  /** The pod becomes schedulable on the given node. */
  public static PostFilterResult nominate(String nodeName) {
    return new PostFilterResult(Status.SUCCESS, NominatingInfo.override(nodeName));
  }
}
