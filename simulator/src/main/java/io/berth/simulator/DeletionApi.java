package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * How objects are deleted: pods that have a node and are not finished get a grace period and stay until somebody deletes them with a
 * period of 0; finalizers keep any object; everything else goes at once.
 *
 * <p>Source: apiserver/pkg/registry/rest/delete.go, apiserver/pkg/registry/generic/registry/store.go, v0.37.2, and
 * pkg/registry/core/pod/strategy.go, v1.37.2. No finalizers of the garbage collector are set.
 */
final class DeletionApi {
  private final ClusterCore core;
  private final ObjectApi objects;

  DeletionApi(ClusterCore core, ObjectApi objects) {
    this.core = core;
    this.objects = objects;
  }

  /** Deletes the object; the UID is a precondition unless it is empty. */
  <T extends HasMetadata> WriteOutcome<T> delete(
      ResourceKind<T> kind, ObjectKey key, String uid, @Nullable Long gracePeriodSeconds) {
    T there = core.table(kind).get(key);
    if (there == null) {
      return Refusals.notFound(kind, key.name());
    }
    if (objects.checkUid(kind, there, uid) != null) {
      return Refusals.otherUidToDelete(kind, key.name(), uid, there.getMetadata().getUid());
    }
    Long wanted = gracePeriodSeconds != null && gracePeriodSeconds < 0 ? Long.valueOf(1) : gracePeriodSeconds;
    return there instanceof Pod pod ? deletePod(kind, there, pod, wanted) : deleteNow(kind, there);
  }

  private <T extends HasMetadata> WriteOutcome<T> deletePod(
      ResourceKind<T> kind, T there, Pod pod, @Nullable Long wanted) {
    ObjectMeta meta = pod.getMetadata();
    if (meta.getDeletionTimestamp() == null) {
      long grace = PodRules.gracePeriod(pod, wanted);
      if (grace == 0 && meta.getFinalizers().isEmpty()) {
        return new WriteOutcome.Done<>(objects.remove(kind, there));
      }
      return new WriteOutcome.Done<>(mark(kind, there, later(core.now(), grace), grace, true));
    }
    Long pending = meta.getDeletionGracePeriodSeconds();
    if (pending == null || pending == 0) {
      return deleteNow(kind, there);
    }
    if (wanted == null || wanted >= pending) {
      return new WriteOutcome.Done<>(there);
    }
    return shorten(kind, there, pending, wanted);
  }

  private <T extends HasMetadata> WriteOutcome<T> shorten(ResourceKind<T> kind, T there, long pending, long wanted) {
    Instant now = Instant.parse(core.now());
    Instant end = Instant.parse(there.getMetadata().getDeletionTimestamp()).minusSeconds(pending).plusSeconds(wanted);
    long grace = wanted;
    if (end.isBefore(now)) {
      end = now;
      grace = wanted == 0 ? 0 : 1;
    }
    if (grace == 0 && there.getMetadata().getFinalizers().isEmpty()) {
      return new WriteOutcome.Done<>(objects.remove(kind, there));
    }
    return new WriteOutcome.Done<>(mark(kind, there, text(end), grace, false));
  }

  private <T extends HasMetadata> WriteOutcome<T> deleteNow(ResourceKind<T> kind, T there) {
    ObjectMeta meta = there.getMetadata();
    if (meta.getFinalizers().isEmpty()) {
      return new WriteOutcome.Done<>(objects.remove(kind, there));
    }
    Long grace = meta.getDeletionGracePeriodSeconds();
    if (meta.getDeletionTimestamp() != null && grace != null && grace == 0) {
      return new WriteOutcome.Done<>(there);
    }
    return new WriteOutcome.Done<>(mark(kind, there, core.now(), 0, meta.getDeletionTimestamp() == null));
  }

  private <T extends HasMetadata> T mark(ResourceKind<T> kind, T there, String deletionTimestamp, long grace, boolean first) {
    T next = Beans.shallow(there);
    ObjectMeta meta = Beans.shallow(there.getMetadata());
    meta.setDeletionTimestamp(deletionTimestamp);
    meta.setDeletionGracePeriodSeconds(grace);
    if (first && meta.getGeneration() != null) {
      meta.setGeneration(meta.getGeneration() + 1);
    }
    next.setMetadata(meta);
    return objects.write(kind, next);
  }

  private static String later(String now, long seconds) {
    return text(Instant.parse(now).plusSeconds(seconds));
  }

  private static String text(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
