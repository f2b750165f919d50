package io.berth.conformance;

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
import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotListener;
import io.berth.framework.Timers;
import io.berth.framework.WaitingPod;
import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.EventRecorder;
import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The plugins of a profile by themselves: on a snapshot made by hand and objects that lie in lists, without queue, cache and
 * cycles. Plugins that ask for more than that fail.
 */
final class PluginBench implements Handle {

  private final Map<Class<?>, Object> shared = new HashMap<>();
  private final String profileName;
  private final Map<String, Plugin> plugins = new LinkedHashMap<>();
  private final Map<ResourceKind<?>, Shelf<?>> shelves = new LinkedHashMap<>();
  private final NodeChanges changes = new NodeChanges();
  private Snapshot snapshot = new BenchSnapshot(List.of(), 0);

  PluginBench(Profile profile) {
    profileName = profile.schedulerName();
    for (Profile.EnabledPlugin enabled : profile.plugins()) {
      plugins.put(enabled.name(), enabled.factory().create(this));
    }
  }

  /** Lays out the objects of a kind. To be called once a kind, before plugins are run. */
  <T extends HasMetadata> void put(ResourceKind<T> kind, List<T> items) {
    shelf(kind).fill(items);
  }

  @SuppressWarnings("unchecked") // each shelf was made for its kind
  private <T extends HasMetadata> Shelf<T> shelf(ResourceKind<T> kind) {
    return (Shelf<T>) shelves.computeIfAbsent(kind, k -> new Shelf<T>());
  }

  /** Makes the snapshot and tells those who keep an index of it. To be called once. */
  void snapshot(List<NodeInfo> nodes) {
    snapshot = new BenchSnapshot(nodes, 1);
    var changes = new ArrayList<SnapshotDelta.NodeChange>();
    for (NodeInfo node : nodes) {
      changes.add(new SnapshotDelta.NodeChange(null, node, List.of(), List.copyOf(node.pods())));
    }
    var delta = new SnapshotDelta(snapshot, changes);
    for (Plugin plugin : plugins.values()) {
      if (plugin instanceof SnapshotListener listener) {
        listener.changed(delta);
      }
    }
  }

  /** The profile's plugins of one kind, in order. */
  <T extends Plugin> List<T> plugins(Class<T> point) {
    return plugins.values().stream().filter(point::isInstance).map(point::cast).toList();
  }

  @Override
  public String profileName() {
    return profileName;
  }

  @Override
  public FeatureGates featureGates() {
    return FeatureGates.defaults();
  }

  @Override
  public EffectiveRequests effectiveRequests() {
    return EffectiveRequests.upstream();
  }

  @Override
  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public List<WaitingPod> waitingPods() {
    return List.of();
  }

  @Override
  public @Nullable WaitingPod waitingPod(String uid) {
    return null;
  }

  @Override
  public @Nullable PodInfo pod(String key) {
    return null;
  }

  @Override
  public @Nullable PodInPreBind podInPreBind(String uid) {
    return null;
  }

  @Override
  public <T extends HasMetadata> Lister<T> lister(ResourceKind<T> kind) {
    return shelf(kind);
  }

  @Override
  public <T extends HasMetadata> Informer<T> informer(ResourceKind<T> kind) {
    return shelf(kind);
  }

  @Override
  public SchedulerMetrics metrics() {
    return SchedulerMetrics.NONE;
  }

  @Override
  public RandomGenerator random() {
    return new Random(1);
  }

  @Override
  public PluginsRunner runner() {
    throw notHere("runner");
  }

  @Override
  public PodNominator nominator() {
    throw notHere("nominator");
  }

  @Override
  public NodeChanges nodeChanges() {
    return changes;
  }

  @Override
  public PodActivator activator() {
    throw notHere("activator");
  }

  @Override
  public QueueOrder queueOrder() {
    throw notHere("queue");
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
    throw notHere("cluster");
  }

  @Override
  public EventRecorder eventRecorder() {
    throw notHere("event recorder");
  }

  @Override
  public EventPublisher events() {
    return new EventPublisher() {
      @Override
      public <T> void publish(ClusterEvent<T> event, @Nullable T oldObject, @Nullable T newObject) {
        throw notHere("queue");
      }
    };
  }

  @Override
  public Timers timers() {
    return new Timers() {
      @Override
      public Instant now() {
        throw notHere("clock");
      }

      @Override
      public long nanoTime() {
        throw notHere("clock");
      }

      @Override
      public Timer schedule(Duration delay, Runnable task) {
        throw notHere("clock");
      }
    };
  }

  @Override
  public Executor schedulingExecutor() {
    return Runnable::run;
  }

  @Override
  public Executor workExecutor() {
    return Runnable::run;
  }

  private static IllegalStateException notHere(String what) {
    return new IllegalStateException("there is no " + what + " where plugins run by themselves");
  }
}
