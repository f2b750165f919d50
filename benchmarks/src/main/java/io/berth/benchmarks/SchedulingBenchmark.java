package io.berth.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Measures how fast pods are scheduled, cold and warm, and prints one JSON line. */
final class SchedulingBenchmark {
  private static final int UNUSABLE = 2;
  private static final int NOT_ALL_BOUND = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private SchedulingBenchmark() {}

  public static void main(String[] args) throws InterruptedException {
    int status = run(args, System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** As {@link #main}; returns the exit status. */
  static int run(String[] args, PrintStream out, PrintStream err) throws InterruptedException {
    Workload workload;
    int nodes;
    int pods;
    int warmups;
    try {
      Options options = Options.parse(args, List.of("nodes", "pods", "warmups"));
      if (options.names().size() != 1) {
        throw new IllegalArgumentException("name one workload: " + Workload.names());
      }
      workload = Workload.of(options.names().get(0));
      nodes = options.positive("nodes", workload.usualNodes());
      pods = options.positive("pods", workload.usualPods());
      warmups = options.number("warmups", 1);
    } catch (IllegalArgumentException wrong) {
      err.println("benchmarks/run: " + wrong.getMessage());
      return UNUSABLE;
    }
    BenchmarkRun benchmark = new BenchmarkRun(workload, nodes, pods, PATIENCE);
    RunResult cold = benchmark.run();
    RunResult warm = cold;
    for (int i = 0; i < warmups && warm.bound() == pods; i++) {
      warm = benchmark.run();
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("workload", workload.toString());
    line.put("nodes", nodes);
    line.put("pods", pods);
    line.put("bound", warm.bound());
    line.put("seconds", round(warm.seconds(), 1000));
    line.put("podsPerSecond", round(warm.podsPerSecond(), 10));
    line.put("coldPodsPerSecond", round(cold.podsPerSecond(), 10));
    line.put("cpuMicrosPerPod", round(warm.cpuMicrosPerPod(), 10));
    line.put("p50Micros", round(warm.p50Micros(), 10));
    line.put("p99Micros", round(warm.p99Micros(), 10));
    line.put("heapMiB", warm.heapMiB());
    out.println(new JsonMapper().writeValueAsString(line));
    return warm.bound() == pods ? 0 : NOT_ALL_BOUND;
  }

  private static double round(double value, int steps) {
    return (double) Math.round(value * steps) / steps;
  }
}
