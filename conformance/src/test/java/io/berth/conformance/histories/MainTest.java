package io.berth.conformance.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(List.of(args), new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @Test
  void theLastLineCounts() {
    assertThat(run("--count", "6", "--seed", "10", "--threads", "2")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).last().isEqualTo("6 passed, 0 failed");
  }

  @Test
  void aHistoryIsPrintedWithWhatHappensInIt() {
    assertThat(run("--print", "--seed", "4")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("history of seed 4", "scheduler starts", "everything held");
  }

  @Test
  void argumentsThatAreNoneAreToldWithTheUsage() {
    assertThat(run("--count", "many")).isEqualTo(2);
    assertThat(run("--faults", "some")).isEqualTo(2);
    assertThat(run("--count")).isEqualTo(2);
    assertThat(run("--often", "3")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--count wants a number, not many", "--faults wants none or all, not some", "--count wants a value", "what is --often?", "usage:");
  }
}
