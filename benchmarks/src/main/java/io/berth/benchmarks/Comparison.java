package io.berth.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs upstream's scheduler and ours in turn and prints how they compare. */
final class Comparison {
  private static final JsonMapper JSON = new JsonMapper();

  private Comparison() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Options options;
    List<Workload> workloads;
    try {
      options = Options.parse(args, List.of("perf", "run", "nodes", "pods", "runs"));
      workloads = options.names().stream().map(Workload::of).toList();
    } catch (IllegalArgumentException wrong) {
      System.err.println("benchmarks/compare: " + wrong.getMessage());
      System.exit(2);
      return;
    }
    for (Workload workload : workloads) {
      System.out.println(JSON.writeValueAsString(compare(workload, options)));
    }
  }

  private static Map<String, Object> compare(Workload workload, Options options)
      throws IOException, InterruptedException {
    String nodes = Integer.toString(options.number("nodes", 5000));
    String pods = Integer.toString(options.number("pods", 5000));
    int runs = options.number("runs", 3);
    List<Double> upstream = new ArrayList<>();
    List<Double> warm = new ArrayList<>();
    List<Double> cold = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int i = 1; i <= runs; i++) {
      System.err.printf("%s: run %d of %d, upstream%n", workload, i, runs);
      JsonNode theirs =
          run(List.of(options.required("perf"), "-kind", workload.toString(), "-nodes", nodes, "-pods", pods));
      System.err.printf("%s: run %d of %d, ours%n", workload, i, runs);
      JsonNode ours =
          run(List.of(options.required("run"), workload.toString(), "--nodes", nodes, "--pods", pods));
      requireAllBound(workload, pods, theirs);
      requireAllBound(workload, pods, ours);
      upstream.add(theirs.get("podsPerSecond").asDouble());
      warm.add(ours.get("podsPerSecond").asDouble());
      cold.add(ours.get("coldPodsPerSecond").asDouble());
      ratios.add(ours.get("podsPerSecond").asDouble() / theirs.get("podsPerSecond").asDouble());
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("workload", workload.toString());
    line.put("nodes", Integer.parseInt(nodes));
    line.put("pods", Integer.parseInt(pods));
    line.put("runs", runs);
    line.put("ratio", round(median(ratios)));
    line.put("coldRatio", round(median(cold) / median(upstream)));
    line.put("podsPerSecond", round(median(warm)));
    line.put("coldPodsPerSecond", round(median(cold)));
    line.put("upstreamPodsPerSecond", round(median(upstream)));
    line.put("ratios", ratios.stream().map(Comparison::round).toList());
    return line;
  }

  private static void requireAllBound(Workload workload, String pods, JsonNode result) {
    if (result.get("bound").asInt() != Integer.parseInt(pods)) {
      throw new IllegalStateException(workload + ": not all " + pods + " pods were bound: " + result);
    }
  }

  /** The last line of output, which is JSON. */
  private static JsonNode run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(command + " ended with status " + status + "; it printed: " + output);
    }
    String[] lines = output.strip().split("\n");
    return JSON.readTree(lines[lines.length - 1]);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static double round(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
