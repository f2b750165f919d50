package io.berth.framework;

/**
 * The kind of outcome of one plugin call.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public enum Code {
  /** The plugin ran and has no objection. */
  SUCCESS("Success"),
  /** Something unexpected failed. The pod is retried after a backoff, without waiting for an event. */
  ERROR("Error"),
  /** The pod does not fit now; a PostFilter plugin may change that. */
  UNSCHEDULABLE("Unschedulable"),
  /** The pod does not fit, and removing other pods would not change that. */
  UNSCHEDULABLE_AND_UNRESOLVABLE("UnschedulableAndUnresolvable"),
  /** A Permit plugin wants the pod to wait. */
  WAIT("Wait"),
  /** The plugin has nothing to do for this pod; its coupled extension points are left out in this cycle. */
  SKIP("Skip"),
  /** The cycle did its work and stops here on purpose; the pod is retried without a backoff once an event helps. */
  PENDING("Pending");

  private final String text;

  Code(String text) {
    this.text = text;
  }

  /** Upstream's spelling, as used in logs and metrics. */
  @Override
  public String toString() {
    return text;
  }
}
