package io.berth.cluster;

import io.berth.framework.cluster.ClusterEvents;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One informer that feeds one sink. The informer lists, watches, and lists again when its version has expired or its watch cannot be
 * taken up; it asks for a new watch every five to ten minutes, so that one which has gone silent does not last.
 *
 * <p>Calls to the sink are made under this object's lock, so that nothing follows {@link EventSink#stopped}.
 */
final class InformerWatch<T extends HasMetadata> implements ResourceEventHandler<T>, ClusterEvents.Watch {
  private static final Logger LOG = LoggerFactory.getLogger(InformerWatch.class);

  /** Objects a page of a list; as client-go's reflector. With a limit the API server answers with what is true now. */
  private static final long PAGE = 500;

  private final ResourceKind<T> kind;
  private final SharedIndexInformer<T> informer;
  private final EventSink<T> sink;
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean synced;
  private boolean stopped;

  private InformerWatch(ResourceKind<T> kind, SharedIndexInformer<T> informer, EventSink<T> sink) {
    this.kind = kind;
    this.informer = informer;
    this.sink = sink;
  }

  static <T extends HasMetadata> InformerWatch<T> start(KubernetesClient client, ResourceKind<T> kind, EventSink<T> sink) {
    SharedIndexInformer<T> informer = KindResources.of(client, kind).withLimit(PAGE).runnableInformer(0);
    InformerWatch<T> watch = new InformerWatch<>(kind, informer, sink);
    informer.itemStore(new ToldObjects<>());
    informer.removeIndexer(Cache.NAMESPACE_INDEX); // nobody asks it
    informer.exceptionHandler((started, failure) -> watch.goesOn(client, failure));
    informer.addEventHandler(watch);
    informer.stopped().whenComplete((nothing, failure) -> watch.onStopped(failure));
    informer.start();
    return watch;
  }

  /** Anything may pass: a lost connection, a restarting API server, a missing permission that is granted later. */
  private boolean goesOn(KubernetesClient client, Throwable failure) {
    if (client.getHttpClient().isClosed()) {
      return false;
    }
    if (!closed.get()) {
      LOG.warn("{}: cannot be followed at the moment, trying again: {}", kind, root(failure));
    }
    return true;
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && (root instanceof CompletionException || root.getMessage() == null)) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  private synchronized void onStopped(@Nullable Throwable failure) {
    if (!stopped) {
      stopped = true;
      sink.stopped(closed.get() ? null : failure);
    }
  }

  @Override
  public synchronized void onAdd(T object) {
    if (!stopped) {
      sink.added(object);
    }
  }

  @Override
  public synchronized void onUpdate(T oldObject, T newObject) {
    if (stopped) {
      return;
    }
    if (oldObject.getMetadata().getUid().equals(newObject.getMetadata().getUid())) {
      sink.updated(oldObject, newObject);
    } else { // gone and made again while nobody watched
      sink.deleted(oldObject, true);
      sink.added(newObject);
    }
  }

  @Override
  public synchronized void onDelete(T object, boolean deletedFinalStateUnknown) {
    if (!stopped) {
      sink.deleted(object, deletedFinalStateUnknown);
    }
  }

  /** Comes after each list; the first one's objects have all been told by then. */
  @Override
  public synchronized void onList(String resourceVersion, boolean remainedEmpty) {
    if (!synced && !stopped) {
      synced = true;
      sink.synced();
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      informer.stop();
    }
  }
}
