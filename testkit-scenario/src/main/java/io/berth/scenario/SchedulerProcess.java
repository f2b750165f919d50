package io.berth.scenario;

import io.berth.framework.Handle;
import io.berth.framework.Profile;
import io.berth.framework.Timers;
import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.scheduler.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scheduler, from its start to its end or its crash. After a crash none of its tasks and timers runs any more; requests that
 * it has sent are still done, and nobody hears of it.
 */
final class SchedulerProcess implements Executor, Timers {
  final World world;
  final KnownCluster known;
  final Scheduler scheduler;
  private final Timers time;
  private final Executor executor;
  private final List<Watch> watches = new ArrayList<>();
  private @Nullable Handle handle;
  private boolean alive = true;

  SchedulerProcess(World world, WorldSettings settings, RandomGenerator chance) {
    this.world = world;
    this.time = world.time();
    this.known = new KnownCluster(world.time());
    this.executor = world.time().executor();
    Profile.Builder profile = settings.profile().toBuilder().enable(Witness.NAME, this::witness);
    this.scheduler =
        Scheduler.builder()
            .cluster(new ObservedCluster(this, world.cluster()))
            .profile(profile.build())
            .timers(this)
            .schedulingExecutor(this)
            .workExecutor(this)
            .random(chance)
            .options(settings.options())
            .featureGates(settings.gates())
            .build();
  }

  private Witness witness(Handle handle) {
    this.handle = handle;
    return new Witness(this);
  }

  /** What the profile's plugins have. */
  Handle handle() {
    return Objects.requireNonNull(handle);
  }

  boolean isAlive() {
    return alive;
  }

  void opened(Watch watch) {
    watches.add(watch);
  }

  /** Nothing that belongs to it runs any more. */
  void crash() {
    alive = false;
    watches.forEach(Watch::close);
  }

  /** Runs a task of ours, not the scheduler's. */
  void beside(Runnable task) {
    executor.execute(() -> ifAlive(task));
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(
        () ->
            ifAlive(
                () -> {
                  known.taskBegins();
                  task.run();
                }));
  }

  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return time.schedule(delay, () -> ifAlive(task));
  }

  private void ifAlive(Runnable task) {
    if (alive) {
      task.run();
    }
  }
}
