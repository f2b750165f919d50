package io.berth.simulator.controllers;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The owner garbage collector from one start to the next stop. Lives on its executor. */
final class OwnerGarbageSession {
  private final Session session;
  private final WorkQueue<Item> queue;
  private final Map<String, Kind<?>> kinds = new LinkedHashMap<>();
  private final Map<String, Set<Item>> ownedBy = new HashMap<>();

  /** An object, by its kind. */
  private record Item(String kind, ObjectKey key) implements Comparable<Item> {
    @Override
    public int compareTo(Item other) {
      int byKind = kind.compareTo(other.kind);
      return byKind != 0 ? byKind : key.compareTo(other.key);
    }
  }

  /** What is known of a kind. */
  private record Kind<T extends HasMetadata>(ResourceKind<T> kind, Mirror<T> mirror) {
    CompletionStage<WriteOutcome<T>> delete(Session session, ObjectKey key) {
      T object = mirror.get(key);
      return object == null
          ? CompletableFuture.completedStage(new WriteOutcome.NotFound<>("gone"))
          : session.cluster().delete(ObjectRef.of(kind, object));
    }

    /** Whether there is no such object any more; an answer that does not say so counts as no. */
    CompletionStage<Boolean> isGone(Session session, ObjectKey key, String uid) {
      return session
          .cluster()
          .get(new ObjectRef<>(kind, key.namespace(), key.name(), uid))
          .thenApply(outcome -> outcome instanceof WriteOutcome.NotFound);
    }
  }

  OwnerGarbageSession(Session session, List<ResourceKind<?>> known) {
    this.session = session;
    this.queue = session.queue(this::reconcile);
    known.forEach(this::know);
  }

  private <T extends HasMetadata> void know(ResourceKind<T> kind) {
    String name = kind.apiVersion() + "/" + kind.kind();
    kinds.put(name, new Kind<>(kind, session.mirror(kind, (key, before, after) -> changed(name, key, before, after))));
  }

  private void changed(String kind, ObjectKey key, @Nullable HasMetadata before, @Nullable HasMetadata after) {
    Item item = new Item(kind, key);
    if (before != null) {
      before.getMetadata().getOwnerReferences().forEach(owner -> forget(owner, item));
    }
    if (after != null && !after.getMetadata().getOwnerReferences().isEmpty()) {
      after
          .getMetadata()
          .getOwnerReferences()
          .forEach(owner -> ownedBy.computeIfAbsent(owner.getUid(), uid -> new TreeSet<>()).add(item));
      queue.add(item);
    }
    if (before != null && (after == null || !before.getMetadata().getUid().equals(after.getMetadata().getUid()))) {
      ownedBy.getOrDefault(before.getMetadata().getUid(), Set.of()).forEach(queue::add);
    }
  }

  private void forget(OwnerReference owner, Item item) {
    Set<Item> owned = ownedBy.get(owner.getUid());
    if (owned != null && owned.remove(item) && owned.isEmpty()) {
      ownedBy.remove(owner.getUid());
    }
  }

  private Next reconcile(Item item) {
    Kind<?> kind = kinds.get(item.kind());
    HasMetadata object = kind.mirror().get(item.key());
    if (object == null || object.getMetadata().getDeletionTimestamp() != null) {
      return Next.DONE;
    }
    List<OwnerReference> owners = object.getMetadata().getOwnerReferences();
    if (owners.isEmpty() || owners.stream().anyMatch(owner -> isThere(owner, item.key().namespace()))) {
      return Next.DONE;
    }
    CompletionStage<Boolean> gone = CompletableFuture.completedStage(true);
    for (OwnerReference owner : owners) {
      gone = gone.thenCompose(sofar -> sofar ? isGone(owner, item.key().namespace()) : CompletableFuture.completedStage(false));
    }
    return new Next.Answered(
        gone.thenCompose(all -> all ? deleted(kind, item.key()) : CompletableFuture.completedStage(notYet())));
  }

  private boolean isThere(OwnerReference owner, String namespace) {
    Kind<?> kind = kinds.get(owner.getApiVersion() + "/" + owner.getKind());
    if (kind == null) {
      return true;
    }
    HasMetadata found = kind.mirror().get(key(kind, owner, namespace));
    return found != null && found.getMetadata().getUid().equals(owner.getUid());
  }

  private CompletionStage<Boolean> isGone(OwnerReference owner, String namespace) {
    Kind<?> kind = kinds.get(owner.getApiVersion() + "/" + owner.getKind());
    return kind.isGone(session, key(kind, owner, namespace), owner.getUid());
  }

  private static ObjectKey key(Kind<?> kind, OwnerReference owner, String namespace) {
    return new ObjectKey(kind.kind().namespaced() ? namespace : "", owner.getName());
  }

  private CompletionStage<WriteOutcome<?>> deleted(Kind<?> kind, ObjectKey key) {
    return kind.delete(session, key)
        .<WriteOutcome<?>>thenApply(outcome -> outcome instanceof WriteOutcome.NotFound ? new WriteOutcome.Done<>(key) : outcome);
  }

  private static WriteOutcome<?> notYet() {
    return new WriteOutcome.Failed<>("an owner is there, or did not answer", null);
  }
}
