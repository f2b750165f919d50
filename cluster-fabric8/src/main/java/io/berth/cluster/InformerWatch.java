package io.berth.cluster;

import io.berth.framework.cluster.ClusterEvents;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One informer that feeds one sink. The informer lists, watches, and lists again when its version has expired or the connection was
 * lost; what a relist finds unchanged is kept from the sink.
 */
final class InformerWatch<T extends HasMetadata> implements ResourceEventHandler<T>, ClusterEvents.Watch {
  /** Objects a page of a list; as client-go's reflector. */
  private static final long PAGE = 500;

  private final SharedIndexInformer<T> informer;
  private final EventSink<T> sink;
  private final AtomicBoolean synced = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  private InformerWatch(SharedIndexInformer<T> informer, EventSink<T> sink) {
    this.informer = informer;
    this.sink = sink;
  }

  static <T extends HasMetadata> InformerWatch<T> start(KubernetesClient client, ResourceKind<T> kind, EventSink<T> sink) {
    var resources = client.resources(kind.type());
    SharedIndexInformer<T> informer =
        kind.namespaced()
            ? resources.inAnyNamespace().withLimit(PAGE).runnableInformer(0)
            : resources.withLimit(PAGE).runnableInformer(0);
    InformerWatch<T> watch = new InformerWatch<>(informer, sink);
    // Anything may pass: a lost connection, a restarting API server, a missing permission that is granted later.
    informer.exceptionHandler((started, failure) -> !watch.closed.get());
    informer.addEventHandler(watch);
    informer.stopped().whenComplete((nothing, failure) -> sink.stopped(watch.closed.get() ? null : failure));
    informer
        .start()
        .whenComplete(
            (nothing, failure) -> {
              if (failure == null) {
                watch.reportSynced();
              }
            });
    return watch;
  }

  private void reportSynced() {
    if (synced.compareAndSet(false, true)) {
      sink.synced();
    }
  }

  @Override
  public void onAdd(T object) {
    sink.added(object);
  }

  @Override
  public void onUpdate(T oldObject, T newObject) {
    if (!Objects.equals(
        oldObject.getMetadata().getResourceVersion(), newObject.getMetadata().getResourceVersion())) {
      sink.updated(oldObject, newObject);
    }
  }

  @Override
  public void onDelete(T object, boolean deletedFinalStateUnknown) {
    sink.deleted(object, deletedFinalStateUnknown);
  }

  @Override
  public void onList(String resourceVersion, boolean remainedEmpty) {
    reportSynced();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      informer.stop();
    }
  }
}
