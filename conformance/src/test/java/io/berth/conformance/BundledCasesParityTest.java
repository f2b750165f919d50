package io.berth.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundledCasesParityTest {

  @ParameterizedTest
  @CsvSource({"allocator, 785, 0", "cel, 71, 0", "expressions, 2999, 1", "podrequests, 400, 0", "filterscore, 200, 0", "hints, 361, 0", "preemption, 300, 0", "messages, 150, 0", "timeline, 60, 0"})
  void agreesWithUpstreamOnEveryBundledCase(String suite, int passed, int leftOut) throws IOException {
    var out = new ByteArrayOutputStream();
    var report = new Report(new PrintStream(out, true, StandardCharsets.UTF_8));
    SuiteKind kind = SuiteKind.named(suite).orElseThrow();
    for (String file : kind.bundled()) {
      try (InputStream in = SuiteKind.open(file)) {
        new Runner(kind, report).run(in);
      }
    }
    assertThat(report.failed()).as(out.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(report.passed()).isEqualTo(passed);
    assertThat(report.leftOut()).isEqualTo(leftOut);
  }
}
