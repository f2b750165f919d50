package io.berth.scenario;

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
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The cluster as one of those see it who work on it: their watches are announced to the faults. */
record ComponentCluster(Cluster cluster, FaultLog log, Component component) implements Cluster {
  @Override
  public <T extends HasMetadata> Watch watch(ResourceKind<T> kind, EventSink<T> sink) {
    log.watchOpens(component);
    return cluster.watch(kind, sink);
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> pod, String nodeName) {
    return cluster.bind(pod, nodeName);
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> pod, PodStatusPatch patch) {
    return cluster.patchPodStatus(pod, patch);
  }

  @Override
  public CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds) {
    return cluster.evict(pod, gracePeriodSeconds);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(ObjectRef<T> object, @Nullable Long gracePeriodSeconds) {
    return cluster.delete(object, gracePeriodSeconds);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> object) {
    return cluster.get(object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object) {
    return cluster.create(kind, object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object) {
    return cluster.update(kind, object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object) {
    return cluster.updateStatus(kind, object);
  }

  @Override
  public void event(PodInfo regarding, @Nullable PodInfo related, EventNote note) {
    cluster.event(regarding, related, note);
  }

  @Override
  public void event(ObjectRef<?> regarding, EventNote note) {
    cluster.event(regarding, note);
  }
}
