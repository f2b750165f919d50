package io.berth.benchmarks.dra;

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

/** Times upstream's allocator and ours in turn on the cases of a file and prints how they compare, one JSON line a case. */
final class AllocatorComparison {

  private static final JsonMapper JSON = new JsonMapper();

  private final List<String> upstream;
  private final List<String> ours;
  private final PrintStream progress;

  private AllocatorComparison(List<String> upstream, List<String> ours, PrintStream progress) {
    this.upstream = upstream;
    this.ours = ours;
    this.progress = progress;
  }

  /** {@code ORACLE CASES RUNS ITERATIONS}, as {@code benchmarks/compare allocator} gives them. */
  public static void main(String[] args) throws InterruptedException {
    int status = run(args, System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** As {@link #main}; returns the exit status. */
  static int run(String[] args, PrintStream out, PrintStream err) throws InterruptedException {
    if (args.length != 4 || !args[2].matches("[1-9][0-9]{0,3}") || !args[3].matches("[1-9][0-9]{0,6}")) {
      err.println("benchmarks/compare allocator: wants the oracle, a file of cases, and the numbers of runs and iterations");
      return 2;
    }
    String java = ProcessHandle.current().info().command().orElse("java");
    var comparison = new AllocatorComparison(List.of(args[0], "bench", "-cases", args[1], "-n", args[3]),
        List.of(java, "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), AllocatorTiming.class.getName(), args[1],
            args[3]), err);
    try {
      for (Map<String, Object> line : comparison.compare(Integer.parseInt(args[2]))) {
        out.println(JSON.writeValueAsString(line));
      }
      return 0;
    } catch (IOException failed) {
      err.println("benchmarks/compare allocator: " + failed.getMessage());
      return 1;
    }
  }

  private List<Map<String, Object>> compare(int runs) throws IOException, InterruptedException {
    List<List<JsonNode>> theirs = new ArrayList<>();
    List<List<JsonNode>> mine = new ArrayList<>();
    for (int i = 1; i <= runs; i++) {
      progress.printf("allocator: run %d of %d, upstream%n", i, runs);
      theirs.add(measure(upstream));
      progress.printf("allocator: run %d of %d, ours%n", i, runs);
      mine.add(measure(ours));
    }
    List<Map<String, Object>> lines = new ArrayList<>();
    for (int c = 0; c < theirs.get(0).size(); c++) {
      lines.add(line(c, theirs, mine));
    }
    return lines;
  }

  private static Map<String, Object> line(int at, List<List<JsonNode>> theirs, List<List<JsonNode>> mine) throws IOException {
    List<Double> ratios = new ArrayList<>();
    List<Double> upstreamTimes = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    for (int run = 0; run < theirs.size(); run++) {
      JsonNode upstream = theirs.get(run).get(at);
      JsonNode our = mine.get(run).get(at);
      if (!upstream.path("name").asString().equals(our.path("name").asString())) {
        throw new IOException("the programs did not run the same cases: " + upstream.path("name") + ", " + our.path("name"));
      }
      upstreamTimes.add(upstream.path("ns").asDouble());
      times.add(our.path("ns").asDouble());
      ratios.add(upstream.path("ns").asDouble() / our.path("ns").asDouble());
    }
    JsonNode one = mine.get(0).get(at);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("case", one.path("name").asString());
    line.put("ratio", rounded(median(ratios)));
    line.put("ns", Math.round(median(times)));
    line.put("upstreamNs", Math.round(median(upstreamTimes)));
    line.put("steps", one.path("steps").asLong());
    line.put("upstreamSteps", one.path("upstreamSteps").asLong());
    line.put("nodes", one.path("nodes").asInt(1));
    line.put("runs", theirs.size());
    line.put("ratios", ratios.stream().map(AllocatorComparison::rounded).toList());
    return line;
  }

  /** Runs a command that prints one JSON line a case. */
  private static List<JsonNode> measure(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(command.get(0) + " ended with status " + status);
    }
    List<JsonNode> lines = new ArrayList<>();
    for (String line : output.strip().split("\n")) {
      try {
        lines.add(JSON.readTree(line));
      } catch (JacksonException broken) {
        throw new IOException(command.get(0) + " printed no JSON: " + line, broken);
      }
    }
    return lines;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
