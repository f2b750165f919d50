package io.berth.examples;

import static io.berth.scenario.ScenarioAssertions.assertThat;

import io.berth.scenario.Replay;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BugReportTest {
  @Test
  void theTrainingStartsOnTheNodeThatHasGrown() {
    var replay = Replay.of(Path.of("src/test/recordings/shop.berth")).run();
    assertThat(replay).placesPodsAsRecorded();
    assertThat(replay.pod("shop/training")).isOn("node-a");
  }
}
