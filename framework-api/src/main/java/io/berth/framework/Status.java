package io.berth.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one plugin call. Success is a value, never {@code null}. Immutable.
 *
 * <p>Plugins that run once per node keep their statuses in constants made with {@link #withPlugin(String)}, so that a rejected
 * node costs no allocation.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 *
 * @param code what kind of outcome this is
 * @param reasons why, for people; empty on success
 * @param plugin the plugin that gave it, filled in by the framework when the plugin did not
 * @param cause the exception behind an {@link Code#ERROR}, if there is one
 */
public record Status(Code code, List<String> reasons, @Nullable String plugin, @Nullable Throwable cause) {
  /** The only success. */
  public static final Status SUCCESS = new Status(Code.SUCCESS, List.of(), null, null);

  /** Nothing to do. */
  public static final Status SKIP = new Status(Code.SKIP, List.of(), null, null);

  /** Copies the reasons. */
  public Status {
    Objects.requireNonNull(code, "code");
    reasons = List.copyOf(reasons);
  }

  /** A status with reasons and neither plugin nor cause. */
  public static Status of(Code code, String... reasons) {
    return new Status(code, List.of(reasons), null, null);
  }

  /** The pod does not fit now. */
  public static Status unschedulable(String... reasons) {
    return of(Code.UNSCHEDULABLE, reasons);
  }

  /** The pod does not fit and preemption would not help. */
  public static Status unresolvable(String... reasons) {
    return of(Code.UNSCHEDULABLE_AND_UNRESOLVABLE, reasons);
  }

  /** The cycle stops here on purpose. */
  public static Status pending(String... reasons) {
    return of(Code.PENDING, reasons);
  }

  /** An unexpected failure told in words. */
  public static Status error(String... reasons) {
    return of(Code.ERROR, reasons);
  }

  /** An unexpected failure; the exception's message becomes the first reason. */
  public static Status error(Throwable cause) {
    String message = cause.getMessage();
    return new Status(Code.ERROR, List.of(message == null ? cause.getClass().getSimpleName() : message), null, cause);
  }

  /** This status in the name of a plugin; the same object when it has that name already. */
  public Status withPlugin(String name) {
    return name.equals(plugin) ? this : new Status(code, reasons, name, cause);
  }

  /** This status with one more reason at the end. */
  public Status withReason(String reason) {
    List<String> more = new ArrayList<>(reasons);
    more.add(reason);
    return new Status(code, more, plugin, cause);
  }

  /** Whether the plugin has no objection. */
  public boolean isSuccess() {
    return code == Code.SUCCESS;
  }

  /** Whether the plugin wants the pod to wait. */
  public boolean isWait() {
    return code == Code.WAIT;
  }

  /** Whether the plugin has nothing to do. */
  public boolean isSkip() {
    return code == Code.SKIP;
  }

  /** Whether something unexpected failed. */
  public boolean isError() {
    return code == Code.ERROR;
  }

  /** Whether the pod was turned down for a reason that an event in the cluster may remove. */
  public boolean isRejected() {
    return switch (code) {
      case UNSCHEDULABLE, UNSCHEDULABLE_AND_UNRESOLVABLE, PENDING -> true;
      case SUCCESS, ERROR, WAIT, SKIP -> false;
    };
  }

  /** The reasons joined by a comma and a blank, as they reach the pod's condition. */
  public String message() {
    return String.join(", ", reasons);
  }
}
