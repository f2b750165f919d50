package io.berth.simulator.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.record.Recording.Type;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordingTest {

  private static Node node(String name) {
    return new NodeBuilder()
        .withNewMetadata().withName(name).addToLabels("kubernetes.io/hostname", name).addToAnnotations("note", "private").endMetadata()
        .withNewStatus().withAllocatable(Map.of("cpu", new Quantity("4"), "pods", new Quantity("10"))).endStatus()
        .build();
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata().withNamespace("default").withName(name).endMetadata()
        .withNewSpec()
        .addNewContainer().withName("c").addToArgs("--token=private").withNewResources().addToRequests("cpu", new Quantity("1500m")).endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static void shortLife(InMemoryCluster cluster, VirtualTime time) {
    Pod created = cluster.create(pod("b"));
    time.advance(Duration.ofMillis(1500));
    cluster.bind(ObjectRef.of(ResourceKind.PODS, created), "n1");
    time.advance(Duration.ofSeconds(5));
    cluster.remove(cluster.pod("b"));
    time.advance(Duration.ofSeconds(1));
  }

  private static void start(InMemoryCluster cluster) {
    cluster.create(pod("a"));
    cluster.create(node("n1"));
  }

  @Test
  void whatWasThereAndWhatCameIsReadBack() throws Exception {
    Recording read = Recorded.of(false, RecordingTest::start, RecordingTest::shortLife).read();
    assertThat(read.initial()).extracting(o -> o.getKind() + " " + o.getMetadata().getName()).containsExactly("Node n1", "Pod a");
    assertThat(read.changes())
        .extracting(change -> change.at() + " " + change.type() + " " + change.object().getMetadata().getName())
        .containsExactly("PT0S ADD b", "PT1.5S UPDATE b", "PT6.5S DELETE b");
    Pod bound = (Pod) read.changes().get(1).object();
    assertThat(bound.getSpec().getNodeName()).isEqualTo("n1");
    assertThat(bound.getSpec().getContainers().get(0).getResources().getRequests()).containsEntry("cpu", new Quantity("1500m"));
    assertThat(read.length()).isEqualTo(Duration.ofMillis(7500));
  }

  @Test
  void theSameRunGivesTheSameBytes() throws IOException {
    assertThat(Recorded.of(true, RecordingTest::start, RecordingTest::shortLife).bytes())
        .isEqualTo(Recorded.of(true, RecordingTest::start, RecordingTest::shortLife).bytes());
  }

  @Test
  void fieldsThatSchedulingDoesNotReadAreNotRecordedAndTheirChangesNeither() throws Exception {
    Recorded recorded =
        Recorded.of(
            false,
            RecordingTest::start,
            (cluster, time) ->
                cluster.update(new NodeBuilder(node("n1")).editMetadata().addToAnnotations("heartbeat", "1").endMetadata().build()));
    assertThat(recorded.text()).doesNotContain("private").doesNotContain("heartbeat");
    assertThat(recorded.read().changes()).isEmpty();
  }

  @Test
  void changesOfNodesAreRecorded() throws Exception {
    Recording read =
        Recorded.of(
                false,
                RecordingTest::start,
                (cluster, time) -> {
                  cluster.update(new NodeBuilder(node("n1")).editOrNewSpec().withUnschedulable(true).endSpec().build());
                  cluster.create(node("n2"));
                })
            .read();
    assertThat(read.changes()).extracting(Recording.Change::type).containsExactly(Type.UPDATE, Type.ADD);
    assertThat(((Node) read.changes().get(0).object()).getSpec().getUnschedulable()).isTrue();
  }
}
