package io.berth.scheduler;

import io.berth.framework.FeatureGates;
import io.berth.framework.Profile;
import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.UpstreamRequestOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Scheduler}. A cluster and a profile must be given. Time, threads and chance are the machine's own unless they are
 * given: then the scheduler has one thread for itself, one for timers, and some for work that blocks. Not thread-safe.
 */
public final class SchedulerBuilder {
  final Map<String, Profile> profiles = new LinkedHashMap<>();
  @Nullable Cluster cluster;
  @Nullable Timers timers;
  @Nullable Executor schedulingExecutor;
  @Nullable Executor workExecutor;
  @Nullable RandomGenerator random;
  FeatureGates featureGates = FeatureGates.defaults();
  @Nullable EffectiveRequests effectiveRequests;
  SchedulerMetrics metrics = SchedulerMetrics.NONE;
  SchedulingObserver observer = SchedulingObserver.NONE;
  SchedulerOptions options = SchedulerOptions.defaults();

  SchedulerBuilder() {}

  /** The cluster to schedule on. */
  public SchedulerBuilder cluster(Cluster value) {
    cluster = Objects.requireNonNull(value, "cluster");
    return this;
  }

  /**
   * Adds a profile; pods choose one by its name.
   *
   * @throws IllegalArgumentException when there is one of this name
   */
  public SchedulerBuilder profile(Profile value) {
    Objects.requireNonNull(value, "profile");
    if (profiles.putIfAbsent(value.schedulerName(), value) != null) {
      throw new IllegalArgumentException("there are two profiles named " + value.schedulerName());
    }
    return this;
  }

  /** Time. */
  public SchedulerBuilder timers(Timers value) {
    timers = Objects.requireNonNull(value, "timers");
    return this;
  }

  /** Runs the scheduler's tasks, one at a time and in the order in which they come. */
  public SchedulerBuilder schedulingExecutor(Executor value) {
    schedulingExecutor = Objects.requireNonNull(value, "schedulingExecutor");
    return this;
  }

  /** Runs work of plugins that would occupy the scheduler's thread. */
  public SchedulerBuilder workExecutor(Executor value) {
    workExecutor = Objects.requireNonNull(value, "workExecutor");
    return this;
  }

  /** Chance; the same seed and the same input give the same decisions. */
  public SchedulerBuilder random(RandomGenerator value) {
    random = Objects.requireNonNull(value, "random");
    return this;
  }

  /** Feature gates; upstream's defaults unless given. */
  public SchedulerBuilder featureGates(FeatureGates value) {
    featureGates = Objects.requireNonNull(value, "featureGates");
    return this;
  }

  /** How requests are counted; as upstream does by the feature gates unless given. */
  public SchedulerBuilder effectiveRequests(EffectiveRequests value) {
    effectiveRequests = Objects.requireNonNull(value, "effectiveRequests");
    return this;
  }

  /** Measurements; none unless given. */
  public SchedulerBuilder metrics(SchedulerMetrics value) {
    metrics = Objects.requireNonNull(value, "metrics");
    return this;
  }

  /** Hears what becomes of each waiting pod; nobody does unless given. */
  public SchedulerBuilder observer(SchedulingObserver value) {
    observer = Objects.requireNonNull(value, "observer");
    return this;
  }

  /** Behaviour; upstream's defaults unless given. */
  public SchedulerBuilder options(SchedulerOptions value) {
    options = Objects.requireNonNull(value, "options");
    return this;
  }

  /**
   * The scheduler, with its plugins made and nothing started.
   *
   * @throws IllegalArgumentException naming everything that is missing or wrong
   */
  public Scheduler build() {
    List<String> problems = new ArrayList<>();
    if (cluster == null) {
      problems.add("a cluster is needed");
    }
    if (profiles.isEmpty()) {
      problems.add("at least one profile is needed");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new Scheduler(new Engine(this));
  }

  EffectiveRequests requests() {
    if (effectiveRequests != null) {
      return effectiveRequests;
    }
    UpstreamRequestOptions options =
        new UpstreamRequestOptions(
            featureGates.enabled(FeatureGates.IN_PLACE_POD_VERTICAL_SCALING),
            featureGates.enabled(FeatureGates.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING),
            featureGates.enabled(FeatureGates.POD_LEVEL_RESOURCES),
            false);
    return EffectiveRequests.upstream(options);
  }
}
