package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an API server does with objects of any kind. Everything runs under the cluster's lock. Objects that come in are copies of our
 * own; objects in the tables never change.
 *
 * <p>Source: apiserver/pkg/registry/generic/registry/store.go and pkg/registry/rest, v0.37.2.
 */
final class ObjectApi {
  private static final int MAX_GENERATED_PREFIX = 58;

  private final ClusterCore core;

  ObjectApi(ClusterCore core) {
    this.core = core;
  }

  <T extends HasMetadata> WriteOutcome<T> get(ResourceKind<T> kind, ObjectKey key, String uid) {
    T there = core.table(kind).get(key);
    if (there == null) {
      return Refusals.notFound(kind, key.name());
    }
    if (!uid.isEmpty() && !uid.equals(there.getMetadata().getUid())) {
      return new WriteOutcome.NotFound<>(key + " has UID " + there.getMetadata().getUid() + ", not " + uid);
    }
    return new WriteOutcome.Done<>(there);
  }

  /** Adds an object as a request asks for it: what only the server may set is set anew, and the status is empty but for nodes. */
  <T extends HasMetadata> WriteOutcome<T> create(ResourceKind<T> kind, T draft) {
    ObjectMeta meta = draft.getMetadata();
    meta.setUid(null);
    meta.setCreationTimestamp(null);
    meta.setDeletionTimestamp(null);
    meta.setDeletionGracePeriodSeconds(null);
    meta.setGeneration(null);
    if (!(draft instanceof Node)) {
      Beans.set(draft, "status", null);
    }
    return add(kind, draft);
  }

  /** Adds an object as it is: what it says of itself stays, what is missing is filled in. */
  <T extends HasMetadata> WriteOutcome<T> add(ResourceKind<T> kind, T draft) {
    ObjectMeta meta = draft.getMetadata();
    if (kind.namespaced() && isEmpty(meta.getNamespace())) {
      meta.setNamespace("default");
    } else if (!kind.namespaced()) {
      meta.setNamespace(null);
    }
    Table<T> table = core.table(kind);
    if (isEmpty(meta.getName())) {
      if (isEmpty(meta.getGenerateName())) {
        return Refusals.invalid("name or generateName is required");
      }
      String prefix = meta.getGenerateName();
      String cut = prefix.length() > MAX_GENERATED_PREFIX ? prefix.substring(0, MAX_GENERATED_PREFIX) : prefix;
      do {
        meta.setName(cut + core.nextNameSuffix());
      } while (table.get(ObjectKey.of(draft)) != null);
    }
    ObjectKey key = ObjectKey.of(draft);
    T there = table.get(key);
    if (there != null) {
      return Refusals.alreadyExists(kind, key.name(), there.getMetadata().getDeletionTimestamp() != null);
    }
    if (isEmpty(meta.getUid())) {
      meta.setUid(core.nextUid());
    }
    if (isEmpty(meta.getCreationTimestamp())) {
      meta.setCreationTimestamp(core.now());
    }
    if (meta.getGeneration() == null && countsGenerations(kind)) {
      meta.setGeneration(1L);
    }
    if (draft instanceof Pod pod) {
      PodRules.prepareForCreate(pod, core.now());
    }
    long version = core.nextVersion();
    meta.setResourceVersion(Long.toString(version));
    table.apply(key, new Change<>(Change.Type.ADDED, draft, version));
    return new WriteOutcome.Done<>(draft);
  }

  /** Replaces everything but the status. */
  <T extends HasMetadata> WriteOutcome<T> update(ResourceKind<T> kind, T draft) {
    T there = core.table(kind).get(ObjectKey.of(draft));
    WriteOutcome<T> refusal = checkDraft(kind, there, draft);
    if (refusal != null) {
      return refusal;
    }
    Beans.set(draft, "status", Beans.get(there, "status"));
    return replace(kind, there, draft);
  }

  /** Replaces the status alone. */
  <T extends HasMetadata> WriteOutcome<T> updateStatus(ResourceKind<T> kind, T draft) {
    T there = core.table(kind).get(ObjectKey.of(draft));
    WriteOutcome<T> refusal = checkDraft(kind, there, draft);
    if (refusal != null) {
      return refusal;
    }
    T next = Beans.shallow(there);
    Beans.set(next, "status", Beans.get(draft, "status"));
    next.setMetadata(Beans.shallow(there.getMetadata()));
    ClaimRules.prepareStatus(there, next);
    String invalid = ClaimRules.refusal(there, next);
    return invalid == null ? replace(kind, there, next) : Refusals.invalid(invalid);
  }

