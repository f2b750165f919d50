package io.berth.simulator.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.record.RecordingPlayer.Mode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class RecordingPlayerTest {

  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);
  private final List<String> heard = new ArrayList<>();

  /** Binds what waits, at once, to the node; the scheduler of the replay. */
  private final class Told implements RecordingPlayer.Listener {
    private final String node;

    Told(String node) {
      this.node = node;
    }

    @Override
    public void waits(Pod pod) {
      heard.add("waits " + pod.getMetadata().getName());
      if (!node.isEmpty()) {
        cluster.bind(ObjectRef.of(ResourceKind.PODS, pod), node);
      }
    }

    @Override
    public void wasBound(Pod pod, String recorded) {
      heard.add("was bound to " + recorded + ", is on " + pod.getSpec().getNodeName());
    }

    @Override
    public void ends(Pod pod) {
      heard.add("ends on " + pod.getSpec().getNodeName());
    }
  }

  private static Node node(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata().withNamespace("default").withName(name).endMetadata()
        .withNewSpec().withTerminationGracePeriodSeconds(30L).addNewContainer().withName("c").endContainer().endSpec()
        .build();
  }

  private static void phase(InMemoryCluster cluster, String phase) {
    cluster.update(new PodBuilder(cluster.pod("a")).editStatus().withPhase(phase).endStatus().build());
  }

  private static Recording recording(BiConsumer<InMemoryCluster, VirtualTime> more) throws Exception {
    return Recorded.of(
            false,
            cluster -> cluster.createAll(List.of(node("n1"), node("n2"))),
            (cluster, time) -> {
              cluster.create(pod("a"));
              time.advance(Duration.ofSeconds(1));
              cluster.bind(ObjectRef.of(ResourceKind.PODS, cluster.pod("a")), "n1");
              time.advance(Duration.ofSeconds(1));
              phase(cluster, "Running");
              time.advance(Duration.ofSeconds(1));
              more.accept(cluster, time);
            })
        .read();
  }

  private void play(Recording recording, Mode mode, String node) {
    var player = new RecordingPlayer(recording, cluster, mode, pod -> true);
    var told = new Told(node);
    player.prepare(told);
    player.play(time, told);
  }

  @Test
  void aPodKeepsTheNodeOfThisReplayAndRunsThereAsLongAsItRan() throws Exception {
    play(recording((cluster, time) -> phase(cluster, "Succeeded")), Mode.DECIDE, "n2");
    assertThat(heard).containsExactly("waits a", "was bound to n1, is on n2", "ends on n2");
    assertThat(cluster.pod("a").getSpec().getNodeName()).isEqualTo("n2");
    assertThat(cluster.pod("a").getStatus().getPhase()).isEqualTo("Succeeded");
  }

  @Test
  void aPodThatIsNotPlacedHereDoesNotRun() throws Exception {
    play(recording((cluster, time) -> {}), Mode.DECIDE, "");
    assertThat(heard).containsExactly("waits a", "was bound to n1, is on null", "ends on null");
    assertThat(cluster.pod("a").getSpec().getNodeName()).isNull();
    assertThat(cluster.pod("a").getStatus().getPhase()).isEqualTo("Pending");
    assertThat(cluster.pod("a").getStatus().getConditions()).isEmpty();
  }

  @Test
  void aFollowedRecordingIsAsItWas() throws Exception {
    play(recording((cluster, time) -> {}), Mode.FOLLOW, "");
    assertThat(heard).containsExactly("waits a", "was bound to n1, is on null", "ends on n1");
    assertThat(cluster.pod("a").getSpec().getNodeName()).isEqualTo("n1");
    assertThat(cluster.pod("a").getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void aPodThatIsBeingDeletedEndsWhenItEnded() throws Exception {
    Recording recording =
        recording(
            (cluster, time) -> {
              cluster.delete(cluster.pod("a"));
              time.advance(Duration.ofSeconds(4));
              cluster.remove(cluster.pod("a"));
              cluster.create(pod("a"));
            });
    play(recording, Mode.DECIDE, "n2");
    assertThat(heard).containsExactly("waits a", "was bound to n1, is on n2", "ends on n2", "waits a", "ends on n2");
    heard.clear();
    cluster.list(ResourceKind.PODS).forEach(cluster::remove);
    cluster.list(ResourceKind.NODES).forEach(cluster::remove);
    play(recording, Mode.DECIDE, "");
    assertThat(heard).containsExactly("waits a", "was bound to n1, is on null", "ends on null", "waits a", "ends on null");
  }

  @Test
  void podsThatWereOnANodeBeforeStayThere() throws Exception {
    Recording recording =
        Recorded.of(
                false,
                cluster -> cluster.create(new PodBuilder(pod("a")).editSpec().withNodeName("n1").endSpec().build()),
                (cluster, time) -> {})
            .read();
    play(recording, Mode.DECIDE, "n2");
    assertThat(heard).isEmpty();
    assertThat(cluster.pod("a").getSpec().getNodeName()).isEqualTo("n1");
  }
}
