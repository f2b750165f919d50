package io.berth.app.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes each meter once and finds it again without asking the registry. Thread-safe. */
final class Histograms {
  /** Buckets: a start, a factor, how many; as {@code ExponentialBuckets} upstream. */
  record Buckets(double start, double factor, int count) {
    double[] values() {
      double[] values = new double[count];
      double next = start;
      for (int i = 0; i < count; i++) {
        values[i] = next;
        next *= factor;
      }
      return values;
    }

    Duration[] durations() {
      double[] seconds = values();
      Duration[] durations = new Duration[count];
      for (int i = 0; i < count; i++) {
        durations[i] = Duration.ofNanos(Math.round(seconds[i] * TimeUnit.SECONDS.toNanos(1)));
      }
      return durations;
    }
  }

  private record Key(String name, String first, @Nullable String second, @Nullable String third) {}

  private final MeterRegistry registry;
  private final Map<Key, Timer> timers = new ConcurrentHashMap<>();
  private final Map<Key, DistributionSummary> summaries = new ConcurrentHashMap<>();

  Histograms(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Records a duration under up to three labels, given as names and values in turn. */
  void time(String name, Buckets buckets, long nanos, String... labels) {
    Key key = key(name, labels);
    Timer timer = timers.get(key);
    if (timer == null) {
      timer =
          timers.computeIfAbsent(
              key,
              k ->
                  Timer.builder(name)
                      .tags(Tags.of(labels))
                      .serviceLevelObjectives(buckets.durations())
                      .register(registry));
    }
    timer.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Records a plain number. */
  void record(String name, Buckets buckets, double value) {
    Key key = key(name);
    DistributionSummary summary = summaries.get(key);
    if (summary == null) {
      summary =
          summaries.computeIfAbsent(
              key, k -> DistributionSummary.builder(name).serviceLevelObjectives(buckets.values()).register(registry));
    }
    summary.record(value);
  }

  private static Key key(String name, String... labels) {
    return new Key(
        name,
        labels.length > 1 ? labels[1] : "",
        labels.length > 3 ? labels[3] : null,
        labels.length > 5 ? labels[5] : null);
  }
}
