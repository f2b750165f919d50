package io.berth.scheduler;

import io.berth.framework.EventPublisher;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.NodeChanges;
import io.berth.framework.PluginsRunner;
import io.berth.framework.PodActivator;
import io.berth.framework.PodInPreBind;
import io.berth.framework.PodNominator;
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
import io.berth.scheduler.internal.queue.SchedulingQueue;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What the plugins of one profile get from the engine. Plugins are made before runner and queue are, so those come in later. */
final class ProfileHandle implements Handle, PodActivator, QueueOrder, EventPublisher {
  private final String profileName;
  private final EngineParts parts;
  private final Set<ResourceKind<?>> asked = new LinkedHashSet<>();
  private @Nullable ProfileRunner runner;
  private @Nullable SchedulingQueue queue;

  ProfileHandle(String profileName, EngineParts parts) {
    this.profileName = profileName;
    this.parts = parts;
  }

  void complete(ProfileRunner profileRunner, SchedulingQueue schedulingQueue) {
    runner = profileRunner;
    queue = schedulingQueue;
  }

  /** The kinds whose objects plugins asked for. */
  Set<ResourceKind<?>> asked() {
    return asked;
  }

  private static <T> T there(@Nullable T part, String what) {
    if (part == null) {
      throw new IllegalStateException(what + " is not there yet while plugins are being made");
    }
    return part;
  }

  private SchedulingQueue queue() {
    return there(queue, "the queue");
  }

  @Override
  public String profileName() {
    return profileName;
  }

  @Override
  public FeatureGates featureGates() {
    return parts.featureGates();
  }

  @Override
  public EffectiveRequests effectiveRequests() {
    return parts.requests();
  }

  @Override
  public Snapshot snapshot() {
    return parts.cache().snapshot();
  }

  @Override
  public @Nullable PodInfo pod(String key) {
    return parts.pods().get(key);
  }

  @Override
  public PluginsRunner runner() {
    return there(runner, "the runner of plugins");
  }

  @Override
  public PodNominator nominator() {
    return parts.nominator();
  }

  @Override
  public NodeChanges nodeChanges() {
    return parts.nodeChanges();
  }

  @Override
  public PodActivator activator() {
    return this;
  }

  @Override
  public QueueOrder queueOrder() {
    return this;
  }

  @Override
  public EventPublisher events() {
    return this;
  }

  @Override
  public void activate(Collection<PodInfo> pods) {
    queue().activate(pods);
  }

  @Override
  public void keysChanged(Collection<String> podUids) {
    queue().keysChanged(podUids);
  }

  @Override
  public <T> void publish(ClusterEvent<T> event, @Nullable T oldObject, @Nullable T newObject) {
    queue().moveAllToActiveOrBackoffQueue(event, oldObject, newObject, null);
  }

  @Override
  public List<WaitingPod> waitingPods() {
    return parts.waitingPods().list();
  }

  @Override
  public @Nullable WaitingPod waitingPod(String uid) {
    return parts.waitingPods().get(uid);
  }

  @Override
  public @Nullable PodInPreBind podInPreBind(String uid) {
    return parts.preBindPods().get(uid);
  }

  @Override
  public <T extends HasMetadata> Lister<T> lister(ResourceKind<T> kind) {
    return informer(kind);
  }

  @Override
  public <T extends HasMetadata> Informer<T> informer(ResourceKind<T> kind) {
    asked.add(kind);
    return parts.stores().informer(kind);
  }

  @Override
  public <T> T shared(Class<T> type, Supplier<T> make) {
    Object known = parts.shared().get(type);
    T object = known == null ? make.get() : type.cast(known);
    parts.shared().put(type, object);
    return object;
  }

  @Override
  public ClusterWrites writes() {
    return parts.cluster();
  }

  @Override
  public EventRecorder eventRecorder() {
    return parts.cluster();
  }

  @Override
  public Timers timers() {
    return parts.timers();
  }

  @Override
  public Executor schedulingExecutor() {
    return parts.thread();
  }

  @Override
  public Executor workExecutor() {
    return parts.workExecutor();
  }

  @Override
  public RandomGenerator random() {
    return parts.random();
  }

  @Override
  public SchedulerMetrics metrics() {
    return parts.metrics();
  }
}
