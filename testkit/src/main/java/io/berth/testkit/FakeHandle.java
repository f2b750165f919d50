package io.berth.testkit;

import io.berth.framework.EventPublisher;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.NodeChanges;
import io.berth.framework.Plugin;
import io.berth.framework.PluginsRunner;
import io.berth.framework.PodActivator;
import io.berth.framework.PodInPreBind;
import io.berth.framework.PodNominator;
import io.berth.framework.Profile;
import io.berth.framework.QueueOrder;
import io.berth.framework.Snapshot;
import io.berth.framework.Timers;
import io.berth.framework.WaitingPod;
import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.EventRecorder;
import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A handle for one plugin under test. Everything is there and can be looked at: nodes and pods in {@link #cache()}, objects of other kinds
 * in {@link #objects}, requests in {@link #recordedWrites()}, time in {@link #time()}. Not thread-safe.
 */
public final class FakeHandle implements Handle {
  private final FakeCache cache;
  private final Map<ResourceKind<?>, FakeInformer<?>> informers = new LinkedHashMap<>();
  private final NodeChanges changes = new NodeChanges();
  private final FakeNominator nominator = new FakeNominator(changes);
  private final RecordingWrites writes = new RecordingWrites();
  private final RecordingEvents events = new RecordingEvents();
  private final FakeTimers time = new FakeTimers();
  private final List<Plugin> plugins = new ArrayList<>();
  private final List<PodInfo> activated = new ArrayList<>();
  private final List<String> changedKeys = new ArrayList<>();
  private final List<ClusterEvent<?>> published = new ArrayList<>();
  private @Nullable EventPublisher listener;
  private final Map<Class<?>, Object> shared = new HashMap<>();
  private final List<WaitingPod> waiting = new ArrayList<>();
  private final Map<String, PodInPreBind> preBinding = new LinkedHashMap<>();
  private final RandomGenerator random = new SplittableRandom(1);
  private FeatureGates gates = FeatureGates.defaults();
  private EffectiveRequests requests = EffectiveRequests.upstream();
  private SchedulerMetrics metrics = SchedulerMetrics.NONE;
  private String profileName = Profile.DEFAULT_SCHEDULER_NAME;

  /** A handle to an empty cluster. */
  public FakeHandle() {
    this(new FakeCache());
  }

  /** A handle to these nodes and pods. */
  public FakeHandle(FakeCache cache) {
    this.cache = cache;
  }

  /** Sets the gates. */
  public FakeHandle featureGates(FeatureGates featureGates) {
    gates = featureGates;
    return this;
  }

  /** Sets the accounting of requests. */
  public FakeHandle effectiveRequests(EffectiveRequests effectiveRequests) {
    requests = effectiveRequests;
    return this;
  }

  /** Sets the profile's name. */
  public FakeHandle profileName(String name) {
    profileName = name;
    return this;
  }

  /** The plugins that {@link #runner()} runs, beside those given before. */
  public FakeHandle running(Plugin... more) {
    plugins.addAll(List.of(more));
    return this;
  }

  /** Adds a pod that waits in the permit phase. */
  public FakeHandle waiting(WaitingPod pod) {
    waiting.add(pod);
    return this;
  }

  /** Adds a pod in the PreBind phase. */
  public FakeHandle preBinding(String uid, PodInPreBind pod) {
    preBinding.put(uid, pod);
    return this;
  }

  /** Sets the measurements. */
  public FakeHandle metrics(SchedulerMetrics schedulerMetrics) {
    metrics = schedulerMetrics;
    return this;
  }

  /** The nodes and pods. */
  public FakeCache cache() {
    return cache;
  }

  /** The objects of a kind, for the test to change. */
  @SuppressWarnings("unchecked") // an informer is stored under the kind that it was made for
  public <T extends HasMetadata> FakeInformer<T> objects(ResourceKind<T> kind) {
    return (FakeInformer<T>) informers.computeIfAbsent(kind, k -> new FakeInformer<T>());
  }

  /** What the plugin asked the cluster for. */
  public RecordingWrites recordedWrites() {
    return writes;
  }

  /** What the plugin told people. */
  public RecordingEvents recordedEvents() {
    return events;
  }

  /** Time and both executors; tasks run when the test says so. */
  public FakeTimers time() {
    return time;
  }

  /** The pods that the plugin has activated. */
  public List<PodInfo> activated() {
    return List.copyOf(activated);
  }

  /** The UIDs of pods whose keys the plugin has announced to have changed. */
  public List<String> changedKeys() {
    return List.copyOf(changedKeys);
  }

  /** From now on this one hears of each event that is published, too. */
  public FakeHandle onPublished(EventPublisher publisher) {
    listener = publisher;
    return this;
  }

  /** The events that the plugin has raised. */
  public List<ClusterEvent<?>> published() {
    return List.copyOf(published);
  }

  @Override
  public String profileName() {
    return profileName;
  }

  @Override
  public FeatureGates featureGates() {
    return gates;
  }

  @Override
  public EffectiveRequests effectiveRequests() {
    return requests;
  }

  @Override
  public Snapshot snapshot() {
    return cache.lastSnapshot();
  }

  /** Reads it from {@code objects(ResourceKind.PODS)}. */
  @Override
  public @Nullable PodInfo pod(String key) {
    int slash = key.indexOf('/');
    Pod pod = objects(ResourceKind.PODS).get(key.substring(0, slash), key.substring(slash + 1));
    return pod == null ? null : PodInfo.of(pod, requests);
  }

  @Override
  public PluginsRunner runner() {
    return new FakeRunner(List.copyOf(plugins), nominator);
  }

  @Override
  public PodNominator nominator() {
    return nominator;
  }

  @Override
  public NodeChanges nodeChanges() {
    return changes;
  }

  @Override
  public PodActivator activator() {
    return activated::addAll;
  }

  @Override
  public QueueOrder queueOrder() {
    return (Collection<String> podUids) -> changedKeys.addAll(podUids);
  }

  @Override
  public List<WaitingPod> waitingPods() {
    return List.copyOf(waiting);
  }

  @Override
  public @Nullable WaitingPod waitingPod(String uid) {
    return waiting.stream().filter(pod -> pod.pod().uid().equals(uid)).findFirst().orElse(null);
  }

  @Override
  public @Nullable PodInPreBind podInPreBind(String uid) {
    return preBinding.get(uid);
  }

  @Override
  public <T extends HasMetadata> Lister<T> lister(ResourceKind<T> kind) {
    return objects(kind);
  }

  @Override
  public <T extends HasMetadata> Informer<T> informer(ResourceKind<T> kind) {
    return objects(kind);
  }

  @Override
  public <T> T shared(Class<T> type, Supplier<T> make) {
    Object known = shared.get(type);
    T object = known == null ? make.get() : type.cast(known);
    shared.put(type, object);
    return object;
  }

  @Override
  public ClusterWrites writes() {
    return writes;
  }

  @Override
  public EventRecorder eventRecorder() {
    return events;
  }

  @Override
  public EventPublisher events() {
    return new EventPublisher() {
      @Override
      public <T> void publish(ClusterEvent<T> event, @Nullable T oldObject, @Nullable T newObject) {
        published.add(event);
        if (listener != null) {
          listener.publish(event, oldObject, newObject);
        }
      }
    };
  }

  @Override
  public Timers timers() {
    return time;
  }

  @Override
  public Executor schedulingExecutor() {
    return time;
  }

  @Override
  public Executor workExecutor() {
    return time;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public SchedulerMetrics metrics() {
    return metrics;
  }
}
