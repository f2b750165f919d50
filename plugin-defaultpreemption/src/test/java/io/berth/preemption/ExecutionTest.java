package io.berth.preemption;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NominatingInfo;
import io.berth.framework.PodInPreBind;
import io.berth.framework.WaitingPod;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens after the choice; as pkg/scheduler/framework/preemption/executor_test.go, v1.37.2, and beyond it. */
class ExecutionTest {
  private static final PodFixture PREEMPTOR = pod("p").cpu("3").priority(10);

  private final Bench bench = new Bench().nodes(node("n1").cpu("3"));

  private static PodFixture victim(String name) {
    return pod(name).cpu("1").on("n1");
  }

  private void threeVictims() {
    bench.pods(victim("v1"), victim("v2"), victim("v3"));
    assertThat(bench.cycle(PREEMPTOR).status().isSuccess()).isTrue();
  }

  private void run() {
    bench.handle.time().run();
  }

  private boolean held() {
    return !bench.plugin().preEnqueue(PREEMPTOR.info()).isSuccess();
  }

  @Test
  void aVictimIsToldWhyItGoesBeforeItGoesAndNothingElseOfItIsTouched() {
    bench.pods(pod("v").cpu("3").on("n1").condition("Ready", "True", null));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(bench.handle.recordedWrites().requests()).containsExactly("patch default/v", "delete pods default/v");
    PodStatusPatch patch = bench.handle.recordedWrites().patches().get(0);
    assertThat(patch.nominatedNodeName()).isNull();
    assertThat(patch.conditions())
        .singleElement()
        .extracting(PodCondition::getType, PodCondition::getStatus, PodCondition::getReason, PodCondition::getMessage)
        .containsExactly(
            "DisruptionTarget", "True", "PreemptionByScheduler",
            "default-scheduler: preempting to accommodate a higher priority pod");
    assertThat(bench.handle.recordedEvents().events())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.regarding()).isEqualTo("default/v");
          assertThat(event.said().reason()).isEqualTo("Preempted");
          assertThat(event.said().action()).isEqualTo("Preempting");
          assertThat(event.said().note()).isEqualTo("Preempted by pod p on node n1");
        });
  }

  @Test
  void aVictimThatIsGoingAlreadyIsLeftAlone() {
    bench.pods(pod("v").cpu("3").on("n1").terminating());
    assertThat(bench.cycle(PREEMPTOR).nominating()).isEqualTo(NominatingInfo.override("n1"));
    run();

    assertThat(bench.handle.recordedWrites().requests()).isEmpty();
    assertThat(held()).isFalse();
  }

  @Test
  void aCycleWhileCallsAreOpenAsksNobodyAgain() {
    bench.handle.recordedWrites().hold();
    threeVictims();
    run();

    for (int i = 0; i < 10; i++) {
      assertThat(held()).isTrue();
      assertThat(bench.cycle(PREEMPTOR).status().message())
          .isEqualTo("preemption: waiting for the preemption for this pod to be finished");
    }
    while (bench.handle.recordedWrites().heldBack() > 0) {
      bench.handle.recordedWrites().release();
      run();
    }

    assertThat(bench.deleted()).hasSize(3).doesNotHaveDuplicates();
    assertThat(bench.activated()).as("it was turned away, so that the events of the meantime are lost").containsExactly("p");
  }

  @Test
  void theLastVictimIsAskedToGoWhenTheOthersHaveBeen() {
    bench.handle.recordedWrites().hold();
    threeVictims();
    run();

    assertThat(bench.handle.recordedWrites().requests()).containsExactlyInAnyOrder("patch default/v1", "patch default/v2");
    bench.handle.recordedWrites().releaseAll();
    run();
    assertThat(bench.deleted()).hasSize(3).endsWith("v3");
  }

  @Test
  void thePodMayBeTriedAsSoonAsTheLastVictimIsGoing() {
    bench.handle.recordedWrites().hold();
    bench.pods(pod("v").cpu("3").on("n1"));
    bench.cycle(PREEMPTOR);
    assertThat(held()).as("the task has not begun").isTrue();
    run();
    assertThat(held()).isTrue();

    bench.know(pod("v").cpu("3").on("n1").terminating().obj());
    assertThat(held()).isFalse();
    bench.handle.recordedWrites().releaseAll();
    run();
    assertThat(held()).isFalse();
    assertThat(bench.activated()).as("the end of the victim wakes it").isEmpty();
  }

  @Test
  void whenTheLastVictimWasGoneAlreadyThePodIsActivatedSinceNoEventFollows() {
    bench.pods(pod("v").cpu("3").on("n1"));
    bench.handle.recordedWrites().next(new WriteOutcome.NotFound<Pod>("gone"));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(bench.activated()).containsExactly("p");
    assertThat(held()).isFalse();
    assertThat(bench.handle.recordedEvents().events()).isEmpty();
  }

  @Test
  void aPodOfTheSameNameThatIsAnotherOneCountsAsGone() {
    bench.pods(pod("v").cpu("3").on("n1"));
    bench.handle.recordedWrites().next(new WriteOutcome.Done<>(new Pod())).next(new WriteOutcome.Conflict<Pod>("another UID"));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(bench.activated()).containsExactly("p");
  }

  @Test
  void aVictimThatOthersKeepWritingMayStillBeThere() {
    bench.handle.recordedWrites().next(new WriteOutcome.Conflict<Pod>("somebody was faster"));
    bench.pods(pod("v").cpu("3").on("n1"));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(bench.deleted()).isEmpty();
    assertThat(bench.activated()).containsExactly("p");
    assertThat(held()).isFalse();
  }

  @Test
  void aFailureSparesTheLastVictimAndActivatesThePodAtOnce() {
    bench.handle.recordedWrites()
        .next(new WriteOutcome.Failed<Pod>("no", null))
        .next(new WriteOutcome.Done<>(new Pod()));
    threeVictims();
    run();

    assertThat(bench.deleted()).containsExactly("v2");
    assertThat(bench.activated()).containsExactly("p");
    assertThat(held()).isFalse();
  }

  @Test
  void failuresInARowAreFollowedByLongerAndLongerPausesUpToTenSeconds() {
    bench.pods(pod("v").cpu("3").on("n1"));
    long[] pauses = {0, 1, 2, 4, 8, 10, 10};
    for (int i = 0; i < pauses.length; i++) {
      bench.handle.recordedWrites().next(new WriteOutcome.Failed<Pod>("no", null));
      bench.cycle(PREEMPTOR);
      run();
      if (pauses[i] > 0) {
        bench.handle.time().advance(Duration.ofSeconds(pauses[i]).minusMillis(1));
        assertThat(bench.activated()).hasSize(i);
        assertThat(held()).isTrue();
        bench.handle.time().advance(Duration.ofMillis(1));
      }
      assertThat(bench.activated()).hasSize(i + 1);
      assertThat(held()).isFalse();
    }
  }

  @Test
  void aVictimThatIsGoneAndStillSeenIsNotAskedToGoOverAndOver() {
    bench.pods(pod("v").cpu("3").on("n1"));
    for (int i = 0; i < 2; i++) {
      bench.handle.recordedWrites().next(new WriteOutcome.NotFound<Pod>("gone"));
      bench.cycle(PREEMPTOR);
      run();
    }
    assertThat(bench.activated()).hasSize(1);
    assertThat(held()).isTrue();

    bench.gone(pod("v").cpu("3").on("n1"));
    assertThat(held()).as("its end is known").isFalse();
    bench.handle.time().advance(Duration.ofSeconds(1));
    assertThat(bench.activated()).hasSize(2);
  }

  /** Two preemptors that wake one another would not let go of it until the scheduler sees what they have done. */
  @Test
  void aVictimThatIsGoingAndNotSeenToIsNotAskedToGoOverAndOver() {
    bench.pods(pod("v").cpu("3").on("n1"));
    bench.cycle(PREEMPTOR);
    run();
    assertThat(held()).isFalse();

    bench.cycle(PREEMPTOR);
    run();
    assertThat(bench.deleted()).containsExactly("v", "v");
    assertThat(held()).isTrue();

    bench.know(pod("v").cpu("3").on("n1").terminating().obj());
    assertThat(held()).as("it is seen to go").isFalse();
    bench.handle.time().advance(Duration.ofSeconds(1));
    assertThat(bench.activated()).as("the end of the victim wakes it").isEmpty();
  }

  @Test
  void aClusterThatAsksToSlowDownIsLeftAloneForThatTime() {
    bench.pods(pod("v").cpu("3").on("n1"));
    bench.handle.recordedWrites().next(new WriteOutcome.Throttled<Pod>(Duration.ofSeconds(7), "slow down"));
    bench.cycle(PREEMPTOR);
    bench.handle.time().advance(Duration.ofMillis(6999));
    assertThat(bench.activated()).isEmpty();

    bench.handle.time().advance(Duration.ofMillis(1));
    assertThat(bench.activated()).containsExactly("p");
  }

  private record Waiting(PodInfo pod, boolean gives, List<String> told) implements WaitingPod {
    @Override
    public String nodeName() {
      return "n1";
    }

    @Override
    public List<String> pendingPlugins() {
      return List.of("Permit");
    }

    @Override
    public void allow(String plugin) {
      throw new AssertionError("not to be allowed");
    }

    @Override
    public boolean reject(String plugin, String message) {
      throw new AssertionError("not to be rejected");
    }

    @Override
    public boolean preempt(String plugin, String message) {
      told.add(plugin + ": " + message);
      return gives;
    }
  }

  @Test
  void aVictimThatWaitsForPermissionIsTakenBackWithoutADeleteAndThePodIsActivated() {
    List<String> told = new ArrayList<>();
    bench.assumed(pod("v").cpu("3").on("n1"));
    bench.handle.waiting(new Waiting(pod("v").info(), true, told));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(told).containsExactly("DefaultPreemption: preempted");
    assertThat(bench.handle.recordedWrites().requests()).isEmpty();
    assertThat(bench.handle.recordedEvents().events())
        .singleElement()
        .satisfies(event -> assertThat(event.said().note()).isEqualTo("Preempted by pod p on node n1 (in kube-scheduler memory)."));
    assertThat(bench.activated()).containsExactly("p");
  }

  @Test
  void aVictimWhosePermissionHasJustBeenDecidedIsDeleted() {
    bench.assumed(pod("v").cpu("3").on("n1"));
    bench.handle.waiting(new Waiting(pod("v").info(), false, new ArrayList<>()));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(bench.deleted()).containsExactly("v");
  }

  @Test
  void aVictimInPreBindIsCancelledAndOneThatIsBeingBoundIsDeleted() {
    List<String> told = new ArrayList<>();
    PodInPreBind cancels = reason -> told.add(reason);
    PodInPreBind binds = reason -> false;
    bench.assumed(victim("v1"), pod("v2").cpu("2").on("n1"));
    bench.handle.preBinding("v1", cancels).preBinding("v2", binds);
    bench.cycle(PREEMPTOR);
    run();

    assertThat(told).containsExactly("preempted by DefaultPreemption");
    assertThat(bench.deleted()).containsExactly("v2");
  }

  /** Its binding cycle goes on in vain: to give up what it holds does not free its place. */
  @Test
  void aVictimThatSomebodyElseHasBoundMeanwhileIsDeleted() {
    List<String> told = new ArrayList<>();
    bench.pods(victim("v1"), pod("v2").cpu("2").on("n1"));
    bench.handle.preBinding("v1", told::add).waiting(new Waiting(pod("v2").info(), true, told));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(told).isEmpty();
    assertThat(bench.deleted()).containsExactlyInAnyOrder("v1", "v2");
  }

  /** Tried at once, it would find the victim where it is and preempt it again, and again. */
  @Test
  void thePreemptorIsTriedAgainWhenAVictimInPreBindHasLeftAndNotBefore() {
    CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    bench.assumed(pod("v").cpu("3").on("n1"));
    bench.handle.preBinding(
        "v",
        new PodInPreBind() {
          @Override
          public boolean cancelPod(String reason) {
            return true;
          }

          @Override
          public CompletionStage<@Nullable Void> over() {
            return over;
          }
        });
    bench.cycle(PREEMPTOR);
    run();
    assertThat(bench.handle.activated()).isEmpty();

    over.complete(null);
    run();
    assertThat(bench.handle.activated()).extracting(PodInfo::name).containsExactly("p");
  }

  @Test
  void podsOfLowerPriorityLoseTheirNominationToTheNodeAndOthersKeepTheirs() {
    bench.pods(pod("v").cpu("3").on("n1"));
    var nominator = bench.handle.nominator();
    nominator.addNominatedPod(pod("low").priority(9).nominatedNodeName("n1").info(), NominatingInfo.NOOP);
    nominator.addNominatedPod(pod("equal").priority(10).info(), NominatingInfo.override("n1"));
    nominator.addNominatedPod(pod("elsewhere").priority(9).info(), NominatingInfo.override("n2"));
    bench.cycle(PREEMPTOR);
    run();

    assertThat(bench.handle.recordedWrites().requests()).startsWith("patch default/low");
    assertThat(bench.handle.recordedWrites().patches().get(0)).isEqualTo(new PodStatusPatch(List.of(), ""));
    assertThat(nominator.nominatedPodsForNode("n1")).extracting(PodInfo::name).containsExactly("equal", "p");
    assertThat(nominator.nominatedPodsForNode("n2")).hasSize(1);
  }

  @Test
  void aPodThatIsGoneOrReplacedPreemptsNobody() {
    bench.pods(pod("v").cpu("3").on("n1"));
    bench.know(pod("p").uid("another").cpu("3").priority(10).obj());

    assertThat(bench.cycle(PREEMPTOR.info()).status().message()).isEqualTo("preemption: pod \"p\" not found");
    run();
    assertThat(bench.deleted()).isEmpty();
  }
}
