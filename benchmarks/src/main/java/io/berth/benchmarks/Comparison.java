package io.berth.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs upstream's scheduler and ours in turn and prints how they compare, one JSON line a workload. */
final class Comparison {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int UNUSABLE = 2;
  private static final int FAILED = 1;

  private final String upstream;
  private final String ours;
  private final Options options;
  private final int runs;
  private final PrintStream progress;

  private Comparison(Options options, PrintStream progress) {
    this.upstream = options.required("perf");
    this.ours = options.required("run");
    this.options = options;
    this.runs = options.positive("runs", 3);
    this.progress = progress;
  }

  public static void main(String[] args) throws InterruptedException {
    int status = run(args, System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** As {@link #main}; returns the exit status. */
  static int run(String[] args, PrintStream out, PrintStream err) throws InterruptedException {
    List<Workload> workloads;
    Comparison comparison;
    try {
      Options options = Options.parse(args, List.of("perf", "run", "nodes", "pods", "runs"));
      workloads = options.names().stream().map(Workload::of).toList();
      if (workloads.isEmpty()) {
        throw new IllegalArgumentException("name workloads: " + Workload.names(Workload.comparable()));
      }
      workloads.forEach(Comparison::check);
      comparison = new Comparison(options, err);
    } catch (IllegalArgumentException wrong) {
      err.println("benchmarks/compare: " + wrong.getMessage());
      return UNUSABLE;
    }
    try {
      for (Workload workload : workloads) {
        out.println(JSON.writeValueAsString(comparison.compare(workload)));
      }
      return 0;
    } catch (IOException failed) {
      err.println("benchmarks/compare: " + failed.getMessage());
      return FAILED;
    }
  }

  private static void check(Workload workload) {
    if (!Workload.comparable().contains(workload)) {
      throw new IllegalArgumentException("upstream has no " + workload);
    }
  }

  private Map<String, Object> compare(Workload workload) throws IOException, InterruptedException {
    int nodes = options.positive("nodes", workload.usualNodes());
    int pods = options.positive("pods", workload.usualPods());
    List<Double> theirs = new ArrayList<>();
    List<Double> warm = new ArrayList<>();
    List<Double> cold = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int i = 1; i <= runs; i++) {
      progress.printf("%s: run %d of %d, upstream%n", workload, i, runs);
      JsonNode upstreams = measure(List.of(upstream, "-kind", workload.toString(), "-nodes", nodes + "", "-pods", pods + ""), pods);
      progress.printf("%s: run %d of %d, ours%n", workload, i, runs);
      JsonNode mine = measure(List.of(ours, workload.toString(), "--nodes", nodes + "", "--pods", pods + ""), pods);
      theirs.add(upstreams.get("podsPerSecond").asDouble());
      warm.add(mine.get("podsPerSecond").asDouble());
      cold.add(mine.get("coldPodsPerSecond").asDouble());
      ratios.add(mine.get("podsPerSecond").asDouble() / upstreams.get("podsPerSecond").asDouble());
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("workload", workload.toString());
    line.put("nodes", nodes);
    line.put("pods", pods);
    line.put("runs", runs);
    line.put("ratio", round(median(ratios)));
    line.put("coldRatio", round(median(cold) / median(theirs)));
    line.put("podsPerSecond", round(median(warm)));
    line.put("coldPodsPerSecond", round(median(cold)));
    line.put("upstreamPodsPerSecond", round(median(theirs)));
    line.put("ratios", ratios.stream().map(Comparison::round).toList());
    return line;
  }

  /** Runs a command whose last line of output is JSON, and which binds all pods. */
  private JsonNode measure(List<String> command, int pods) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    String[] lines = output.strip().split("\n");
    String last = lines[lines.length - 1];
    if (status != 0) {
      throw new IOException(String.join(" ", command) + " ended with status " + status + ": " + last);
    }
    JsonNode result;
    try {
      result = JSON.readTree(last);
    } catch (JacksonException broken) {
      throw new IOException(String.join(" ", command) + " printed no JSON: " + last, broken);
    }
    if (result.path("bound").asInt(-1) != pods) {
      throw new IOException(String.join(" ", command) + " did not bind all " + pods + " pods: " + last);
    }
    return result;
  }

  /** The one in the middle of at least one. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static double round(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
