package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.Timers;
import io.berth.framework.metrics.SchedulerMetrics;

/** Measures one profile's plugins; costs nothing when nobody listens. */
final class Meter {
  /** So many nodes of a cycle have their plugin calls measured one by one. */
  static final int MEASURED_NODES = 16;

  private final SchedulerMetrics metrics;
  private final Timers timers;
  private final String profile;
  private final boolean on;

  Meter(SchedulerMetrics metrics, Timers timers, String profile) {
    this.metrics = metrics;
    this.timers = timers;
    this.profile = profile;
    this.on = metrics != SchedulerMetrics.NONE;
  }

  /** A reading to hand to the methods below. */
  long start() {
    return on ? timers.nanoTime() : 0;
  }

  /** An extension point has been run. */
  void point(String point, Code code, long start) {
    if (on) {
      metrics.extensionPoint(point, code.toString(), profile, timers.nanoTime() - start);
    }
  }

  /** As above. */
  void point(ExtensionPoint point, Code code, long start) {
    point(point.toString(), code, start);
  }

  /** One plugin call has been made. */
  void plugin(String plugin, String point, Code code, long start) {
    if (on) {
      metrics.pluginExecution(plugin, point, code.toString(), timers.nanoTime() - start);
    }
  }

  /** So many calls of a plugin did something. */
  void evaluations(String plugin, ExtensionPoint point, long count) {
    if (on && count > 0) {
      metrics.pluginEvaluations(plugin, point.toString(), profile, count);
    }
  }

  /** How a wait in the permit phase ended. */
  void permitWait(Code code, long start) {
    if (on) {
      metrics.permitWait(code.toString(), timers.nanoTime() - start);
    }
  }
}
