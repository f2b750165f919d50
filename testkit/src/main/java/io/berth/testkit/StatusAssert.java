package io.berth.testkit;

import io.berth.framework.Code;
import io.berth.framework.Status;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Asserts on a {@link Status}; a failure shows code, plugin and reasons. */
public final class StatusAssert extends AbstractAssert<StatusAssert, Status> {
  StatusAssert(Status actual) {
    super(actual, StatusAssert.class);
  }

  /** The plugin has no objection. */
  public StatusAssert isSuccess() {
    return hasCode(Code.SUCCESS);
  }

  /** The plugin has nothing to do. */
  public StatusAssert isSkip() {
    return hasCode(Code.SKIP);
  }

  /** The plugin wants the pod to wait. */
  public StatusAssert isWait() {
    return hasCode(Code.WAIT);
  }

  /** The pod does not fit now. */
  public StatusAssert isUnschedulable() {
    return hasCode(Code.UNSCHEDULABLE);
  }

  /** The pod does not fit, and preemption would not help. */
  public StatusAssert isUnresolvable() {
    return hasCode(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  /** The cycle stops on purpose. */
  public StatusAssert isPending() {
    return hasCode(Code.PENDING);
  }

  /** Something failed. */
  public StatusAssert isError() {
    return hasCode(Code.ERROR);
  }

  /** The pod was turned down, one way or the other. */
  public StatusAssert isRejected() {
    isNotNull();
    if (!actual.isRejected()) {
      failWithMessage("%nExpected a rejection%nbut was  %s", describe(actual));
    }
    return this;
  }

  /** The code is this one. */
  public StatusAssert hasCode(Code code) {
    isNotNull();
    if (actual.code() != code) {
      failWithMessage("%nExpected %s%nbut was  %s", code, describe(actual));
    }
    return this;
  }

  /** The reasons are exactly these, in order. */
  public StatusAssert hasReasons(String... reasons) {
    isNotNull();
    if (!actual.reasons().equals(List.of(reasons))) {
      failWithMessage("%nExpected the reasons %s%nbut was  %s", List.of(reasons), describe(actual));
    }
    return this;
  }

  /** One of the reasons contains the text. */
  public StatusAssert hasReasonContaining(String text) {
    isNotNull();
    if (actual.reasons().stream().noneMatch(reason -> reason.contains(text))) {
      failWithMessage("%nExpected a reason with \"%s\"%nbut was  %s", text, describe(actual));
    }
    return this;
  }

  /** The status was given in this plugin's name. */
  public StatusAssert isFrom(String plugin) {
    isNotNull();
    if (!plugin.equals(actual.plugin())) {
      failWithMessage("%nExpected a status from %s%nbut was  %s", plugin, describe(actual));
    }
    return this;
  }

  static String describe(Status status) {
    StringBuilder text = new StringBuilder(status.code().toString());
    if (status.plugin() != null) {
      text.append(" from ").append(status.plugin());
    }
    if (!status.reasons().isEmpty()) {
      text.append(": ").append(status.message());
    }
    if (status.cause() != null) {
      text.append(" (").append(status.cause()).append(')');
    }
    return text.toString();
  }
}
