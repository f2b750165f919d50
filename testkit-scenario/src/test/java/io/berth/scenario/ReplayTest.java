package io.berth.scenario;

import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.DefaultPlugins;
import io.berth.simulator.record.ClusterRecorder;
import io.berth.simulator.record.Recording;
import io.berth.simulator.record.RecordingReader;
import io.berth.simulator.record.UnreadableRecordingException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Two pods that fit, one that does not, and one that takes the place of the first when it has ended. */
  private static Recording recording() throws IOException, UnreadableRecordingException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (World world = new World(WorldSettings.defaults())) {
      ClusterRecorder recorder = ClusterRecorder.start(world.cluster(), world.time()::now, Runnable::run, file, false);
      world.cluster().create(node("n1").cpu("2").obj());
      world.cluster().create(node("n2").cpu("4").obj());
      world.startScheduler();
      world.advance(MINUTE);
      world.cluster().create(pod("a").cpu("3").terminationGracePeriodSeconds(0).obj());
      world.cluster().create(pod("b").cpu("2").obj());
      world.cluster().create(pod("huge").cpu("9").obj());
      world.advance(MINUTE);
      world.cluster().delete(world.cluster().pod("a"));
      world.cluster().create(pod("c").cpu("4").obj());
      world.advance(MINUTE);
      recorder.end();
    }
    return RecordingReader.read(new ByteArrayInputStream(file.toByteArray()));
  }

  @Test
  void whatWasDecidedIsDecidedAgain() throws Exception {
    ReplayOutcome replay = Replay.of(recording()).run();
    assertThat(replay).hasPods(4).placesPodsAsRecorded();
    assertThat(replay.pod("a")).isOn("n2");
    assertThat(replay.pod("default/b")).isOn("n1");
    assertThat(replay.pod("c")).isOn("n2");
    assertThat(replay.pod("huge")).isPendingBecause("0/2 nodes are available: 2 Insufficient cpu.");
  }

  @Test
  void whatIsDecidedOtherwiseIsListedWithTheReasons() throws Exception {
    ReplayOutcome replay = Replay.of(recording()).using(new Shunned("n2")).run();
    assertThatThrownBy(() -> assertThat(replay).placesPodsAsRecorded())
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(
            "Expected all 4 pods to be where they were recorded, but 2 are not:",
            "default/a: was on n2, and has no node, waits as UNSCHEDULABLE",
            "n2: Shunned: nobody goes there",
            "default/c: was on n2");
    assertThatThrownBy(() -> assertThat(replay.pod("c")).isOn("n2"))
        .hasMessageContainingAll("n1: NodeResourcesFit: Insufficient cpu", "what happened:", "recorded: c was bound to n2");
  }

  @Test
  void podsOfOtherSchedulersStayWhereTheyWere() throws Exception {
    ReplayOutcome replay = Replay.of(recording()).profile(profile -> DefaultPlugins.builder("other")).run();
    assertThat(replay).hasPods(0).placesPodsAsRecorded();
  }

  @Test
  void whatIsNoRecordingIsRefused(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("x.berth"), "nothing", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> Replay.of(file)).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(file + " is no recording");
    assertThatThrownBy(() -> Replay.of(recording()).run().pod("z"))
        .hasMessage("the recording has no pod default/z to place; there are [default/a, default/b, default/huge, default/c]");
  }

  /** Lets nobody onto a node. */
  private record Shunned(String node) implements FilterPlugin {
    @Override
    public String name() {
      return "Shunned";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo at) {
      return at.name().equals(node) ? Status.unschedulable("nobody goes there") : Status.SUCCESS;
    }
  }
}
