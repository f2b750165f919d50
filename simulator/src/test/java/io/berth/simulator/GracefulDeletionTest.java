package io.berth.simulator;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GracefulDeletionTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);

  private WriteOutcome<Pod> delete(Pod pod, @Nullable Long grace) {
    return cluster.delete(ObjectRef.of(ResourceKind.PODS, pod), grace).toCompletableFuture().join();
  }

  @Test
  void aPodWithoutANodeGoesAtOnce() {
    Pod pod = cluster.create(pod("p").terminationGracePeriodSeconds(30).obj());
    assertThat(delete(pod, null).isDone()).isTrue();
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void aFinishedPodGoesAtOnce() {
    delete(cluster.create(pod("p").on("n").phase("Succeeded").terminationGracePeriodSeconds(30).obj()), null);
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void aRunningPodIsMarkedAndStaysUntilItsKubeletDeletesItWithoutGrace() {
    Pod pod = cluster.create(pod("p").on("n").phase("Running").terminationGracePeriodSeconds(30).obj());
    delete(pod, null);
    Pod marked = cluster.pod("p");
    assertThat(marked.getMetadata().getDeletionTimestamp()).isEqualTo("2026-01-01T00:00:30Z");
    assertThat(marked.getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(30);
    assertThat(marked.getMetadata().getGeneration()).isEqualTo(2);

    long version = cluster.resourceVersion();
    delete(pod, null);
    delete(pod, 60L);
    assertThat(cluster.resourceVersion()).as("a second deletion changes nothing").isEqualTo(version);

    delete(pod, 0L);
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void theGracePeriodCanOnlyBecomeShorter() {
    Pod pod = cluster.create(pod("p").on("n").phase("Running").terminationGracePeriodSeconds(30).obj());
    delete(pod, null);
    time.advance(Duration.ofSeconds(2));
    delete(pod, 10L);
    assertThat(cluster.pod("p").getMetadata().getDeletionTimestamp()).isEqualTo("2026-01-01T00:00:10Z");

    time.advance(Duration.ofSeconds(6));
    delete(pod, 3L);
    assertThat(cluster.pod("p").getMetadata().getDeletionTimestamp()).as("not in the past").isEqualTo("2026-01-01T00:00:08Z");
    assertThat(cluster.pod("p").getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(1);
  }

  @Test
  void aPodWithoutAPeriodOfItsOwnGoesAtOnceAndANegativeOneCountsAsOneSecond() {
    delete(cluster.create(pod("p").on("n").phase("Running").obj()), null);
    assertThat(cluster.pod("p")).isNull();
    delete(cluster.create(pod("q").on("n").phase("Running").terminationGracePeriodSeconds(-5).obj()), null);
    assertThat(cluster.pod("q").getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(1);
  }

  @Test
  void finalizersKeepAnObjectUntilTheLastOneIsGone() {
    cluster.create(new NodeBuilder(node("n").obj()).editMetadata().addToFinalizers("a/b").endMetadata().build());
    cluster.delete(cluster.node("n"));
    assertThat(cluster.node("n").getMetadata().getDeletionTimestamp()).isEqualTo("2026-01-01T00:00:00Z");

    cluster.update(new NodeBuilder(cluster.node("n")).editMetadata().removeFromFinalizers("a/b").endMetadata().build());
    assertThat(cluster.node("n")).isNull();
  }

  @Test
  void aPodWithAFinalizerIsKeptBeyondItsGracePeriod() {
    Pod pod = cluster.create(pod("p").on("n").phase("Running").terminationGracePeriodSeconds(30).finalizer("a/b").obj());
    delete(pod, null);
    delete(pod, 0L);
    assertThat(cluster.pod("p").getMetadata().getDeletionGracePeriodSeconds()).isZero();
    cluster.remove(pod);
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void aNameIsTakenUntilItsPodHasGone() {
    Pod pod = cluster.create(pod("p").on("n").phase("Running").terminationGracePeriodSeconds(30).obj());
    delete(pod, null);
    WriteOutcome<Pod> again = cluster.create(ResourceKind.PODS, pod("p").obj()).toCompletableFuture().join();
    assertThat(again.describe()).isEqualTo("object is being deleted: pods \"p\" already exists");
  }

  @Test
  void aPodOfAnotherUidIsNotMeant() {
    Pod first = cluster.create(pod("p").uid("1").obj());
    cluster.remove(first);
    cluster.create(pod("p").uid("2").obj());
    assertThat(delete(first, null).describe())
        .isEqualTo(
            "Operation cannot be fulfilled on Pod \"p\": the UID in the precondition (1) does not match the UID in record (2)."
                + " The object might have been deleted and then recreated");
    assertThat(cluster.pod("p")).isNotNull();
  }

  @Test
  void theDeletedObjectComesBackAsItWasLast() {
    Pod pod = cluster.create(pod("p").label("a", "b").obj());
    WriteOutcome<Pod> outcome = delete(pod, null);
    Pod last = ((WriteOutcome.Done<Pod>) outcome).object();
    assertThat(last.getMetadata().getLabels()).containsEntry("a", "b");
    assertThat(last.getMetadata().getResourceVersion()).isEqualTo("2");
  }
}
