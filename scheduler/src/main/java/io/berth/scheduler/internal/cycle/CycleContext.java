package io.berth.scheduler.internal.cycle;

import io.berth.framework.NodeChanges;
import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.scheduler.SchedulingObserver;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.events.Health;
import io.berth.scheduler.internal.events.PodStore;
import io.berth.scheduler.internal.queue.SchedulingQueue;
import io.berth.scheduler.internal.runtime.PreBindPods;
import io.berth.scheduler.internal.runtime.SchedulingThread;
import io.berth.scheduler.internal.runtime.WaitingPods;

/**
 * What all cycles of a scheduler share.
 *
 * @param cluster where decisions are written
 * @param cache what is on which node
 * @param queue who waits
 * @param nodeChanges tells that Filter may say something else of a node
 * @param pods what the cluster last told of pods
 * @param health whether what the scheduler knows is still true
 * @param waitingPods pods in the permit phase
 * @param preBindPods pods in the PreBind phase
 * @param thread the scheduler's own
 * @param timers time
 * @param metrics measurements
 * @param observer hears of failed attempts
 */
public record CycleContext(
    Cluster cluster,
    SchedulerCache cache,
    SchedulingQueue queue,
    NodeChanges nodeChanges,
    PodStore pods,
    Health health,
    WaitingPods waitingPods,
    PreBindPods preBindPods,
    SchedulingThread thread,
    Timers timers,
    SchedulerMetrics metrics,
    SchedulingObserver observer) {}
