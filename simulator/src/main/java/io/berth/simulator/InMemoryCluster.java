package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteRequest;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in memory that behaves as an API server does: one counter of versions, UIDs, optimistic conflicts, generations, status
 * subresources, bindings, graceful deletion, evictions against disruption budgets, and watches that can be lost and list anew.
 *
 * <p>There are two ways in. The methods of {@link Cluster} are requests: they pass the {@link WriteInterceptor}, and answer through
 * stages. {@link #create(HasMetadata)}, {@link #update(HasMetadata)}, {@link #delete(HasMetadata)} and the rest are for tests and
 * loaders: they act at once, may set what a request may not, and throw {@link RefusedException} when the cluster refuses.
 *
 * <p>Objects are copied on their way in, and never change after that; those that come out are borrowed, and their lists and maps
 * cannot be changed. To change an object, build a new one from it and {@code update}.
 *
 * <p>What an API server does and this does not: validation, quotas, namespaces' life cycle, garbage collection. Defaulting and
 * admission are done for objects without a UID when {@link Builder#admission} is on; see {@link Admission}.
 *
 * <p>Thread-safe: one lock, which is never held while a sink, an interceptor or a stage's follower runs. Deliveries run on the
 * executor, one at a time for each watch. The same calls in the same order give the same UIDs, names and versions.
 */
public final class InMemoryCluster implements Cluster {
  private final ClusterCore core;
  private final Kinds kinds;
  private final Requests requests;
  private final EventLog eventLog;
  private final ObjectApi objects;
  private final DeletionApi deletions;
  private final PodApi pods;
  private final EvictionApi evictions;
  private final @Nullable Admission admission;

  private InMemoryCluster(Builder builder) {
    this.core = new ClusterCore(builder.timers, builder.executor, builder.historySize, builder.watchInterceptor);
    this.kinds = new Kinds(builder.kinds);
    this.requests = new Requests(builder.timers, builder.writeInterceptor);
    this.eventLog = new EventLog(builder.eventLimit, builder.eventListener);
    this.objects = new ObjectApi(core);
    this.deletions = new DeletionApi(core, objects);
    this.pods = new PodApi(core, objects, builder.admission);
    this.evictions = new EvictionApi(core, objects, deletions);
    this.admission = builder.admission ? Admission.of(new StoredClasses(core)) : null;
  }

  /** A cluster on simulated time. */
  public static InMemoryCluster on(VirtualTime time) {
    return builder(time, time.executor()).build();
  }

  /**
   * Starts a cluster.
   *
   * @param executor runs the deliveries of watches; they are serial for each watch whatever it does
   */
  public static Builder builder(Timers timers, Executor executor) {
    return new Builder(timers, executor);
  }

  // Reading and changing at once.

  /** Adds an object as it is, status, UID and times included; what is missing is filled in. */
  public <T extends HasMetadata> T create(T object) {
    ResourceKind<T> kind = kinds.of(object);
    return done(admitted(kind, Beans.frozen(object), draft -> objects.add(kind, Budgets.observed(draft))));
  }

  /** Adds objects in order. */
  public void createAll(Iterable<? extends HasMetadata> all) {
    all.forEach(this::create);
  }

  /** Replaces an object, its status included; a resource version in it is a precondition. */
  public <T extends HasMetadata> T update(T object) {
    ResourceKind<T> kind = kinds.of(object);
    T draft = Beans.frozen(object);
    return done(core.call(() -> objects.updateWhole(kind, draft)));
  }

  /** Deletes an object as a request does: a pod that runs gets its grace period, finalizers keep it. */
  public <T extends HasMetadata> void delete(T object) {
    ResourceKind<T> kind = kinds.of(object);
    done(core.call(() -> deletions.delete(kind, ObjectKey.of(object), "", null)));
  }

  /** Takes an object away at once, whatever would keep it. */
  public <T extends HasMetadata> void remove(T object) {
    ResourceKind<T> kind = kinds.of(object);
    ObjectKey key = ObjectKey.of(object);
    done(
        core.call(
            () -> {
              T there = core.table(kind).get(key);
              return there == null
                  ? Refusals.<T>notFound(kind, key.name())
                  : new WriteOutcome.Done<>(objects.remove(kind, there));
            }));
  }

  /** The object as it is now, or {@code null}; the namespace is empty for kinds without namespaces. */
  public <T extends HasMetadata> @Nullable T get(ResourceKind<T> kind, String namespace, String name) {
    return core.call(() -> core.table(kind).get(new ObjectKey(namespace, name)));
  }

  /** The object as it is now, or {@code null}. */
  public <T extends HasMetadata> @Nullable T get(T object) {
    ResourceKind<T> kind = kinds.of(object);
    return core.call(() -> core.table(kind).get(ObjectKey.of(object)));
  }

  /** The pod of namespace {@code default}, or {@code null}. */
  public @Nullable Pod pod(String name) {
    return get(ResourceKind.PODS, "default", name);
  }

  /** The node, or {@code null}. */
  public @Nullable Node node(String name) {
    return get(ResourceKind.NODES, "", name);
  }

  /** All objects of the kind, by namespace and name. Unmodifiable. */
  public <T extends HasMetadata> List<T> list(ResourceKind<T> kind) {
    return core.call(() -> core.table(kind).list());
  }

  /** The objects of the kind in the namespace, by name. Unmodifiable. */
  public <T extends HasMetadata> List<T> list(ResourceKind<T> kind, String namespace) {
    return core.call(() -> core.table(kind).list(namespace));
  }

  /** The version of the latest change. */
  public long resourceVersion() {
    return core.call(core::currentVersion);
  }

  /** Events for people, the oldest first. */
  public List<RecordedEvent> events() {
    return eventLog.list();
  }

  /** How many events had to go to make room for later ones. */
  public long eventsDropped() {
    return eventLog.dropped();
  }

  // Faults at will.

  /** All watches of the kind lose their connection and find it again after the time. */
  public void disconnectWatches(ResourceKind<?> kind, Duration reconnectAfter) {
    core.run(() -> core.table(kind).streams().forEach(stream -> stream.disconnect(false, reconnectAfter)));
  }

  /** Forgets what has happened to objects of the kind: whoever is disconnected now has to list anew. */
  public void forgetHistory(ResourceKind<?> kind) {
    core.run(() -> core.table(kind).compact(core.currentVersion()));
  }

  // The ports.

  @Override
  public <T extends HasMetadata> Watch watch(ResourceKind<T> kind, EventSink<T> sink) {
    return core.call(
        () -> {
          WatchStream<T> stream = new WatchStream<>(core, core.table(kind), sink, core.nextStream());
          stream.open(core.currentVersion());
          return stream;
        });
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> pod, String nodeName) {
    return write(Verb.BIND, pod, () -> pods.bind(key(pod), pod.uid(), nodeName));
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> pod, PodStatusPatch patch) {
    PodStatusPatch own =
        new PodStatusPatch(
            patch.conditions().stream().map(Beans::frozen).toList(),
            patch.nominatedNodeName(),
            patch.extendedResourceClaimStatus() == null ? null : Beans.frozen(patch.extendedResourceClaimStatus()));
    return write(Verb.PATCH_STATUS, pod, () -> pods.patchStatus(key(pod), pod.uid(), own));
  }

  @Override
  public CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds) {
    WriteRequest request = new WriteRequest(Verb.EVICT, pod.kind(), pod.namespace(), pod.name());
    return requests.evict(request, () -> core.call(() -> evictions.evict(key(pod), pod.uid(), gracePeriodSeconds)));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(
      ObjectRef<T> object, @Nullable Long gracePeriodSeconds) {
    return write(Verb.DELETE, object, () -> deletions.delete(object.kind(), key(object), object.uid(), gracePeriodSeconds));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> object) {
    return write(Verb.GET, object, () -> objects.get(object.kind(), key(object), object.uid()));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object) {
    T draft = Beans.frozen(object);
    ObjectMeta meta = draft.getMetadata();
    meta.setUid(null);
    String name = meta.getName() == null ? "" : meta.getName();
    return requests.write(
        new WriteRequest(Verb.CREATE, kind, ObjectKey.of(draft).namespace(), name),
        () -> admitted(kind, draft, admitted -> objects.create(kind, admitted)));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object) {
    T draft = Beans.frozen(object);
    return write(Verb.UPDATE, ObjectRef.of(kind, draft), () -> objects.update(kind, draft));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object) {
    T draft = Beans.frozen(object);
    return write(Verb.UPDATE_STATUS, ObjectRef.of(kind, draft), () -> objects.updateStatus(kind, draft));
  }

  @Override
  public void event(PodInfo regarding, @Nullable PodInfo related, EventNote note) {
    String version = regarding.pod().getMetadata().getResourceVersion();
    EventLog.Subject subject = new EventLog.Subject(regarding.key(), regarding.uid(), version == null ? "" : version);
    String other = related == null ? "" : related.key();
    eventLog.add(subject, other, note, core.timers().now());
  }

  @Override
  public void event(ObjectRef<?> regarding, EventNote note) {
    EventLog.Subject subject = new EventLog.Subject(regarding.key(), regarding.uid(), "");
    eventLog.add(subject, "", note, core.timers().now());
  }

  private <T extends HasMetadata> WriteOutcome<T> admitted(
      ResourceKind<T> kind, T draft, Function<T, WriteOutcome<T>> store) {
    if (admission == null) {
      return core.call(() -> store.apply(draft));
    }
    Admission.Result<T> result = admission.admit(draft);
    if (result instanceof Admission.Result.Admitted<T> admitted) {
      T object = admitted.object();
      return core.call(
          () -> {
            if (ObjectApi.isEmpty(object.getMetadata().getUid())) {
              DeviceDefaults.apply(object, core.now());
            }
            return store.apply(object);
          });
    }
    String why = ((Admission.Result.Rejected<T>) result).message();
    String name = draft.getMetadata().getName();
    return new WriteOutcome.Failed<>(kind.plural() + " \"" + name + "\" is forbidden: " + why, null);
  }

  private <T extends HasMetadata> CompletionStage<WriteOutcome<T>> write(
      Verb verb, ObjectRef<T> object, Supplier<WriteOutcome<T>> work) {
    WriteRequest request = new WriteRequest(verb, object.kind(), object.namespace(), object.name());
    return requests.write(request, () -> core.call(work));
  }

  private static ObjectKey key(ObjectRef<?> ref) {
    return new ObjectKey(ref.namespace(), ref.name());
  }

  private static <T> T done(WriteOutcome<T> outcome) {
    if (outcome instanceof WriteOutcome.Done<T> done) {
      return done.object();
    }
    throw new RefusedException(outcome.describe());
  }

  /** Builds an {@link InMemoryCluster}. Not thread-safe. */
  public static final class Builder {
    private final Timers timers;
    private final Executor executor;
    private final List<ResourceKind<?>> kinds = new ArrayList<>();
    private @Nullable WriteInterceptor writeInterceptor;
    private @Nullable WatchInterceptor watchInterceptor;
    private boolean admission;
    private int historySize = 1000;
    private int eventLimit = 10_000;
    private Consumer<RecordedEvent> eventListener = event -> {};

    private Builder(Timers timers, Executor executor) {
      this.timers = timers;
      this.executor = executor;
    }

    /** Kinds whose objects do not say it by their class: generic resources. */
    public Builder kind(ResourceKind<?> kind) {
      kinds.add(kind);
      return this;
    }

    /** Whether objects without a UID pass {@link Admission} on their way in, and bound pods get their node's zone; off by default. */
    public Builder admission(boolean on) {
      admission = on;
      return this;
    }

    /** Asked for each request through the ports. */
    public Builder writeInterceptor(WriteInterceptor interceptor) {
      writeInterceptor = interceptor;
      return this;
    }

    /** Asked for each change on its way to each watch. */
    public Builder watchInterceptor(WatchInterceptor interceptor) {
      watchInterceptor = interceptor;
      return this;
    }

    /** How many changes of each kind are remembered for watches that lost their connection; 1000 by default. */
    public Builder historySize(int changes) {
      historySize = changes;
      return this;
    }

    /** Hears of each event for people at once, on the thread that reports it. */
    public Builder eventListener(Consumer<RecordedEvent> listener) {
      eventListener = listener;
      return this;
    }

    /** How many events for people are kept; 10,000 by default. */
    public Builder eventLimit(int limit) {
      eventLimit = limit;
      return this;
    }

    /** The cluster, empty. */
    public InMemoryCluster build() {
      return new InMemoryCluster(this);
    }
  }
}
