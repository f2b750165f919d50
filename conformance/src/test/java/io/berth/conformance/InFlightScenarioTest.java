package io.berth.conformance;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Handle;
import io.berth.framework.Profile;
import io.berth.plugins.DefaultPlugins;
import io.berth.scheduler.PendingPod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens in the cluster while a pod's attempt is under way must not be lost, nor put the pod into two places. */
class InFlightScenarioTest {

  private final HeldPostFilter postFilter = new HeldPostFilter();
  private @Nullable HeldPermit permit;
  private final SteppedScheduler scheduler = new SteppedScheduler(profile());

  private Profile profile() {
    return DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME)
        .enable(HeldPostFilter.NAME, handle -> postFilter)
        .enable(HeldPermit.NAME, this::permit)
        .build();
  }

  private HeldPermit permit(Handle handle) {
    permit = new HeldPermit(handle);
    return permit;
  }

  @AfterEach
  void cacheQueueAndNominatorAgree() {
    scheduler.check();
    scheduler.close();
  }

  /**
   * Two attempts overlap, and the first to begin is the first to end. What happens after that still counts for the second: its place
   * in the list of events is its own, and does not hang on an event that goes with the first attempt.
   *
   * <p>upstream: kubernetes/kubernetes pull request 120413
   */
  @Test
  void anEventIsNotLostWhenAnEarlierAttemptEndsBeforeIt() {
    scheduler.cluster().create(node("n1").cpu("1").obj());
    scheduler.cluster().create(pod("p1").cpu("1").priority(1).obj());
    scheduler.cluster().create(pod("p2").cpu("4").obj());
    scheduler.settle();

    assertThat(scheduler.cycle().pod()).isEqualTo("default/p1"); // waits for permission
    scheduler.settle();
    scheduler.cluster().create(node("n2").cpu("2").obj()); // e1: of interest, but does not help p2
    scheduler.settle();
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p2"); // fits nowhere, and PostFilter thinks
    scheduler.settle();
    Objects.requireNonNull(permit).allow();
    scheduler.settle();
    assertThat(scheduler.pod("default", "p1").getSpec().getNodeName()).isEqualTo("n1");

    scheduler.cluster().update(node("n2").cpu("8").obj()); // e2: now p2 would fit
    scheduler.settle();
    postFilter.letGo();
    scheduler.settle();

    assertThat(scheduler.waiting("default/p2").place()).isIn(PendingPod.Place.ACTIVE, PendingPod.Place.BACKOFF);
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p2");
    scheduler.settle();
    Objects.requireNonNull(permit).allow();
    scheduler.settle();
    assertThat(scheduler.pod("default", "p2").getSpec().getNodeName()).isEqualTo("n2");
  }

  /**
   * A pod is replaced by another of the same name while its attempt is failing. The attempt ends under the UID with which it began,
   * and the new pod is queued once.
   *
   * <p>upstream: kubernetes/kubernetes pull requests 138324 and 138435, issue 118226
   */
  @Test
  void anAttemptEndsUnderTheUidWithWhichItBegan() {
    scheduler.cluster().create(node("n1").cpu("1").obj());
    scheduler.cluster().create(pod("s-0").uid("uid1").cpu("4").obj());
    scheduler.settle();
    scheduler.cycle();
    scheduler.settle();

    scheduler.cluster().remove(pod("s-0").uid("uid1").obj());
    scheduler.cluster().create(pod("s-0").uid("uid2").cpu("4").obj());
    scheduler.settle();
    postFilter.letGo();
    scheduler.settle();

    List<PendingPod> waiting = scheduler.scheduler().queue().pods();
    assertThat(waiting).extracting(p -> p.pod().uid()).containsExactly("uid2");
    assertThat(waiting).extracting(PendingPod::place).containsExactly(PendingPod.Place.ACTIVE);
    assertThat(scheduler.scheduler().queue().count(PendingPod.Place.IN_FLIGHT)).isZero();
  }

  /**
   * The update of a pod that is in an attempt is remembered, and does not put the pod into the active queue beside it.
   *
   * <p>upstream: kubernetes/kubernetes issue 118226
   */
  @Test
  void theUpdateOfAPodInFlightDoesNotEnqueueIt() {
    scheduler.cluster().create(node("n1").cpu("1").obj());
    scheduler.cluster().create(pod("p").cpu("4").obj());
    scheduler.settle();
    scheduler.cycle();
    scheduler.settle();

    scheduler.cluster().update(pod("p").cpu("1").obj()); // now it would fit
    scheduler.settle();
    assertThat(scheduler.scheduler().queue().pods()).extracting(PendingPod::place)
        .containsExactly(PendingPod.Place.IN_FLIGHT);
    assertThat(scheduler.offers()).isFalse();

    postFilter.letGo();
    scheduler.settle();
    assertThat(scheduler.cycle().pod()).isEqualTo("default/p");
    scheduler.settle();
    Objects.requireNonNull(permit).allow();
    scheduler.settle();
    assertThat(scheduler.pod("default", "p").getSpec().getNodeName()).isEqualTo("n1");
    assertThat(scheduler.scheduler().queue().size()).isZero();
  }
}
