package io.berth.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures how fast pods are scheduled, cold and warm, and prints one JSON line a workload. Several are run in turn, in one order and in
 * the other, so that what else the machine does concerns all of them; each is compared with the first.
 */
final class SchedulingBenchmark {
  private static final int UNUSABLE = 2;
  private static final int NOT_ALL_BOUND = 1;
  private static final int WARM_AFTER_PODS = 5000;
  private static final int MOST_WARMUPS = 10;
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
    List<Series> all;
    int warmups;
    int runs;
    try {
      Options options = Options.parse(args, List.of("nodes", "pods", "warmups", "runs"));
      if (options.names().isEmpty()) {
        throw new IllegalArgumentException("name a workload: " + Workload.names());
      }
      all = options.names().stream().map(Contender::of).map(contender -> series(contender, options)).toList();
      int fewest = all.stream().mapToInt(Series::pods).min().orElse(WARM_AFTER_PODS);
      warmups = options.number("warmups", Math.min((WARM_AFTER_PODS + fewest - 1) / fewest, MOST_WARMUPS));
      runs = options.positive("runs", 1);
    } catch (IllegalArgumentException wrong) {
      err.println("benchmarks/run: " + wrong.getMessage());
      return UNUSABLE;
    }
    List<Series> order = new ArrayList<>(all);
    for (int round = 0; round < warmups + runs; round++) {
      for (Series series : order) {
        RunResult result = new BenchmarkRun(series.contender(), series.nodes(), series.pods(), PATIENCE).run();
        series.add(result, round >= warmups);
        if (result.bound() < series.pods()) {
          err.println("benchmarks/run: " + series.contender() + ": " + result.bound() + " of " + series.pods() + " pods were bound");
          return NOT_ALL_BOUND;
        }
      }
      Collections.reverse(order);
    }
    all.forEach(series -> out.println(new JsonMapper().writeValueAsString(series.line(all.get(0)))));
    return 0;
  }

  private static Series series(Contender contender, Options options) {
    Workload workload = contender.workload();
    return new Series(
        contender, options.positive("nodes", workload.usualNodes()), options.positive("pods", workload.usualPods()));
  }
}
