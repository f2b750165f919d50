package io.berth.framework;

/** A plugin call that failed where no status can be returned; the framework turns it into the status that it carries. */
public final class PluginFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Status status;

  /** Carries the status of the failed call. */
  public PluginFailedException(Status status) {
    super(status.message(), status.cause());
    this.status = status;
  }

  /** The failed call's status. */
  public Status status() {
    return status;
  }
}
