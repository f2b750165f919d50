package io.berth.scheduler.internal.cache;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.SnapshotDelta;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulerCacheTest {
  private final SchedulerCache cache = new SchedulerCache();

  @AfterEach
  void theCacheAgreesWithItself() {
    assertThat(cache.violations()).isEmpty();
    cache.updateSnapshot();
    assertThat(cache.violations()).isEmpty();
  }

  private static PodInfo on(String node, String name) {
    return pod(name).cpu("1").on(node).info();
  }

  private List<String> order() {
    cache.updateSnapshot();
    return cache.snapshot().nodes().stream().map(NodeInfo::name).toList();
  }

  @Test
  void anAssumedPodTakesItsNodeUntilItIsForgotten() {
    cache.setNode(node("n1").cpu("4").obj());
    PodInfo pod = pod("p").cpu("1").info().withNodeName("n1");

    assertThat(cache.assume(pod).isSuccess()).isTrue();
    assertThat(cache.isAssumed("p")).isTrue();
    cache.updateSnapshot();
    assertThat(cache.snapshot().node("n1").requested(ResourceName.CPU)).isEqualTo(1000);

    assertThat(cache.forget(pod).isSuccess()).isTrue();
    cache.updateSnapshot();
    assertThat(cache.snapshot().node("n1").requested(ResourceName.CPU)).isZero();
    assertThat(cache.snapshot().podCount()).isZero();
  }

  @Test
  void aPodThatIsThereCannotBeAssumed() {
    cache.setNode(node("n1").obj());
    cache.setPod(on("n1", "p"));

    assertThat(cache.assume(on("n1", "p")).message()).contains("is in the cache, so can't be assumed");
  }

  @Test
  void aConfirmedPodCannotBeForgotten() {
    cache.setNode(node("n1").obj());
    PodInfo pod = pod("p").info().withNodeName("n1");
    cache.assume(pod);
    cache.setPod(on("n1", "p"));

    assertThat(cache.isAssumed("p")).isFalse();
    assertThat(cache.forget(pod).message()).contains("is not assumed");
    assertThat(cache.pod("p")).isNotNull();
  }

  @Test
  void anAssumedPodThatTurnsUpOnAnotherNodeIsMovedThere() {
    cache.setNode(node("n1").obj());
    cache.setNode(node("n2").obj());
    PodInfo assumed = pod("p").cpu("1").info().withNodeName("n1");
    cache.assume(assumed);
    cache.setPod(on("n2", "p"));

    assertThat(cache.node("n1").pods()).isEmpty();
    assertThat(cache.node("n2").pods()).hasSize(1);
    assertThat(cache.forget(assumed).message()).contains("was assumed on n1 but assigned to n2");
  }

  @Test
  void forgettingAPodThatIsGoneIsNoError() {
    assertThat(cache.forget(on("n1", "p")).isSuccess()).isTrue();
  }

  @Test
  void podsOfANodeThatIsNotThereYetWaitForItOutOfSight() {
    cache.setPod(on("n1", "p"));
    cache.updateSnapshot();
    assertThat(cache.snapshot().nodes()).isEmpty();
    assertThat(cache.snapshot().podCount()).isZero();

    cache.setNode(node("n1").obj());
    SnapshotDelta delta = cache.updateSnapshot();
    assertThat(cache.snapshot().node("n1").pods()).hasSize(1);
    assertThat(delta.nodes()).singleElement().satisfies(change -> assertThat(change.added()).hasSize(1));
  }

  @Test
  void aNodeThatVanishesBeforeItsPodsComesBackWithThem() {
    cache.setNode(node("n1").obj());
    PodInfo stays = on("n1", "stays");
    cache.setPod(stays);
    cache.setPod(on("n1", "goes"));
    cache.updateSnapshot();

    cache.removeNode("n1");
    SnapshotDelta gone = cache.updateSnapshot();
    assertThat(cache.snapshot().nodes()).isEmpty();
    assertThat(gone.nodes()).singleElement().satisfies(change -> assertThat(change.removed()).hasSize(2));

    cache.removePod(on("n1", "goes"));
    cache.setNode(node("n1").obj());
    cache.updateSnapshot();
    assertThat(cache.snapshot().node("n1").pods()).containsExactly(stays);
  }

  @Test
  void aNodeThatVanishedIsForgottenWithItsLastPod() {
    cache.setNode(node("n1").obj());
    cache.setPod(on("n1", "p"));
    cache.removeNode("n1");
    cache.removePod(on("n1", "p"));

    assertThat(cache.node("n1")).isNull();
  }

  @Test
  void aNodeThatIsAddedAnewIsNotMistakenForItsPredecessor() {
    cache.setNode(node("n1").cpu("2").obj());
    cache.updateSnapshot();
    cache.removeNode("n1");
    cache.setNode(node("n1").cpu("8").obj());
    SnapshotDelta delta = cache.updateSnapshot();

    assertThat(cache.snapshot().node("n1").allocatable().get(ResourceName.CPU)).isEqualTo(8000);
    assertThat(delta.nodes()).singleElement().satisfies(change -> {
      assertThat(change.before()).isNotNull();
      assertThat(change.nodeChanged()).isTrue();
    });
  }

  @Test
  void nodesComeZoneByZoneInTurn() {
    cache.setNode(node("a1").zone("a").obj());
    cache.setNode(node("a2").zone("a").obj());
    cache.setNode(node("b1").zone("b").obj());
    cache.setNode(node("a3").zone("a").obj());
    cache.setNode(node("c1").zone("c").obj());
    cache.setNode(node("b2").zone("b").obj());
    assertThat(order()).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");

    cache.removeNode("b1");
    assertThat(order()).containsExactly("a1", "b2", "c1", "a2", "a3");

    cache.setNode(node("a1").zone("c").obj());
    assertThat(order()).containsExactly("a2", "b2", "c1", "a3", "a1");
  }

  @Test
  void aZoneThatLostItsNodesComesBackLast() {
    cache.setNode(node("a1").zone("a").obj());
    cache.setNode(node("b1").zone("b").obj());
    cache.removeNode("a1");
    cache.setNode(node("a2").zone("a").obj());

    assertThat(order()).containsExactly("b1", "a2");
  }

  @Test
  void aSnapshotNeverChanges() {
    cache.setNode(node("n1").cpu("4").obj());
    cache.setNode(node("n2").cpu("4").obj());
    cache.updateSnapshot();
    ClusterSnapshot before = cache.snapshot();
    NodeInfo untouched = before.node("n2");

    cache.setPod(on("n1", "p"));
    cache.updateSnapshot();

    assertThat(before.node("n1").pods()).isEmpty();
    assertThat(cache.snapshot().node("n1").pods()).hasSize(1);
    assertThat(cache.snapshot().node("n2")).isSameAs(untouched);
    assertThat(cache.snapshot().version()).isGreaterThan(before.version());
  }

  @Test
  void withoutAChangeTheSnapshotIsTheSameAndTheDeltaEmpty() {
    cache.setNode(node("n1").obj());
    cache.updateSnapshot();
    ClusterSnapshot before = cache.snapshot();

    assertThat(cache.updateSnapshot().nodes()).isEmpty();
    assertThat(cache.snapshot()).isSameAs(before);
  }

  @Test
  void theDeltaNamesExactlyThePodsThatCameAndWent() {
    cache.setNode(node("n1").obj());
    PodInfo old = on("n1", "changed");
    cache.setPod(old);
    PodInfo gone = on("n1", "gone");
    cache.setPod(gone);
    cache.updateSnapshot();

    PodInfo changed = on("n1", "changed");
    cache.setPod(changed);
    cache.removePod(gone);
    cache.setPod(on("n1", "passing"));
    cache.removePod(on("n1", "passing"));
    SnapshotDelta delta = cache.updateSnapshot();

    assertThat(delta.nodes()).singleElement().satisfies(change -> {
      assertThat(change.removed()).containsExactly(old, gone);
      assertThat(change.added()).containsExactly(changed);
      assertThat(change.nodeChanged()).isFalse();
    });
  }

  @Test
  void imagesAreCountedByNode() {
    cache.setNode(node("n1").image("app:1", 100).image("base:1", 10).obj());
    cache.setNode(node("n2").image("app:1", 100).obj());
    cache.updateSnapshot();
    ClusterSnapshot before = cache.snapshot();
    assertThat(before.imageNodes("app:1")).isEqualTo(2);
    assertThat(before.imageNodes("base:1")).isEqualTo(1);

    cache.setNode(node("n1").image("app:2", 100).obj());
    cache.removeNode("n2");
    cache.updateSnapshot();
    assertThat(cache.snapshot().imageNodes("app:1")).isZero();
    assertThat(cache.snapshot().imageNodes("app:2")).isEqualTo(1);
    assertThat(before.imageNodes("app:1")).isEqualTo(2);
  }

  @Test
  void aPodCanBeOutOfSightForAWhile() {
    cache.setNode(node("n1").obj());
    PodInfo pod = on("n1", "p");
    cache.setPod(pod);
    cache.updateSnapshot();
    NodeInfo before = cache.snapshot().node("n1");

    SchedulerCache.Absence absence = cache.absent(pod);
    SnapshotDelta away = cache.updateSnapshot();
    assertThat(cache.snapshot().node("n1").pods()).isEmpty();
    assertThat(away.nodes().get(0).removed()).containsExactly(pod);

    absence.end();
    SnapshotDelta back = cache.updateSnapshot();
    assertThat(cache.snapshot().node("n1")).isSameAs(before);
    assertThat(back.nodes().get(0).added()).containsExactly(pod);
  }
}
