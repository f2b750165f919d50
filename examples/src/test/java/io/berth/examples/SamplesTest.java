package io.berth.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class SamplesTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void theEmbeddedSchedulerPlacesOnePodAndSaysWhyNotTheOther() {
    assertThat(printedBy(() -> EmbeddedScheduler.main(new String[0])))
        .containsExactly("db: on n1", "web: Unschedulable, 0/1 nodes are available: 1 Insufficient cpu.");
  }

  @Test
  void aSchedulerOfOnesOwnSpreadsPodsEvenly() {
    assertThat(printedBy(() -> FewestPods.main(new String[0])))
        .hasSize(4)
        .filteredOn(line -> line.endsWith("-> node-a"))
        .hasSize(2);
  }

  @Test
  void aRuleOfOnesOwnProtectsPodsFromPreemptionAndItsReasonReachesThePod() {
    assertThat(printedBy(() -> ProtectedTenants.main(new String[0])))
        .containsExactly(
            "red/batch went for red/web",
            "blue/web waits: 0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: "
                + "1 No preemption victims found for incoming pod, 1 pods of namespace red are protected.");
  }

  @Test
  void theReadmeShowsTheEmbeddedSchedulerAsItIs() throws IOException {
    String source = Files.readString(ROOT.resolve("examples/src/main/java/io/berth/examples/EmbeddedScheduler.java"));
    String shown = source.substring(source.indexOf("import"));
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains("```java\n" + shown + "```\n");
  }

  @Test
  void theGuideToTracesShowsTheHeavyTailedLoadAndWhatItPrints() throws IOException {
    String guide = Files.readString(ROOT.resolve("docs/traces.md"));
    String source = Files.readString(ROOT.resolve("examples/src/main/java/io/berth/examples/HeavyTailedLoad.java"));
    assertThat(guide).contains("```java\n" + source.substring(source.indexOf("import")) + "```\n");
    String[] printed = printedBy(() -> HeavyTailedLoad.main(new String[0]));
    assertThat(guide).contains("\n    " + String.join("\n    ", printed) + "\n");
  }

  private static String[] printedBy(Runnable sample) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream capture = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(capture);
      sample.run();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toArray(String[]::new);
  }
}
