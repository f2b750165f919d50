package io.berth.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The runs of one contender, in their order. */
final class Series {
  private final Contender contender;
  private final int nodes;
  private final int pods;
  private final List<RunResult> measured = new ArrayList<>();
  private @Nullable RunResult first;

  Series(Contender contender, int nodes, int pods) {
    this.contender = contender;
    this.nodes = nodes;
    this.pods = pods;
  }

  Contender contender() {
    return contender;
  }

  int nodes() {
    return nodes;
  }

  int pods() {
    return pods;
  }

  /** One more run; those of the warm-up do not count. */
  void add(RunResult result, boolean counts) {
    first = first == null ? result : first;
    if (counts) {
      measured.add(result);
    }
  }

  /** What is printed: the run in the middle by its speed, and how all compare with those of another series, one by one. */
  Map<String, Object> line(Series baseline) {
    RunResult run = middle();
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("workload", contender.toString());
    line.put("nodes", nodes);
    line.put("pods", pods);
    line.put("bound", run.bound());
    line.put("seconds", round(run.seconds(), 1000));
    line.put("podsPerSecond", round(run.podsPerSecond(), 10));
    if (baseline == this && first != null) {
      line.put("coldPodsPerSecond", round(first.podsPerSecond(), 10));
    }
    line.put("cyclesPerPod", round(run.cyclesPerPod(), 100));
    line.put("cpuMicrosPerPod", round(run.cpuMicrosPerPod(), 10));
    line.put("kibPerPod", round(run.kibPerPod(), 10));
    line.put("p50Micros", round(run.p50Micros(), 10));
    line.put("p99Micros", round(run.p99Micros(), 10));
    line.put("heapMiB", run.heapMiB());
    if (baseline != this) {
      line.put("ratio", ratio(baseline, RunResult::podsPerSecond));
      line.put("cpuRatio", ratio(baseline, RunResult::cpuMicrosPerPod));
    }
    return line;
  }

  private RunResult middle() {
    List<RunResult> sorted = measured.stream().sorted(Comparator.comparingDouble(RunResult::podsPerSecond)).toList();
    return sorted.get((sorted.size() - 1) / 2);
  }

  private double ratio(Series baseline, ToDoubleFunction<RunResult> figure) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      ratios.add(figure.applyAsDouble(measured.get(i)) / figure.applyAsDouble(baseline.measured.get(i)));
    }
    return round(Comparison.median(ratios), 1000);
  }

  private static double round(double value, int steps) {
    return (double) Math.round(value * steps) / steps;
  }
}
