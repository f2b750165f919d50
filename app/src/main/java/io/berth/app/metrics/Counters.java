package io.berth.app.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counters and gauges, each made once. Thread-safe. */
final class Counters {
  private record Key(String name, String first, @Nullable String second, @Nullable String third) {}

  private final MeterRegistry registry;
  private final Map<Key, Counter> counters = new ConcurrentHashMap<>();
  private final Map<Key, AtomicLong> gauges = new ConcurrentHashMap<>();

  Counters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Adds one under up to three labels, given as names and values in turn. */
  void increment(String name, String... labels) {
    increase(name, 1, labels);
  }

  /** Adds so many, as above. */
  void increase(String name, long count, String... labels) {
    Key key = key(name, labels);
    Counter counter = counters.get(key);
    if (counter == null) {
      counter = counters.computeIfAbsent(key, k -> registry.counter(name, Tags.of(labels)));
    }
    counter.increment(count);
  }

  /** Sets a gauge. */
  void set(String name, long value, String... labels) {
    gauge(name, labels).set(value);
  }

  /** Changes a gauge. */
  void add(String name, long difference, String... labels) {
    gauge(name, labels).addAndGet(difference);
  }

  private AtomicLong gauge(String name, String... labels) {
    Key key = key(name, labels);
    AtomicLong gauge = gauges.get(key);
    return gauge != null
        ? gauge
        : gauges.computeIfAbsent(key, k -> registry.gauge(name, Tags.of(labels), new AtomicLong()));
  }

  private static Key key(String name, String... labels) {
    return new Key(
        name,
        labels.length > 1 ? labels[1] : "",
        labels.length > 3 ? labels[3] : null,
        labels.length > 5 ? labels[5] : null);
  }
}
