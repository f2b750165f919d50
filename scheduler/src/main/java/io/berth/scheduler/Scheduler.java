package io.berth.scheduler;

import io.berth.framework.Snapshot;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Places the pods of a cluster on its nodes.
 *
 * <p>Everything that a scheduler does happens in tasks of one executor, its own thread: events of the cluster, cycles, what follows from
 * timers and from writes. Nothing blocks it. Methods are for that thread unless said otherwise; {@link #schedulingExecutor()} is the way
 * there.
 *
 * <p>Source: pkg/scheduler/scheduler.go, v1.37.2.
 */
public final class Scheduler implements AutoCloseable {
  private final Engine engine;
  private final QueueView queue;

  Scheduler(Engine engine) {
    this.engine = engine;
    this.queue = new QueueView(engine.queue().view());
  }

  /** Starts to build one. */
  public static SchedulerBuilder builder() {
    return new SchedulerBuilder();
  }

  /** Opens the watches; when all have delivered what is there, cycles begin. To be called once, on any thread. */
  public void start() {
    engine.start();
  }

  /** Whether all watches have delivered what was there. */
  public boolean isSynced() {
    return engine.isSynced();
  }

  /**
   * Whether the scheduler still sees its cluster, and no task of it has died of an {@link Error}, be it a plugin's. One that is not healthy
   * binds no more pods; it has to be replaced. Any thread.
   */
  public boolean healthy() {
    return engine.parts().health().isHealthy();
  }

  /** What is wrong when the scheduler is not healthy. Any thread. */
  public Optional<String> problem() {
    return Optional.ofNullable(engine.parts().health().problem());
  }

  /**
   * Begins a cycle if a pod is ready and none is under way; for {@link SchedulerOptions#manualCycles()}.
   *
   * @return whether a pod was popped
   */
  public boolean scheduleOne() {
    return engine.scheduleOne();
  }

  /** Whether {@link #scheduleOne()} would begin a cycle now. */
  public boolean canScheduleOne() {
    return engine.canScheduleOne();
  }

  /** Where pods wait. */
  public QueueView queue() {
    return queue;
  }

  /** The cluster as the last cycle saw it. */
  public Snapshot snapshot() {
    return engine.parts().cache().snapshot();
  }

  /**
   * The cluster as it is now. Brings the snapshot up to date as the next cycle would, and tells the plugins that keep indexes.
   *
   * @throws IllegalStateException while a cycle waits for a PostFilter plugin, which must not see the cluster change
   */
  public Snapshot updateSnapshot() {
    return engine.updateSnapshot();
  }

  /**
   * What every plugin says of a pod on every node, now. Changes nothing, measures nothing and draws no lots.
   *
   * @param podKey {@code namespace/name}
   * @return empty when there is no such pod, or it asks for another scheduler
   * @throws IllegalStateException while a cycle waits for a PostFilter plugin, which must not see the cluster change
   */
  public Optional<Explanation> explain(String podKey) {
    return engine.explain(podKey);
  }

  /** Runs tasks on the scheduler's own thread, between others. Any thread. */
  public Executor schedulingExecutor() {
    return engine.parts().thread();
  }

  /** Ends the watches; no cycle begins and nothing is bound any more. Any thread. */
  @Override
  public void close() {
    engine.close();
  }

  Engine engine() {
    return engine;
  }
}
