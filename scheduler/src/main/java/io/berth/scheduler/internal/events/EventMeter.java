package io.berth.scheduler.internal.events;

import io.berth.framework.Timers;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.metrics.SchedulerMetrics;

/** Measures how long events are handled; costs nothing when nobody listens. */
public final class EventMeter {
  private final SchedulerMetrics metrics;
  private final Timers timers;
  private final boolean on;

  /** Measures with these. */
  public EventMeter(SchedulerMetrics metrics, Timers timers) {
    this.metrics = metrics;
    this.timers = timers;
    this.on = metrics != SchedulerMetrics.NONE;
  }

  long start() {
    return on ? timers.nanoTime() : 0;
  }

  void handled(ClusterEvent<?> event, long start) {
    if (on) {
      metrics.eventHandling(event.label(), timers.nanoTime() - start);
    }
  }

  /** An object is left out of all consideration. */
  void ignored(String why) {
    metrics.podIgnored(why);
  }
}
