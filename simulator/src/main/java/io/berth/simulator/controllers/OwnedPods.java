package io.berth.simulator.controllers;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The pods of the objects of one kind: which are there, and which have been asked for. Lives on the controller's executor. */
final class OwnedPods {
  private static final int BURST = 500;

  private final Session session;
  private final ResourceKind<?> kind;
  private final Consumer<ObjectKey> changed;
  private final Mirror<Pod> pods;
  private final Expectations expectations;
  private final Map<String, TreeMap<ObjectKey, Pod>> byOwner = new HashMap<>();

  /**
   * Watches pods.
   *
   * @param changed hears of each owner whose pods have changed
   */
  OwnedPods(Session session, ResourceKind<?> kind, Consumer<ObjectKey> changed) {
    this.session = session;
    this.kind = kind;
    this.changed = changed;
    this.expectations = new Expectations(session.timers());
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    OwnerReference had = Owned.controller(before, kind);
    OwnerReference has = Owned.controller(after, kind);
    if (had != null && (has == null || !had.getUid().equals(has.getUid()))) {
      TreeMap<ObjectKey, Pod> siblings = byOwner.get(had.getUid());
      siblings.remove(key);
      if (siblings.isEmpty()) {
        byOwner.remove(had.getUid());
      }
    }
    if (has != null && after != null) {
      byOwner.computeIfAbsent(has.getUid(), uid -> new TreeMap<>()).put(key, after);
    }
    if (before != null && (after == null || !uid(before).equals(uid(after)))) {
      told(before, true);
    }
    if (after != null) {
      told(after, PodRules.isTerminating(after));
    }
  }

  private void told(Pod pod, boolean going) {
    OwnerReference owner = Owned.controller(pod, kind);
    if (owner != null) {
      ObjectKey key = new ObjectKey(ObjectKey.of(pod).namespace(), owner.getName());
      expectations.hasCome(key, uid(pod));
      if (going) {
        expectations.isGoing(key, uid(pod));
      }
      changed.accept(key);
    }
  }

  /** All pods that the object controls, by name. */
  List<Pod> of(HasMetadata owner) {
    TreeMap<ObjectKey, Pod> all = byOwner.get(uid(owner));
    return all == null ? List.of() : List.copyOf(all.values());
  }

  /** Those that have not ended and are not going. */
  static List<Pod> active(List<Pod> pods) {
    return pods.stream().filter(pod -> !PodRules.isFinished(pod) && !PodRules.isTerminating(pod)).toList();
  }

  /** How long to wait until pods may be counted; {@code null} when they may be now. */
  @Nullable Duration uncertainFor(ObjectKey owner) {
    return expectations.left(owner);
  }

  void forget(ObjectKey owner) {
    expectations.forget(owner);
  }

  CompletionStage<WriteOutcome<?>> create(HasMetadata owner, @Nullable PodTemplateSpec template, int count) {
    return Writes.slowStart(
        Math.min(count, BURST),
        i -> {
          CompletionStage<WriteOutcome<Pod>> answer =
              session.cluster().create(ResourceKind.PODS, Owned.pod(template, owner, kind));
          answer.whenComplete((outcome, failure) -> session.executor().execute(() -> created(owner, outcome)));
          return answer;
        });
  }

  private void created(HasMetadata owner, @Nullable WriteOutcome<Pod> outcome) {
    if (outcome instanceof WriteOutcome.Done<Pod> done) {
      Pod seen = pods.get(ObjectKey.of(done.object()));
      if (seen == null || !uid(seen).equals(uid(done.object()))) {
        expectations.toCome(ObjectKey.of(owner), uid(done.object()));
      }
    }
  }

  CompletionStage<WriteOutcome<?>> delete(HasMetadata owner, List<Pod> victims) {
    return Writes.all(victims.stream().limit(BURST).map(pod -> delete(owner, pod)).toList());
  }

  private CompletionStage<WriteOutcome<Pod>> delete(HasMetadata owner, Pod pod) {
    ObjectKey key = ObjectKey.of(owner);
    expectations.toGo(key, uid(pod));
    CompletionStage<WriteOutcome<Pod>> answer = session.cluster().delete(ObjectRef.of(ResourceKind.PODS, pod));
    answer.whenComplete(
        (outcome, failure) -> {
          if (outcome == null || !outcome.isDone()) {
            session.executor().execute(() -> expectations.isGoing(key, uid(pod)));
          }
        });
    return answer.thenApply(OwnedPods::goneIsDone);
  }

  private static WriteOutcome<Pod> goneIsDone(WriteOutcome<Pod> outcome) {
    return outcome instanceof WriteOutcome.NotFound<Pod> ? new WriteOutcome.Done<>(new Pod()) : outcome;
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }
}
