package io.berth.testkit;

import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down requests to a cluster and answers them as a test wishes: each is done unless {@link #next} has other answers, and answered
 * at once unless {@link #hold} is on. Nothing is changed by them. Not thread-safe.
 */
public final class RecordingWrites implements ClusterWrites {
  private final List<String> requests = new ArrayList<>();
  private final List<ObjectRef<?>> targets = new ArrayList<>();
  private final List<PodStatusPatch> patches = new ArrayList<>();
  private final Deque<WriteOutcome<?>> outcomes = new ArrayDeque<>();
  private final Deque<EvictionOutcome> evictions = new ArrayDeque<>();
  private final Deque<Runnable> held = new ArrayDeque<>();
  private boolean holding;

  /**
   * What was asked for, in order: {@code bind default/p to n1}, {@code patch default/p}, {@code evict default/p}, {@code delete
   * pods default/p}, {@code create pods default/p} and the like.
   */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Which object each request named, in the order of {@link #requests()}; its UID says whether the request has a precondition. */
  public List<ObjectRef<?>> targets() {
    return List.copyOf(targets);
  }

  /** The status patches, in order. */
  public List<PodStatusPatch> patches() {
    return List.copyOf(patches);
  }

  /** The next request that is no eviction has this answer; after it the next one's. */
  public RecordingWrites next(WriteOutcome<?> outcome) {
    outcomes.add(outcome);
    return this;
  }

  /** The next eviction has this answer; after it the next one's. */
  public RecordingWrites next(EvictionOutcome outcome) {
    evictions.add(outcome);
    return this;
  }

  /** From now on answers are held back until they are released. */
  public RecordingWrites hold() {
    holding = true;
    return this;
  }

  /** Gives the oldest answer that is held back. */
  public void release() {
    held.remove().run();
  }

  /** Gives all answers that are held back, and holds none from now on. */
  public void releaseAll() {
    holding = false;
    while (!held.isEmpty()) {
      release();
    }
  }

  /** How many answers are held back. */
  public int heldBack() {
    return held.size();
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> pod, String nodeName) {
    return record("bind " + pod.key() + " to " + nodeName, pod, () -> named(pod));
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> pod, PodStatusPatch patch) {
    patches.add(patch);
    return record("patch " + pod.key(), pod, () -> named(pod));
  }

  @Override
  public CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds) {
    targets.add(pod);
    requests.add("evict " + pod.key());
    return stage(evictions.isEmpty() ? new EvictionOutcome.Evicted() : evictions.remove());
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(
      ObjectRef<T> object, @Nullable Long gracePeriodSeconds) {
    return answer("delete", object, () -> named(object));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> object) {
    return answer("get", object, () -> named(object));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object) {
    return answer("create", ObjectRef.of(kind, object), () -> object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object) {
    return answer("update", ObjectRef.of(kind, object), () -> object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object) {
    return answer("update status of", ObjectRef.of(kind, object), () -> object);
  }

  private <T extends HasMetadata> CompletionStage<WriteOutcome<T>> answer(String verb, ObjectRef<T> target, Supplier<T> object) {
    return record(verb + " " + target.kind().plural() + " " + target.key(), target, object);
  }

  @SuppressWarnings("unchecked") // the test says which request comes next, and so of what class its outcome is
  private <T extends HasMetadata> CompletionStage<WriteOutcome<T>> record(String request, ObjectRef<T> target, Supplier<T> object) {
    requests.add(request);
    targets.add(target);
    WriteOutcome<T> outcome =
        outcomes.isEmpty() ? new WriteOutcome.Done<>(object.get()) : (WriteOutcome<T>) outcomes.remove();
    return stage(outcome);
  }

  private <R> CompletionStage<R> stage(R result) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    if (holding) {
      held.add(() -> answer.complete(result));
    } else {
      answer.complete(result);
    }
    return answer.minimalCompletionStage();
  }

  private static <T extends HasMetadata> T named(ObjectRef<T> ref) {
    try {
      T object = ref.kind().type().getDeclaredConstructor().newInstance();
      var meta = new ObjectMeta();
      meta.setName(ref.name());
      meta.setNamespace(ref.namespace().isEmpty() ? null : ref.namespace());
      meta.setUid(ref.uid().isEmpty() ? null : ref.uid());
      object.setMetadata(meta);
      return object;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no object of " + ref.kind() + " can be made", e);
    }
  }
}
