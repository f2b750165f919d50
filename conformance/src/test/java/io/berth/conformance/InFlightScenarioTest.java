package io.berth.conformance;

import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Handle;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.scheduler.PendingPod;
import io.berth.testkit.NodeFixture;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens in the cluster while a pod's attempt is under way must not be lost, nor put the pod into two places. */
class InFlightScenarioTest {

  private @Nullable HeldPostFilter postFilter;
  private @Nullable HeldPermit permit;

  /** A scheduler that holds each pod that fails in PostFilter and each that fits in Permit, until it is let go. */
  private Scenario withNodes(NodeFixture... nodes) {
    return Scenario.withNodes(nodes).using(HeldPostFilter.NAME, this::postFilter).using(HeldPermit.NAME, this::permit);
  }

  private HeldPostFilter postFilter(Handle handle) {
    postFilter = new HeldPostFilter();
    return postFilter;
  }

  private HeldPermit permit(Handle handle) {
    permit = new HeldPermit(handle);
    return permit;
  }

  private void endAttempt() {
    Objects.requireNonNull(postFilter).letGo();
  }

  private void allow() {
    Objects.requireNonNull(permit).allow();
  }

  private static List<PendingPod> queued(Stage stage) {
    return Objects.requireNonNull(stage.world().scheduler()).queue().pods();
  }

  /**
   * Two attempts overlap, and the first to begin is the first to end. What happens after that still counts for the second: its place
   * in the list of events is its own, and does not hang on an event that goes with the first attempt.
   *
   * <p>Source: kubernetes/kubernetes pull request 120413.
   */
  @Test
  void anEventIsNotLostWhenAnEarlierAttemptEndsBeforeIt() {
    withNodes(node("n1").cpu("1"))
        .arrives(pod("p1").cpu("1"))
        .when("a node comes that is too small for p2", stage -> stage.create(node("n2").cpu("2")))
        .arrives(pod("p2").cpu("4"))
        .then(stage -> assertThat(stage.pod("p2")).waitsIn(PendingPod.Place.IN_FLIGHT))
        .when("p1 may go on, and its attempt is over", stage -> allow())
        .then(stage -> assertThat(stage.pod("p1")).isOn("n1"))
        .when("the node grows, so that p2 would fit", stage -> stage.changeNode("n2", n2 -> n2.withStatus(node("n2").cpu("8").obj().getStatus())))
        .when("p2's attempt ends", stage -> endAttempt())
        .when("p2, tried again at once, may go on", stage -> allow())
        .then(stage -> assertThat(stage.pod("p2")).isOn("n2"))
        .run();
  }

  /**
   * A pod is replaced by another of the same name while its attempt is failing. The attempt ends under the UID with which it began,
   * and the new pod is queued once.
   *
   * <p>Source: kubernetes/kubernetes pull requests 138324 and 138435, issue 118226.
   */
  @Test
  void anAttemptEndsUnderTheUidWithWhichItBegan() {
    withNodes(node("n1").cpu("1"))
        .arrives(pod("s-0").uid("uid1").cpu("4"))
        .when("the pod is replaced", stage -> {
          stage.cluster().remove(pod("s-0").obj());
          stage.create(pod("s-0").uid("uid2").cpu("4"));
        })
        .when("the first one's attempt ends", stage -> endAttempt())
        .then(stage -> {
          assertThat(queued(stage)).extracting(waiting -> waiting.pod().uid()).containsExactly("uid2");
          assertThat(stage.pod("s-0")).waitsIn(PendingPod.Place.IN_FLIGHT).hasAttempts(1);
        })
        .when("the second one's attempt ends", stage -> endAttempt())
        .then(stage -> {
          assertThat(queued(stage)).extracting(waiting -> waiting.pod().uid()).containsExactly("uid2");
          assertThat(stage.pod("s-0")).waitsIn(PendingPod.Place.UNSCHEDULABLE).hasAttempts(1);
        })
        .run();
  }

  /**
   * The update of a pod that is in an attempt is remembered, and does not put the pod into the active queue beside it.
   *
   * <p>Source: kubernetes/kubernetes issue 118226.
   */
  @Test
  void theUpdateOfAPodInFlightDoesNotEnqueueIt() {
    withNodes(node("n1").cpu("1"))
        .arrives(pod("p").cpu("4"))
        .when("the pod shrinks, so that it would fit", stage -> stage.changePod("p", p -> p.withSpec(pod("p").cpu("1").obj().getSpec())))
        .then(stage -> {
          assertThat(queued(stage)).hasSize(1);
          assertThat(stage.pod("p")).waitsIn(PendingPod.Place.IN_FLIGHT).hasAttempts(1);
        })
        .when("the attempt ends", stage -> endAttempt())
        .when("the pod, tried again at once, may go on", stage -> allow())
        .then(stage -> {
          assertThat(stage.pod("p")).isOn("n1");
          assertThat(queued(stage)).isEmpty();
        })
        .run();
  }
}
