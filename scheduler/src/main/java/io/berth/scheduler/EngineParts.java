package io.berth.scheduler;

import io.berth.framework.FeatureGates;
import io.berth.framework.NodeChanges;
import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.events.Health;
import io.berth.scheduler.internal.events.PodStore;
import io.berth.scheduler.internal.events.Stores;
import io.berth.scheduler.internal.queue.Nominator;
import io.berth.scheduler.internal.runtime.PreBindPods;
import io.berth.scheduler.internal.runtime.RunnerServices;
import io.berth.scheduler.internal.runtime.SchedulingThread;
import io.berth.scheduler.internal.runtime.WaitingPods;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an engine that need no plugins.
 *
 * @param ownThreads what must be closed at the end, or {@code null} when time and threads were given
 */
record EngineParts(
    Cluster cluster,
    FeatureGates featureGates,
    EffectiveRequests requests,
    SchedulerMetrics metrics,
    SchedulingObserver observer,
    Timers timers,
    SchedulingThread thread,
    Executor workExecutor,
    RandomGenerator random,
    SchedulerCache cache,
    PodStore pods,
    Stores stores,
    Map<Class<?>, Object> shared,
    NodeChanges nodeChanges,
    Nominator nominator,
    WaitingPods waitingPods,
    PreBindPods preBindPods,
    Health health,
    @Nullable OwnThreads ownThreads) {

  static EngineParts of(SchedulerBuilder builder) {
    boolean allGiven = builder.timers != null && builder.schedulingExecutor != null && builder.workExecutor != null;
    OwnThreads own = allGiven ? null : new OwnThreads();
    Timers timers = builder.timers == null ? Objects.requireNonNull(own).timers() : builder.timers;
    SchedulingThread thread =
        new SchedulingThread(
            builder.schedulingExecutor == null
                ? Objects.requireNonNull(own).schedulingExecutor()
                : builder.schedulingExecutor);
    Executor work =
        builder.workExecutor == null ? Objects.requireNonNull(own).workExecutor() : builder.workExecutor;
    PodStore pods = new PodStore();
    NodeChanges nodeChanges = new NodeChanges();
    return new EngineParts(
        Objects.requireNonNull(builder.cluster),
        builder.featureGates,
        builder.requests(),
        builder.metrics,
        builder.observer,
        timers,
        thread,
        work,
        builder.random == null ? OwnThreads.random() : builder.random,
        new SchedulerCache(),
        pods,
        new Stores(),
        new HashMap<>(),
        nodeChanges,
        new Nominator(pods::isWaiting, nodeChanges),
        new WaitingPods(timers, thread),
        new PreBindPods(),
        new Health(),
        own);
  }

  RunnerServices runnerServices(SchedulerMetrics measurements) {
    return new RunnerServices(nominator, waitingPods, thread, timers, measurements);
  }
}
