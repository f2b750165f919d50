package io.berth.simulator;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventLogTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.builder(time, time.executor()).eventLimit(2).build();

  private void failed(PodInfo pod, String note) {
    cluster.event(pod, null, EventNote.warning("FailedScheduling", "Scheduling", note, "default-scheduler"));
  }

  @Test
  void theSameEventAgainMakesASeriesWithTheFirstNote() {
    PodInfo p = pod("p").resourceVersion("1").info();
    failed(p, "first");
    time.advance(Duration.ofSeconds(5));
    failed(p, "second");
    assertThat(cluster.events()).singleElement().satisfies(event -> {
      assertThat(event.count()).isEqualTo(2);
      assertThat(event.note()).isEqualTo("first");
      assertThat(Duration.between(event.first(), event.last())).isEqualTo(Duration.ofSeconds(5));
      assertThat(event.regarding()).isEqualTo("default/p");
    });
  }

  @Test
  void anotherVersionOfThePodIsAnotherEvent() {
    failed(pod("p").resourceVersion("1").info(), "a");
    failed(pod("p").resourceVersion("2").info(), "b");
    assertThat(cluster.events()).extracting(RecordedEvent::note).containsExactly("a", "b");
  }

  @Test
  void theOldestGoesWhenThereIsNoMoreRoom() {
    failed(pod("p").info(), "a");
    failed(pod("q").info(), "b");
    failed(pod("r").info(), "c");
    assertThat(cluster.events()).extracting(RecordedEvent::note).containsExactly("b", "c");
    assertThat(cluster.eventsDropped()).isEqualTo(1);
  }

  @Test
  void objectsThatAreNoPodsHaveEventsToo() {
    ObjectRef<Node> node = new ObjectRef<>(ResourceKind.NODES, "", "n", "u");
    cluster.event(node, EventNote.warning("Odd", "Looking", "it is odd", "default-scheduler"));
    cluster.event(node, EventNote.warning("Odd", "Looking", "it is still odd", "default-scheduler"));
    assertThat(cluster.events())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.regarding()).isEqualTo("n");
              assertThat(event.regardingUid()).isEqualTo("u");
              assertThat(event.note()).isEqualTo("it is odd");
              assertThat(event.count()).isEqualTo(2);
            });
  }
}
