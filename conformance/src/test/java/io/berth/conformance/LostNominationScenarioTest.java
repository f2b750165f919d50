package io.berth.conformance;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.NodeToStatus;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.DefaultPlugins;
import io.berth.scheduler.PendingPod;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A nomination keeps room on a node. When it goes, whatever the reason, the pods that it kept out are tried again at once.
 *
 * <p>One node with 32 GiB. p1 (10 GiB, low priority) runs there; p2 (25 GiB, medium) has p1 removed and is nominated; p3 (20 GiB, high)
 * comes and takes the node, so that p2 no longer fits; p1 is made again and does not fit beside p3 and the nominated p2.
 *
 * <p>upstream: kubernetes/kubernetes issue 126700, pull request 129058
 */
class LostNominationScenarioTest {

  private final SteppedScheduler scheduler =
      new SteppedScheduler(
          DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME).enable(RemovesP1ForP2.NAME, RemovesP1ForP2::new).build());

  @BeforeEach
  void p1WaitsBehindTheNominationOfP2() {
    scheduler.cluster().create(node("n1").memory("32Gi").obj());
    scheduler.cluster().create(p1("first"));
    scheduler.settle();
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p1");
    scheduler.settle();

    scheduler.cluster().create(pod("p2").memory("25Gi").priority(100).obj());
    scheduler.settle();
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p2");
    scheduler.settle();
    assertThat(scheduler.cluster().pod("p1")).isNull();
    assertThat(scheduler.pod("default", "p2").getStatus().getNominatedNodeName()).isEqualTo("n1");

    scheduler.cluster().create(pod("p3").memory("20Gi").priority(1000).obj());
    scheduler.settle();
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p3");
    scheduler.settle();
    assertThat(nodeOf("p3")).isEqualTo("n1");

    scheduler.cluster().create(p1("second"));
    scheduler.settle();
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p1");
    scheduler.settle();
    assertThat(scheduler.waiting("default/p1").place()).isEqualTo(PendingPod.Place.UNSCHEDULABLE);
  }

  @AfterEach
  void cacheQueueAndNominatorAgree() {
    scheduler.check();
    scheduler.close();
  }

  @Test
  void aPodIsTriedAgainWhenItsRivalFailsAndLosesItsNomination() {
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p2"); // does not fit any more, and its nomination is cleared
    scheduler.settle();
    runEverythingWithoutLettingTimePass();
    assertThat(nodeOf("p1")).isEqualTo("n1");
    assertThat(scheduler.waiting("default/p2")).isNotNull();
    assertThat(nodeOf("p2")).isEmpty();
  }

  @Test
  void aPodIsTriedAgainWhenSomebodyClearsTheNominationOfItsRival() {
    scheduler.cluster().update(
        new PodBuilder(scheduler.pod("default", "p2")).editStatus().withNominatedNodeName(null).endStatus().build());
    scheduler.settle();
    runEverythingWithoutLettingTimePass();
    assertThat(nodeOf("p1")).isEqualTo("n1");
    assertThat(nodeOf("p2")).isEmpty();
  }

  @Test
  void aPodIsTriedAgainWhenItsNominatedRivalIsDeleted() {
    scheduler.cluster().remove(scheduler.pod("default", "p2"));
    scheduler.settle();
    runEverythingWithoutLettingTimePass();
    assertThat(nodeOf("p1")).isEqualTo("n1");
  }

  private void runEverythingWithoutLettingTimePass() {
    for (int i = 0; i < 10 && scheduler.offers(); i++) {
      scheduler.cycle();
      scheduler.settle();
    }
    assertThat(scheduler.offers()).isFalse();
  }

  private String nodeOf(String name) {
    String node = scheduler.pod("default", name).getSpec().getNodeName();
    return node == null ? "" : node;
  }

  private static Pod p1(String uid) {
    return pod("p1").uid(uid).memory("10Gi").priority(1).obj();
  }

  /** Removes p1 and nominates p2 the first time that p2 fails; after that it clears the nomination. */
  private static final class RemovesP1ForP2 implements PostFilterPlugin {

    static final String NAME = "RemovesP1ForP2";

    private final Handle handle;
    private boolean done;

    private RemovesP1ForP2(Handle handle) {
      this.handle = handle;
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public CompletionStage<PostFilterResult> postFilter(
        CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation) {
      if (!pod.name().equals("p2")) {
        return CompletableFuture.completedFuture(PostFilterResult.unschedulable());
      }
      if (done) {
        return CompletableFuture.completedFuture(
            new PostFilterResult(Status.unschedulable(), NominatingInfo.CLEAR));
      }
      done = true;
      return handle.writes().delete(ObjectRef.of(ResourceKind.PODS, p1("first")), 0L)
          .thenApply(outcome -> PostFilterResult.nominate("n1"));
    }
  }
}
