package io.berth.app.simulate;

import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.timeline.TimeText;
import io.berth.simulator.trace.GeneratedTrace;
import io.berth.simulator.trace.TraceGenerator;
import io.berth.simulator.trace.TraceSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a trace that is made up is to be like. */
final class GeneratedTraceOptions {

  static final List<String> NAMES = List.of("--nodes", "--inter-arrival", "--priorities", "--seed");

  private static final Duration LENGTH = Duration.ofHours(2);
  private static final double USAGE = 0.9;

  @Option(names = "--nodes", paramLabel = "N", defaultValue = "16", description = "Nodes of an opsche trace; 16 unless given.")
  private int nodes;

  @Option(
      names = "--inter-arrival",
      paramLabel = "TIME",
      defaultValue = "4s",
      description = "Mean time between workloads of an opsche trace; 4s unless given.")
  private String interArrival = "4s";

  @Option(
      names = "--priorities",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many priorities the workloads of an opsche trace have; 1 unless given.")
  private int priorities;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Another number makes another opsche trace.")
  private long seed;

  /**
   * Makes it up; {@code null} when there is no such trace, which is told.
   *
   * @param length how long it is, or {@code null} for two hours
   */
  @Nullable GeneratedTrace generate(@Nullable Duration length, Problems problems) {
    var mean = TimeText.parse(interArrival, Instant.EPOCH);
    if (mean.isEmpty()) {
      problems.error(new Problem(null, "--inter-arrival " + interArrival, "", "is no time", "write it like 500ms, 4s or 1m30s"));
      return null;
    }
    try {
      Duration time = length == null ? LENGTH : length;
      return TraceGenerator.generate(new TraceSettings(nodes, mean.get(), priorities, time, USAGE), new Random(seed));
    } catch (IllegalArgumentException e) {
      String.valueOf(e.getMessage()).lines().forEach(line -> problems.error(new Problem(null, "an opsche trace", "", line, "")));
      return null;
    }
  }
}
