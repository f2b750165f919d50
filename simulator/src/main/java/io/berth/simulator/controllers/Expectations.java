package io.berth.simulator.controllers;

import io.berth.framework.Timers;
import io.berth.simulator.internal.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pods that a controller has created or deleted, and has not seen come or go yet. Until it has, it must not count. Lives on the
 * controller's executor.
 *
 * <p>Source of the idea: pkg/controller/controller_utils.go (ControllerExpectations), v1.37.2.
 */
final class Expectations {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Timers timers;
  private final Map<ObjectKey, Expected> byOwner = new HashMap<>();

  private static final class Expected {
    final Set<String> toCome = new HashSet<>();
    final Set<String> toGo = new HashSet<>();
    Instant since;

    Expected(Instant since) {
      this.since = since;
    }
  }

  Expectations(Timers timers) {
    this.timers = timers;
  }

  void toCome(ObjectKey owner, String uid) {
    of(owner).toCome.add(uid);
  }

  void toGo(ObjectKey owner, String uid) {
    of(owner).toGo.add(uid);
  }

  void hasCome(ObjectKey owner, String uid) {
    Expected expected = byOwner.get(owner);
    if (expected != null) {
      expected.toCome.remove(uid);
    }
  }

  void isGoing(ObjectKey owner, String uid) {
    Expected expected = byOwner.get(owner);
    if (expected != null) {
      expected.toGo.remove(uid);
    }
  }

  void forget(ObjectKey owner) {
    byOwner.remove(owner);
  }

  /** How long to wait at most until the owner's pods may be counted; {@code null} when they may be now. */
  @Nullable Duration left(ObjectKey owner) {
    Expected expected = byOwner.get(owner);
    if (expected == null) {
      return null;
    }
    Duration left = Duration.between(timers.now(), expected.since.plus(LIMIT));
    if ((expected.toCome.isEmpty() && expected.toGo.isEmpty()) || left.isNegative() || left.isZero()) {
      byOwner.remove(owner);
      return null;
    }
    return left;
  }

  private Expected of(ObjectKey owner) {
    Expected expected = byOwner.computeIfAbsent(owner, key -> new Expected(timers.now()));
    expected.since = timers.now();
    return expected;
  }
}
