package io.berth.framework;

/**
 * What a PostFilter plugin achieved.
 *
 * @param status success when the pod can become schedulable, unschedulable when not, error when something failed; unresolvable also
 *     ends the round of PostFilter plugins
 * @param nominating what becomes of the pod's nomination
 */
public record PostFilterResult(Status status, NominatingInfo nominating) {
  /** The pod cannot be helped and its nomination stays. */
  public static PostFilterResult unschedulable(String... reasons) {
    return new PostFilterResult(Status.unschedulable(reasons), NominatingInfo.NOOP);
  }

  /** The pod becomes schedulable on the given node. */
  public static PostFilterResult nominate(String nodeName) {
    return new PostFilterResult(Status.SUCCESS, NominatingInfo.override(nodeName));
  }
}
