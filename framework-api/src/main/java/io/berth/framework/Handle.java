package io.berth.framework;

import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.EventRecorder;
import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the framework gives a plugin. One handle a profile. Unless said otherwise, methods are for the scheduler's own thread.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface Handle {
  /** The profile's name, which is the {@code schedulerName} that pods ask for. */
  String profileName();

  /** The gates in force. Any thread. */
  FeatureGates featureGates();

  /** The one accounting of requests in this scheduler. Any thread. */
  EffectiveRequests effectiveRequests();

  /** The snapshot of the current cycle, or the last one's; not for hints and PreEnqueue, which must not rely on it. */
  Snapshot snapshot();

  /** The pod of this {@code namespace/name} as the cluster last told of it, or {@code null}; one that has ended may be missing. */
  @Nullable PodInfo pod(String key);

  /** Runs this profile's plugins. */
  PluginsRunner runner();

  /** Nominations. */
  PodNominator nominator();

  /** Where plugins tell, and hear, that Filter may say something else of a node. */
  NodeChanges nodeChanges();

  /** Wakes pods. */
  PodActivator activator();

  /** Announces changed keys of the queue's order. */
  QueueOrder queueOrder();

  /** Pods that wait in the permit phase, all profiles', in the order in which they began to wait. */
  List<WaitingPod> waitingPods();

  /** The waiting pod with this UID, or {@code null}. */
  @Nullable WaitingPod waitingPod(String uid);

  /** The pod in the PreBind phase with this UID, or {@code null}. */
  @Nullable PodInPreBind podInPreBind(String uid);

  /**
   * The objects of a kind that the plugin {@linkplain Plugin#reads() reads} or registers events of, as the scheduler's thread has
   * seen them. To be asked for at creation, and kept.
   */
  <T extends HasMetadata> Lister<T> lister(ResourceKind<T> kind);

  /** As {@link #lister}, with changes told on the scheduler's thread before the queue hears of them. */
  <T extends HasMetadata> Informer<T> informer(ResourceKind<T> kind);

  /**
   * The one object of this type that plugins of all profiles of this scheduler share, such as an index of what they all hand out. To be
   * asked for at creation, and kept.
   *
   * @param make makes it for the one who asks first
   */
  <T> T shared(Class<T> type, Supplier<T> make);

  /** Writes to the cluster. Any thread. */
  ClusterWrites writes();

  /** Events for people. Any thread. */
  EventRecorder eventRecorder();

  /** Tells the queue that something happened which no watched object shows. */
  EventPublisher events();

  /** Time. Any thread. */
  Timers timers();

  /** The scheduler's own thread: hand it what must run there. Any thread. */
  Executor schedulingExecutor();

  /** For work that must not occupy the scheduler's own thread. Any thread. */
  Executor workExecutor();

  /** Chance, seeded from outside. */
  RandomGenerator random();

  /** Measurements. Any thread. */
  SchedulerMetrics metrics();
}
