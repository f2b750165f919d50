package io.berth.scheduler.internal.queue;

import io.berth.framework.FeatureGates;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.QueueSortPlugin;
import io.berth.framework.Timers;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.scheduler.SchedulingObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link SchedulingQueue} is made of.
 *
 * @param order the QueueSort plugin that all profiles share
 * @param hints who registered which events
 * @param preEnqueue the PreEnqueue plugins by scheduler name, in order
 * @param nominator where nominations are kept
 * @param timers time
 * @param executor runs tasks on the scheduler's own thread; whatever it does after each task (such as looking for a pod that is
 *     ready) it does after a flush, too
 * @param metrics measurements
 * @param observer hears where pods are put
 * @param gates SchedulerPopFromBackoffQ and SchedulerPreQueueingHints count
 * @param limits how long pods wait
 */
public record QueueSettings(
    QueueSortPlugin order,
    HintMap hints,
    Map<String, List<PreEnqueuePlugin>> preEnqueue,
    Nominator nominator,
    Timers timers,
    Executor executor,
    SchedulerMetrics metrics,
    SchedulingObserver observer,
    FeatureGates gates,
    Limits limits) {
  /**
   * How long pods wait.
   *
   * @param podInitialBackoff after the first failure; doubles with each
   * @param podMaxBackoff at most; zero means no backoff at all
   * @param podMaxInUnschedulablePods in the unschedulable pool without an event
   */
  public record Limits(Duration podInitialBackoff, Duration podMaxBackoff, Duration podMaxInUnschedulablePods) {
    /** 1 s, 10 s and 5 min, as upstream. */
    public static final Limits DEFAULT = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(5));

    /** Checks that time passes. */
    public Limits {
      if (podInitialBackoff.isNegative() || podMaxBackoff.isNegative()) {
        throw new IllegalArgumentException("a backoff of " + podInitialBackoff + " to " + podMaxBackoff + " is negative");
      }
      if (podMaxInUnschedulablePods.isNegative() || podMaxInUnschedulablePods.isZero()) {
        throw new IllegalArgumentException("podMaxInUnschedulablePods " + podMaxInUnschedulablePods + " is not above zero");
      }
    }
  }

  /** Starts a builder; order, nominator, timers and executor must be given. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds {@link QueueSettings}. */
  public static final class Builder {
    private @Nullable QueueSortPlugin order;
    private HintMap hints = HintMap.builder().build();
    private Map<String, List<PreEnqueuePlugin>> preEnqueue = Map.of();
    private @Nullable Nominator nominator;
    private @Nullable Timers timers;
    private @Nullable Executor executor;
    private SchedulerMetrics metrics = SchedulerMetrics.NONE;
    private SchedulingObserver observer = SchedulingObserver.NONE;
    private FeatureGates gates = FeatureGates.defaults();
    private Limits limits = Limits.DEFAULT;

    private Builder() {}

    /** The QueueSort plugin. */
    public Builder order(QueueSortPlugin plugin) {
      order = plugin;
      return this;
    }

    /** Registered events. */
    public Builder hints(HintMap map) {
      hints = map;
      return this;
    }

    /** PreEnqueue plugins by scheduler name. */
    public Builder preEnqueue(Map<String, List<PreEnqueuePlugin>> plugins) {
      preEnqueue = Map.copyOf(plugins);
      return this;
    }

    /** Where nominations are kept. */
    public Builder nominator(Nominator kept) {
      nominator = kept;
      return this;
    }

    /** Time. */
    public Builder timers(Timers given) {
      timers = given;
      return this;
    }

    /** The scheduler's own thread. */
    public Builder executor(Executor given) {
      executor = given;
      return this;
    }

    /** Measurements. */
    public Builder metrics(SchedulerMetrics given) {
      metrics = given;
      return this;
    }

    /** Hears where pods are put. */
    public Builder observer(SchedulingObserver given) {
      observer = given;
      return this;
    }

    /** Feature gates. */
    public Builder gates(FeatureGates given) {
      gates = given;
      return this;
    }

    /** How long pods wait. */
    public Builder limits(Limits given) {
      limits = given;
      return this;
    }

    /** The settings. */
    public QueueSettings build() {
      return new QueueSettings(
          Objects.requireNonNull(order, "order"),
          hints,
          preEnqueue,
          Objects.requireNonNull(nominator, "nominator"),
          Objects.requireNonNull(timers, "timers"),
          Objects.requireNonNull(executor, "executor"),
          metrics,
          observer,
          gates,
          limits);
    }
  }
}
