package io.berth.cluster;

import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A real cluster. Reads through one informer a kind, writes through the client's asynchronous HTTP, so that no thread ever waits for
 * the API server. Writes to one object are made in the order in which they were asked for, each after the one before it has its
 * answer.
 *
 * <p>Does not close the client, which belongs to the caller. Thread-safe.
 */
public final class Fabric8Cluster implements Cluster {
  /** How many times more writes than events may be under way. */
  private static final int EVENTS_SHARE = 4;

  private final KubernetesClient client;
  private final RestWrites writes;
  private final RestEvents events;

  /**
   * Uses the client as it is configured, but that no write is tried twice.
   *
   * @param client stays the caller's to close; its {@code maxConcurrentRequests} is how many writes may be under way at once
   * @param clock stamps events
   * @param answers runs what follows an answer, and completes the stages that writes return; if it is {@code Runnable::run}, the
   *     client's network threads do
   * @param instance names this scheduler process in events, by custom the host's name
   */
  public Fabric8Cluster(KubernetesClient client, Clock clock, Executor answers, String instance) {
    this.client = client;
    int most = client.getConfiguration().getMaxConcurrentRequests();
    this.writes = new RestWrites(new RestCalls(client, answers, most), client.getKubernetesSerialization());
    // Events have a way of their own, so that no write waits behind them.
    RestCalls calls = new RestCalls(client, answers, Math.max(1, most / EVENTS_SHARE));
    this.events = new RestEvents(calls, client.getKubernetesSerialization(), clock, instance);
  }

  @Override
  public <T extends HasMetadata> Watch watch(ResourceKind<T> kind, EventSink<T> sink) {
    return InformerWatch.start(client, kind, sink);
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> pod, String nodeName) {
    return writes.bind(pod, nodeName);
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> pod, PodStatusPatch patch) {
    return writes.patchPodStatus(pod, patch);
  }

  @Override
  public CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds) {
    return writes.evict(pod, gracePeriodSeconds);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(
      ObjectRef<T> object, @Nullable Long gracePeriodSeconds) {
    return writes.delete(object, gracePeriodSeconds);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> object) {
    return writes.get(object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object) {
    return writes.create(kind, object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object) {
    return writes.update(kind, object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object) {
    return writes.updateStatus(kind, object);
  }

  @Override
  public void event(PodInfo regarding, @Nullable PodInfo related, EventNote note) {
    events.event(regarding, related, note);
  }

  @Override
  public void event(ObjectRef<?> regarding, EventNote note) {
    events.event(regarding, note);
  }
}
