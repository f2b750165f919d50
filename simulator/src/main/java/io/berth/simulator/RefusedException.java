package io.berth.simulator;

/** The cluster refused what a test or a loader asked of it at once; the message is the cluster's. */
public final class RefusedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