  /** Replaces the object, its status included. */
  <T extends HasMetadata> WriteOutcome<T> updateWhole(ResourceKind<T> kind, T draft) {
    T there = core.table(kind).get(ObjectKey.of(draft));
    WriteOutcome<T> refusal = checkDraft(kind, there, draft);
    return refusal != null ? refusal : replace(kind, there, draft);
  }

  /**
   * Replaces an object by the draft, unless nothing changes; removes it when it was only waiting for its last finalizer to go.
   *
   * @param draft ours alone, its metadata too
   */
  <T extends HasMetadata> WriteOutcome<T> replace(ResourceKind<T> kind, T there, T draft) {
    ObjectMeta old = there.getMetadata();
    ObjectMeta meta = draft.getMetadata();
    meta.setUid(old.getUid());
    meta.setCreationTimestamp(old.getCreationTimestamp());
    meta.setDeletionTimestamp(old.getDeletionTimestamp());
    meta.setDeletionGracePeriodSeconds(old.getDeletionGracePeriodSeconds());
    meta.setGeneration(old.getGeneration());
    meta.setGenerateName(old.getGenerateName());
    meta.setNamespace(old.getNamespace());
    if (old.getGeneration() != null && !Objects.equals(Beans.get(there, "spec"), Beans.get(draft, "spec"))) {
      meta.setGeneration(old.getGeneration() + 1);
    }
    if (isOnlyWaitingForFinalizers(old) && meta.getFinalizers().isEmpty()) {
      return new WriteOutcome.Done<>(remove(kind, draft));
    }
    meta.setResourceVersion(old.getResourceVersion());
    return draft.equals(there) ? new WriteOutcome.Done<>(there) : new WriteOutcome.Done<>(write(kind, draft));
  }

  /** Stores the draft under the next version. */
  <T extends HasMetadata> T write(ResourceKind<T> kind, T draft) {
    long version = core.nextVersion();
    draft.getMetadata().setResourceVersion(Long.toString(version));
    core.table(kind).apply(ObjectKey.of(draft), new Change<>(Change.Type.MODIFIED, draft, version));
    return draft;
  }

  /** Takes the object away; what is left of it has the version of its deletion. */
  <T extends HasMetadata> T remove(ResourceKind<T> kind, T object) {
    long version = core.nextVersion();
    T last = Beans.shallow(object);
    last.setMetadata(Beans.shallow(object.getMetadata()));
    last.getMetadata().setResourceVersion(Long.toString(version));
    core.table(kind).apply(ObjectKey.of(last), new Change<>(Change.Type.DELETED, last, version));
    return last;
  }

  /** Why the object is not the one that is meant, or {@code null}. */
  <T extends HasMetadata> @Nullable WriteOutcome<T> checkUid(ResourceKind<T> kind, T there, @Nullable String uid) {
    String uidThere = there.getMetadata().getUid();
    return isEmpty(uid) || uid.equals(uidThere) ? null : Refusals.otherUid(kind, there.getMetadata().getName(), uid, uidThere);
  }

  private <T extends HasMetadata> @Nullable WriteOutcome<T> checkDraft(ResourceKind<T> kind, @Nullable T there, T draft) {
    String name = draft.getMetadata().getName();
    if (there == null) {
      return Refusals.notFound(kind, name);
    }
    String version = draft.getMetadata().getResourceVersion();
    if (!isEmpty(version) && !version.equals(there.getMetadata().getResourceVersion())) {
      return Refusals.modified(kind, name);
    }
    return checkUid(kind, there, draft.getMetadata().getUid());
  }

  private static boolean isOnlyWaitingForFinalizers(ObjectMeta meta) {
    Long grace = meta.getDeletionGracePeriodSeconds();
    return meta.getDeletionTimestamp() != null && (grace == null || grace == 0);
  }

  private static boolean countsGenerations(ResourceKind<?> kind) {
    if (kind.type() == ResourceClaim.class || kind.type() == ResourceClaimTemplate.class) {
      return false;
    }
    return kind.group().isEmpty() ? kind.type() == Pod.class : Beans.has(kind.type(), "spec");
  }

  static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
