package io.berth.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8));

  @Test
  void closesWithTheCountsAndNamesWhatWasLeftOutOnTheLineBefore() {
    report.add("one", new Verdict.Passed());
    report.add("two", new Verdict.LeftOut("need preemption"));
    report.add("three", new Verdict.LeftOut("need preemption"));
    report.close();
    assertThat(lines()).containsExactly("2 left out: need preemption", "1 passed, 0 failed");
  }

  @Test
  void showsAMismatchWithCaseExpectedAndActual() {
    report.add("hints-0007", new Verdict.Failed(List.of(new Mismatch("events", "[\"Node/Add\"]", "[]"))));
    report.close();
    assertThat(lines())
        .containsExactly(
            "hints-0007: 1 difference",
            "  at events",
            "    expected [\"Node/Add\"]",
            "    actual   []",
            "0 passed, 1 failed");
  }

  @Test
  void showsTheFirstTwelveMismatchesOfACaseOnly() {
    report.add(
        "big",
        new Verdict.Failed(IntStream.range(0, 40).mapToObj(i -> new Mismatch("k" + i, "1", "2")).toList()));
    assertThat(lines()).hasSize(1 + 12 * 3 + 1).last().isEqualTo("  and 28 more");
  }

  @Test
  void aCaseThatThrowsHasFailed() {
    report.addThrown("broken", new IllegalStateException("no such node"));
    report.close();
    assertThat(lines()).contains("broken: threw", "    java.lang.IllegalStateException: no such node").last()
        .isEqualTo("0 passed, 1 failed");
  }

  private List<String> lines() {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
