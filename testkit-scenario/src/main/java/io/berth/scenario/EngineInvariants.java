package io.berth.scenario;

import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerInvariants;

/** The scheduler's own invariants: cache, queue and nominator agree with themselves and with each other. */
final class EngineInvariants implements WorldObserver {
  @Override
  public void afterEvent(World world) {
    Scheduler scheduler = world.scheduler();
    if (scheduler != null) {
      SchedulerInvariants.violations(scheduler).forEach(violation -> world.violated("engine", violation));
    }
  }
}
