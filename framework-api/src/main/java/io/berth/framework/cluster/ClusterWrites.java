package io.berth.framework.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The writing side of a cluster. Nothing blocks; stages complete on any thread and never exceptionally: what can go wrong is in the
 * outcome. The echo of each write comes back as an event. Thread-safe.
 */
public interface ClusterWrites {
  /** Binds the pod to the node (the binding subresource). The reference's UID is a precondition. */
  CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> pod, String nodeName);

  /** Changes the pod's status. */
  CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> pod, PodStatusPatch patch);

  /** Evicts the pod through the eviction subresource, which asks disruption budgets. */
  CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds);

  /** Deletes the object, with the grace period that its kind has by default. The UID is a precondition when given. */
  default <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(ObjectRef<T> object) {
    return delete(object, null);
  }

  /**
   * Deletes the object. The UID is a precondition when given.
   *
   * @param gracePeriodSeconds how long the object may take to end, 0 for at once, {@code null} for its kind's default
   */
  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(ObjectRef<T> object, @Nullable Long gracePeriodSeconds);

  /** Reads the object as it is now, past every cache. */
  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> object);

  /** Creates the object. */
  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object);

  /** Replaces the object but for its status; a resource version in it is a precondition. */
  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object);

  /** Replaces the object's status alone; a resource version in it is a precondition. */
  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object);
}
