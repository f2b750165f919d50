package io.berth.conformance;

import static io.berth.scenario.ScenarioAssertions.assertThat;
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
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.scheduler.PendingPod;
import io.berth.testkit.PodFixture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * A nomination keeps room on a node. When it goes, whatever the reason, the pods that it kept out are tried again at once.
 *
 * <p>One node with 32 GiB. p1 (10 GiB, low priority) runs there; p2 (25 GiB, medium) has p1 removed and is nominated; p3 (20 GiB, high)
 * comes and takes the node, so that p2 no longer fits; p1 is made again and does not fit beside p3 and the nominated p2.
 *
 * <p>Source: kubernetes/kubernetes issue 126700, pull request 129058.
 */
class LostNominationScenarioTest {

  private static Scenario p1WaitsBehindTheNominationOfP2() {
    return Scenario.withNodes(node("n1").memory("32Gi"))
        .without("DefaultPreemption")
        .using(RemovesP1ForP2.NAME, RemovesP1ForP2::new)
        .options(options -> options.manualCycles(true))
        .arrives(p1("first"))
        .cycle()
        .then(stage -> assertThat(stage.pod("p1")).isOn("n1"))
        .arrives(pod("p2").memory("25Gi").priority(100))
        .cycle()
        .then(stage -> {
          assertThat(stage.pod("p1")).isGone();
          assertThat(stage.pod("p2")).isNominatedTo("n1");
        })
        .arrives(pod("p3").memory("20Gi").priority(1000))
        .cycle()
        .then(stage -> assertThat(stage.pod("p3")).isOn("n1"))
        .arrives(p1("second"))
        .cycle()
        .then(stage -> assertThat(stage.pod("p1")).waitsIn(PendingPod.Place.UNSCHEDULABLE));
  }

  @Test
  void aPodIsTriedAgainWhenItsRivalFailsAndLosesItsNomination() {
    p1WaitsBehindTheNominationOfP2()
        .cycle() // p2 does not fit any more, and its nomination is cleared
        .then(LostNominationScenarioTest::runEverythingWithoutLettingTimePass)
        .then(stage -> {
          assertThat(stage.pod("p1")).isOn("n1");
          assertThat(stage.pod("p2")).isPending();
        })
        .run();
  }

  @Test
  void aPodIsTriedAgainWhenSomebodyClearsTheNominationOfItsRival() {
    p1WaitsBehindTheNominationOfP2()
        .when("somebody clears the nomination", stage -> stage.changePod("p2", p2 -> p2.editStatus().withNominatedNodeName(null).endStatus()))
        .then(LostNominationScenarioTest::runEverythingWithoutLettingTimePass)
        .then(stage -> {
          assertThat(stage.pod("p1")).isOn("n1");
          assertThat(stage.pod("p2")).isPending();
        })
        .run();
  }

  @Test
  void aPodIsTriedAgainWhenItsNominatedRivalIsDeleted() {
    p1WaitsBehindTheNominationOfP2()
        .when("the rival is deleted", stage -> stage.delete("p2"))
        .then(LostNominationScenarioTest::runEverythingWithoutLettingTimePass)
        .then(stage -> assertThat(stage.pod("p1")).isOn("n1"))
        .run();
  }

  private static void runEverythingWithoutLettingTimePass(Stage stage) {
    for (int i = 0; i < 10 && stage.cycle(); i++) {
      // one pod after the other
    }
    assertThat(stage.cycle()).isFalse();
  }

  private static PodFixture p1(String uid) {
    return pod("p1").uid(uid).memory("10Gi").priority(1);
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
      return handle.writes().delete(ObjectRef.of(ResourceKind.PODS, p1("first").obj()), 0L)
          .thenApply(outcome -> PostFilterResult.nominate("n1"));
    }
  }
}
