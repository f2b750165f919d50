package io.berth.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** The guide shows what the commands take, and what they print. */
final class PerformanceDocTest {
  private static final Pattern COMMAND = Pattern.compile("^    benchmarks/(\\w+) ([^#\n]*)", Pattern.MULTILINE);

  private final String guide = Files.readString(Path.of("../docs/performance.md"));

  PerformanceDocTest() throws IOException {}

  private List<String[]> arguments(String command) {
    return COMMAND.matcher(guide).results()
        .filter(found -> found.group(1).equals(command))
        .map(PerformanceDocTest::arguments)
        .toList();
  }

  private static String[] arguments(MatchResult found) {
    return found.group(2).strip().split(" +");
  }

  @Test
  void everyCommandLineIsOne() {
    assertThat(arguments("run"))
        .isNotEmpty()
        .allSatisfy(args -> {
          Options options = Options.parse(args, List.of("nodes", "pods", "warmups", "runs"));
          assertThat(options.names()).isNotEmpty().allSatisfy(Contender::of);
        });
    assertThat(arguments("run").stream().flatMap(Arrays::stream)).contains("dra-preempt");
    assertThat(arguments("compare").stream().map(args -> Options.parse(args, List.of("nodes", "pods", "runs"))))
        .flatMap(Options::names)
        .extracting(Workload::of)
        .containsAll(Workload.comparable());
  }

  @Test
  void everyBenchmarkOfAHotPathIsNamed() throws ClassNotFoundException {
    List<String> names = arguments("jmh").stream().map(args -> args[0]).toList();

    assertThat(names).containsExactly("Filter", "Snapshot", "Queue", "Cluster");
    for (String name : names) {
      Class<?> type = Class.forName("io.berth.benchmarks.micro." + name + "Benchmark");
      assertThat(type.getMethods()).anyMatch(method -> method.isAnnotationPresent(Benchmark.class));
    }
  }
}
