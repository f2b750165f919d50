package io.berth.scheduler;

import io.berth.framework.PodInPreBind;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.Profile;
import io.berth.framework.Snapshot;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.cycle.CycleContext;
import io.berth.scheduler.internal.cycle.NominationLosses;
import io.berth.scheduler.internal.cycle.SchedulingCycle;
import io.berth.scheduler.internal.cycle.SnapshotFeed;
import io.berth.scheduler.internal.events.EventMeter;
import io.berth.scheduler.internal.events.KindHandlers;
import io.berth.scheduler.internal.events.NodeChanges;
import io.berth.scheduler.internal.events.NodeHandler;
import io.berth.scheduler.internal.events.PodChanges;
import io.berth.scheduler.internal.events.PodHandler;
import io.berth.scheduler.internal.events.PodReactions;
import io.berth.scheduler.internal.events.Watches;
import io.berth.scheduler.internal.explain.Explainer;
import io.berth.scheduler.internal.queue.HintMap;
import io.berth.scheduler.internal.queue.QueueSettings;
import io.berth.scheduler.internal.queue.QueuedPod;
import io.berth.scheduler.internal.queue.SchedulingQueue;
import io.berth.scheduler.internal.runtime.PluginByPlugin;
import io.berth.scheduler.internal.runtime.ProfilePlugins;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import io.berth.scheduler.internal.runtime.RunnerServices;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Everything put together, and the loop: after each task, one cycle if a pod is ready. */
final class Engine {
  private final EngineParts parts;
  private final SchedulerOptions options;
  private final Map<String, ProfileRunner> profiles = new LinkedHashMap<>();
  private final SchedulingQueue queue;
  private final SnapshotFeed snapshots;
  private final SchedulingCycle cycle;
  private final Watches watches;
  private final KindHandlers kindHandlers;
  private final NodeHandler nodeHandler;
  private final PodHandler podHandler;
  private boolean cyclePosted;
  private volatile boolean closed;

  Engine(SchedulerBuilder builder) {
    parts = EngineParts.of(builder);
    options = builder.options;
    Map<String, ProfileHandle> handles = new LinkedHashMap<>();
    for (Profile profile : builder.profiles.values()) {
      ProfileHandle handle = new ProfileHandle(profile.schedulerName(), parts);
      ProfilePlugins plugins = ProfilePlugins.load(profile, handle);
      handles.put(profile.schedulerName(), handle);
      profiles.put(profile.schedulerName(), new ProfileRunner(profile, plugins, parts.runnerServices(parts.metrics())));
    }
    watchKinds(handles);
    queue = newQueue();
    handles.forEach((name, handle) -> handle.complete(profiles.get(name), queue));
    EventMeter meter = new EventMeter(parts.metrics(), parts.timers());
    PodReactions reactions =
        new PodReactions(
            parts.cache(), queue, new PodChanges(parts.featureGates()), profiles.keySet(), new Interruption(), meter);
    parts.nominator().onLoss(new NominationLosses(profiles, parts.cache(), parts.pods(), reactions));
    kindHandlers = new KindHandlers(queue, meter);
    nodeHandler =
        new NodeHandler(parts.cache(), queue, new NodeChanges(parts.featureGates()), parts.stores(), meter);
    podHandler = new PodHandler(parts.pods(), parts.requests(), reactions, parts.stores(), meter);
    watches = new Watches(parts.cluster(), parts.thread(), parts.health(), () -> {});
    snapshots = new SnapshotFeed(parts.cache(), profiles.values());
    cycle =
        new SchedulingCycle(
            cycleContext(), profiles, snapshots, parts.random(), options.percentageOfNodesToScore());
    parts.thread().afterTask(this::beginCycleIfReady);
    parts.thread().onError(parts.health()::taskDied);
  }

  private void watchKinds(Map<String, ProfileHandle> handles) {
    profiles.forEach(
        (name, runner) -> {
          WatchedKinds kinds = new WatchedKinds(runner.plugins().all());
          kinds.check(handles.get(name).asked());
          kinds.kinds().forEach(this::openStore);
        });
  }

  private void openStore(ResourceKind<?> kind) {
    if (!kind.equals(ResourceKind.PODS) && !kind.equals(ResourceKind.NODES)) {
      parts.stores().informer(kind);
    }
  }

