package io.berth.conformance.opsche;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.config.DefaultProfile;
import io.berth.simulator.trace.TraceGenerator;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A share of what {@code conformance/opsche-baseline} runs. */
class BaselineScenarioTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Baseline baseline = new Baseline(new PrintStream(written, true, StandardCharsets.UTF_8));

  @Test
  void theDefaultProfileIsAsLoadedAsThePapersAndLatencyRises() {
    int failed = baseline.run(List.of(16), List.of(8, 16), List.of(1), List.of(1L));
    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("16 nodes, 8 s: usage is 84 to 90 %")
        .contains("16 nodes: latency rises with the inter-arrival")
        .endsWith("5 passed, 0 failed\n");
    assertThat(failed).isZero();
  }

  @Test
  void withFourPrioritiesAsManyPodsAreDeletedAndEvictionsGrowWithTheLoad() {
    int failed = baseline.run(List.of(16), List.of(8), List.of(4), List.of(1L));
    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("16 nodes, 8 s: 1,450 to 2,000 pods are deleted")
        .contains("8 s: of priorities 2, 3 and 4 about 452, 361 and 289 are deleted")
        .contains("16 nodes: evictions fall with the inter-arrival");
    assertThat(failed).as(written.toString(StandardCharsets.UTF_8)).isLessThanOrEqualTo(1);
  }

  @Test
  void whatIsNotAsItShouldBeFails() {
    Gates gates = new Gates(new PrintStream(written, true, StandardCharsets.UTF_8));
    gates.check(true, "%d of %d", 1, 2);
    gates.check(false, "%.1f %%", 3.14);
    gates.close();
    assertThat(gates.failed()).isEqualTo(1);
    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("PASS 1 of 2\nFAIL 3.1 %\n1 passed, 1 failed\n");
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    var settings = new Setting(16, 4, 4).trace().withLength(Duration.ofMinutes(10));
    var first = TraceExperiment.run(TraceGenerator.generate(settings, new Random(9)), DefaultProfile.profile(), new Random(9));
    var second = TraceExperiment.run(TraceGenerator.generate(settings, new Random(9)), DefaultProfile.profile(), new Random(9));
    assertThat(second).isEqualTo(first);
    assertThat(first.byPriority()).containsOnlyKeys(1, 2, 3, 4);
    assertThat(first.seconds()).isEqualTo(601);
  }
}
