package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.PluginFailedException;
import io.berth.framework.Status;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The one place where a plugin's exception becomes a status, and where an error gets its context. */
public final class PluginFailure {
  /** A plugin that gives no answer has failed, and has not agreed. */
  static final Status NO_ANSWER = Status.error("it returned null");

  private PluginFailure() {}

  /** What a plugin answered. */
  public static Status answer(@Nullable Status status) {
    return status == null ? NO_ANSWER : status;
  }

  /** The error status for what a plugin threw, or completed a stage with. */
  public static Status of(Throwable thrown) {
    Throwable cause = thrown;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return cause instanceof PluginFailedException failed ? failed.status() : Status.error(cause);
  }

  /** An error in front of whose message stands what was being done. */
  static Status wrap(String doing, Status status) {
    return wrap(doing, status, null);
  }

  /** As above, in the name of a plugin. */
  static Status wrap(String doing, Status status, @Nullable String plugin) {
    return new Status(Code.ERROR, List.of(doing + ": " + status.message()), plugin, status.cause());
  }

  /** {@code running Filter plugin "NodeName"}, as upstream writes it. */
  static String running(String point, String plugin) {
    return "running " + point + " plugin \"" + plugin + "\"";
  }
}