  private SchedulingQueue newQueue() {
    HintMap.Builder hints = HintMap.builder();
    Map<String, List<PreEnqueuePlugin>> preEnqueue = new LinkedHashMap<>();
    Set<String> sorters = new LinkedHashSet<>();
    profiles.forEach(
        (name, runner) -> {
          hints.profile(name, runner.plugins().all());
          preEnqueue.put(name, runner.plugins().preEnqueue());
          sorters.add(runner.plugins().queueSort().name());
        });
    if (sorters.size() > 1) {
      throw new IllegalArgumentException("all profiles must order the queue by the same plugin, not by " + sorters);
    }
    return new SchedulingQueue(
        QueueSettings.builder()
            .order(profiles.values().iterator().next().plugins().queueSort())
            .hints(hints.build())
            .preEnqueue(preEnqueue)
            .nominator(parts.nominator())
            .timers(parts.timers())
            .executor(parts.thread())
            .metrics(parts.metrics())
            .observer(parts.observer())
            .gates(parts.featureGates())
            .limits(
                new QueueSettings.Limits(
                    options.podInitialBackoff(), options.podMaxBackoff(), options.podMaxInUnschedulablePodsDuration()))
            .build());
  }

  private CycleContext cycleContext() {
    return new CycleContext(
        parts.cluster(),
        parts.cache(),
        queue,
        parts.nodeChanges(),
        parts.pods(),
        parts.health(),
        parts.waitingPods(),
        parts.preBindPods(),
        parts.thread(),
        parts.timers(),
        parts.metrics(),
        parts.observer());
  }

  /** Ends what is under way for a pod that is going. */
  private final class Interruption implements PodReactions.Interruption {
    @Override
    public boolean assumedPodGone(PodInfo pod) {
      if (parts.waitingPods().reject(pod.uid())) {
        return true;
      }
      PodInPreBind preBind = parts.preBindPods().get(pod.uid());
      if (preBind != null) {
        preBind.cancelPod("pod " + pod.key() + " has been deleted");
      }
      return false;
    }

    @Override
    public void waitingPodGone(PodInfo pod) {
      cycle.podGone(pod);
    }
  }

  void start() {
    parts.thread().execute(() -> watches.open(parts.stores(), kindHandlers, nodeHandler, podHandler));
  }

  /** Runs one cycle if one may begin. */
  boolean scheduleOne() {
    if (!mayBegin()) {
      return false;
    }
    QueuedPod pod = queue.pop();
    if (pod == null) {
      return false;
    }
    parts.observer().cycleBegins(pod.pod(), pod.attempts());
    cycle.run(pod);
    return true;
  }

  private boolean mayBegin() {
    return watches.allSynced() && !closed && parts.health().isHealthy() && !cycle.isOccupied();
  }

  boolean canScheduleOne() {
    return mayBegin() && queue.hasReadyPod();
  }

  private void beginCycleIfReady() {
    if (!options.manualCycles() && !cyclePosted && canScheduleOne()) {
      cyclePosted = true;
      parts.thread().execute(this::postedCycle);
    }
  }

  private void postedCycle() {
    cyclePosted = false;
    scheduleOne();
  }

  Optional<Explanation> explain(String podKey) {
    PodInfo pod = parts.pods().get(podKey);
    ProfileRunner runner = pod == null ? null : profiles.get(pod.schedulerName());
    if (pod == null || runner == null) {
      return Optional.empty();
    }
    refuseWhileOccupied();
    RunnerServices quiet = parts.runnerServices(SchedulerMetrics.NONE);
    PluginByPlugin plugins = new PluginByPlugin(runner.plugins(), quiet);
    return Optional.of(new Explainer(parts.cache(), snapshots, runner.quiet(quiet), plugins).explain(pod));
  }

  Snapshot updateSnapshot() {
    refuseWhileOccupied();
    return snapshots.update();
  }

  private void refuseWhileOccupied() {
    if (cycle.isOccupied()) {
      throw new IllegalStateException("a cycle waits for a PostFilter plugin; ask again when it is over");
    }
  }

  boolean isSynced() {
    return watches.allSynced();
  }

  EngineParts parts() {
    return parts;
  }

  SchedulingQueue queue() {
    return queue;
  }

  SchedulingCycle cycle() {
    return cycle;
  }

  SnapshotFeed snapshots() {
    return snapshots;
  }

  Map<String, ProfileRunner> profiles() {
    return profiles;
  }

  void close() {
    if (closed) {
      return;
    }
    closed = true;
    parts.thread().execute(
        () -> {
          watches.close();
          cycle.close();
          parts.waitingPods().close();
          queue.close();
          if (parts.ownThreads() != null) {
            parts.ownThreads().close();
          }
        });
  }
}
