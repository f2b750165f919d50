package io.berth.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ComparisonTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** A program that prints its arguments to a file, and the lines given here in turn, one a call. */
  private String program(String name, String... lines) throws IOException {
    Path calls = folder.resolve(name + ".calls");
    Files.writeString(calls, "");
    StringBuilder script = new StringBuilder("#!/bin/sh\necho \"$@\" >> " + calls + "\ncase $(wc -l < " + calls + ") in\n");
    for (int i = 0; i < lines.length; i++) {
      script.append("*").append(i + 1).append(") echo '").append(lines[i]).append("' ;;\n");
    }
    Path file = folder.resolve(name);
    Files.writeString(file, script.append("esac\n"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file.toString();
  }

  private static String upstream(int bound, int podsPerSecond) {
    return "{\"bound\":" + bound + ",\"podsPerSecond\":" + podsPerSecond + "}";
  }

  private static String ours(int bound, int podsPerSecond, int cold) {
    return "{\"bound\":" + bound + ",\"podsPerSecond\":" + podsPerSecond + ",\"coldPodsPerSecond\":" + cold + "}";
  }

  private int compare(String... args) throws InterruptedException {
    return Comparison.run(
        args, new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @Test
  void theRatioIsTheMedianOfRunsInTurn() throws Exception {
    String perf = program("perf", upstream(7, 100), upstream(7, 50), upstream(7, 200));
    String run = program("run", ours(7, 400, 90), ours(7, 500, 110), ours(7, 600, 100));

    assertThat(compare("basic", "--perf", perf, "--run", run, "--nodes", "3", "--pods", "7")).isZero();

    JsonNode line = new JsonMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(line.get("workload").asString()).isEqualTo("basic");
    assertThat(line.get("ratios").toString()).isEqualTo("[4.0,10.0,3.0]");
    assertThat(line.get("ratio").asDouble()).isEqualTo(4);
    assertThat(line.get("podsPerSecond").asDouble()).isEqualTo(500);
    assertThat(line.get("coldPodsPerSecond").asDouble()).isEqualTo(100);
    assertThat(line.get("upstreamPodsPerSecond").asDouble()).isEqualTo(100);
    assertThat(line.get("coldRatio").asDouble()).isEqualTo(1);
    assertThat(folder.resolve("perf.calls")).content().startsWith("-kind basic -nodes 3 -pods 7\n");
    assertThat(folder.resolve("run.calls")).content().startsWith("basic --nodes 3 --pods 7\n");
  }

  @Test
  void aRunThatDoesNotBindAllPodsCountsForNothing() throws Exception {
    String perf = program("perf", upstream(7, 100));
    String run = program("run", ours(6, 400, 90));

    assertThat(compare("basic", "--perf", perf, "--run", run, "--pods", "7")).isEqualTo(1);

    assertThat(out.size()).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("did not bind all 7 pods");
  }

  @Test
  void wrongCommandLinesAreToldBeforeAnythingRuns() throws Exception {
    assertThat(compare("basic", "--perf", "p", "--run", "r", "--runs", "0")).isEqualTo(2);
    assertThat(compare("--perf", "p", "--run", "r")).isEqualTo(2);
    assertThat(compare("dra-preempt", "--perf", "p", "--run", "r")).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "benchmarks/compare: --runs needs a number from 1, not 0",
            "benchmarks/compare: name workloads: basic, spread, antiaffinity, dra, preempt",
            "benchmarks/compare: upstream has no dra-preempt");
  }
}
