package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;

/** The words of an API server that refuses. */
final class Refusals {
  private Refusals() {}

  static <T> WriteOutcome<T> notFound(ResourceKind<?> kind, String name) {
    return new WriteOutcome.NotFound<>(resource(kind) + " \"" + name + "\" not found");
  }

  static <T> WriteOutcome<T> alreadyExists(ResourceKind<?> kind, String name, boolean going) {
    String prefix = going ? "object is being deleted: " : "";
    return new WriteOutcome.Conflict<>(prefix + resource(kind) + " \"" + name + "\" already exists");
  }

  static <T> WriteOutcome<T> modified(ResourceKind<?> kind, String name) {
    return conflict(
        resource(kind), name, "the object has been modified; please apply your changes to the latest version and try again");
  }

  static <T> WriteOutcome<T> otherUid(ResourceKind<?> kind, String name, String wanted, String there) {
    return conflict(
        resource(kind), name, "Precondition failed: UID in precondition: " + wanted + ", UID in object meta: " + there);
  }

  static <T> WriteOutcome<T> otherUidToDelete(ResourceKind<?> kind, String name, String wanted, String there) {
    return conflict(
        kind.kind(), name, "the UID in the precondition (" + wanted + ") does not match the UID in record (" + there
            + "). The object might have been deleted and then recreated");
  }

  static <T> WriteOutcome<T> conflict(String resource, String name, String why) {
    return new WriteOutcome.Conflict<>("Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + why);
  }

  static <T> WriteOutcome<T> invalid(String why) {
    return new WriteOutcome.Failed<>(why, null);
  }

  private static String resource(ResourceKind<?> kind) {
    return kind.group().isEmpty() ? kind.plural() : kind.plural() + "." + kind.group();
  }
}
