package io.berth.scheduler.internal.queue;

import static io.berth.scheduler.internal.queue.QueueHarness.NODE_ADD;
import static io.berth.scheduler.internal.queue.QueueHarness.NODE_LABEL;
import static io.berth.scheduler.internal.queue.QueueHarness.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NominationLoss;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeTimers;
import io.berth.testkit.Fixtures;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SchedulingQueueTest {
  private final QueueHarness with = QueueHarness.with(new Listening("Fit").to(NODE_ADD), new Listening("Other").to(NODE_LABEL));
  private final SchedulingQueue queue = with.queue;

  @Test
  void popsByPriorityThenByTimeThenByTheOrderOfArrival() {
    queue.add(pod("late", 1));
    queue.add(pod("later", 1));
    queue.add(pod("high", 2));
    with.time.advance(Duration.ofMillis(1));
    queue.add(pod("latest", 1));

    assertThat(with.popAll()).containsExactly("high", "late", "later", "latest");
    assertThat(queue.pop()).isNull();
  }

  @Test
  void aNewPodIsNotBackedOffAndItsFirstEntryIsRemembered() {
    queue.add(pod("p"));
    QueuedPod first = with.pop("p");
    with.fail(first, "Fit");
    with.time.advance(Duration.ofSeconds(3));
    with.nodeAdded();
    QueuedPod second = with.pop("p");

    assertThat(second.attempts()).isEqualTo(2);
    assertThat(second.initialAttemptTimestamp()).isEqualTo(FakeTimers.START);
    assertThat(second.timestamp()).isEqualTo(FakeTimers.START);
  }

  @Test
  void anEventMovesOnlyPodsThatWereRejectedByWhoRegisteredIt() {
    with.reject(pod("fit"), "Fit");
    with.reject(pod("other"), "Other");
    with.reject(pod("both"), "Fit", "Other");

    with.nodeAdded();

    assertThat(with.names(QueuePlace.BACKOFF)).containsExactly("fit", "both");
    assertThat(with.names(QueuePlace.UNSCHEDULABLE)).containsExactly("other");
  }

  @Test
  void aPodWhoseBackoffHasEndedGoesStraightToActive() {
    with.reject(pod("p"), "Fit");
    with.time.advance(Duration.ofSeconds(2));

    with.nodeAdded();

    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
  }

  @Test
  void aPodThatNoPluginRejectedIsRetriedAfterItsBackoff() {
    queue.add(pod("p"));
    queue.addUnschedulableIfNotPresent(with.pop("p"), pod("p"), Rejection.NONE);

    QueueEntry entry = queue.view().find("p");
    assertThat(entry.place()).isEqualTo(QueuePlace.BACKOFF);
    assertThat(entry.consecutiveErrorsCount()).isOne();
    assertThat(entry.unschedulableCount()).isZero();
    with.check();
  }

  @Test
  void anErrorIsForgottenByTheNextRejection() {
    queue.add(pod("p"));
    queue.addUnschedulableIfNotPresent(with.pop("p"), pod("p"), Rejection.NONE);
    queue.activate(List.of(pod("p")));
    with.fail(with.pop("p"), "Fit");

    QueueEntry entry = queue.view().find("p");
    assertThat(entry.consecutiveErrorsCount()).isZero();
    assertThat(entry.unschedulableCount()).isOne();
  }

  @Test
  void aPendingPluginSkipsTheBackoffAndAnUnschedulableOneDoesNot() {
    queue.add(pod("p"));
    queue.addUnschedulableIfNotPresent(
        with.pop("p"), pod("p"), new Rejection(Set.of("Other"), Set.of("Fit")));

    queue.moveAllToActiveOrBackoffQueue(NODE_LABEL, null, null, null);
    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);

    QueuedPod again = with.pop("p"); // nobody else is waiting
    queue.addUnschedulableIfNotPresent(again, pod("p"), new Rejection(Set.of("Other"), Set.of("Fit")));
    with.nodeAdded();
    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
  }

  @Test
  void aPreCheckKeepsPodsInThePool() {
    with.reject(pod("low", 1), "Fit");
    with.reject(pod("high", 9), "Fit");

    queue.moveAllToActiveOrBackoffQueue(NODE_ADD, null, null, pod -> pod.priority() <= 5);

    assertThat(with.names(QueuePlace.BACKOFF)).containsExactly("low");
    assertThat(with.names(QueuePlace.UNSCHEDULABLE)).containsExactly("high");
    with.check();
  }

  @Test
  void aWildcardMovesAllPodsAndOneWithAPodOnlyThatPod() {
    with.reject(pod("a"), "Fit");
    with.reject(pod("b"), "Nobody");

    queue.moveAllToActiveOrBackoffQueue(QueueEvents.FORCE_ACTIVATE, null, pod("b"), null);
    assertThat(with.names(QueuePlace.BACKOFF)).containsExactly("b");

    queue.moveAllToActiveOrBackoffQueue(QueueEvents.UNSCHEDULABLE_TIMEOUT, null, null, null);
    assertThat(with.names(QueuePlace.UNSCHEDULABLE)).isEmpty();
    with.check();
  }

  @Test
  void activationIgnoresBackoffAndWhateverRejectedThePod() {
    with.reject(pod("pool"), "Nobody");
    with.reject(pod("backoff"), "Fit");
    with.nodeAdded();

    queue.activate(List.of(pod("pool"), pod("backoff"), pod("unknown")));

    assertThat(with.names(QueuePlace.ACTIVE)).containsExactlyInAnyOrder("pool", "backoff");
    with.check();
  }

  @Test
  void anActivationDuringAnAttemptBringsThePodBackAndNoOther() {
    queue.add(pod("a", 2));
    queue.add(pod("b", 1));
    QueuedPod a = with.pop("a");
    QueuedPod b = with.pop("b");

    queue.activate(List.of(pod("a")));
    with.fail(a, "Nobody");
    with.fail(b, "Nobody");

    assertThat(with.place("a")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(with.place("b")).isEqualTo(QueuePlace.UNSCHEDULABLE);
    assertThat(queue.view().inFlightEventCount()).isZero();
  }

  @Test
  void anUpdateRepositionsAnActivePod() {
    queue.add(pod("a", 1));
    queue.add(pod("b", 2));

    queue.update(pod("a", 1), pod("a", 3), List.of(QueueEvents.TARGET_POD_UPDATE));

    assertThat(with.popAll()).containsExactly("a", "b");
  }

  @Test
  void anUpdateOfAPodThatIsNowhereAddsIt() {
    queue.update(pod("p"), pod("p", 4), List.of(QueueEvents.TARGET_POD_UPDATE));

    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
    assertThat(with.pop("p").pod().priority()).isEqualTo(4);
  }

  @Test
  void aPodThatIsReplacedUnderItsNameStartsAfresh() {
    PodInfo old = Fixtures.pod("p").uid("u1").info();
    PodInfo young = Fixtures.pod("p").uid("u2").info();
    with.reject(old, "Fit");

    queue.update(old, young, List.of(QueueEvents.TARGET_POD_UPDATE));

    assertThat(queue.view().find("u1")).isNull();
    assertThat(queue.view().find("u2").attempts()).isZero();
    assertThat(with.place("u2")).isEqualTo(QueuePlace.ACTIVE);
    with.check();
  }

  @Test
  void aPodTakesTheNameOfOneWhoseDeletionWasNeverTold() {
    with.reject(Fixtures.pod("p").uid("u1").info(), "Fit");

    queue.add(Fixtures.pod("p").uid("u2").info());

    assertThat(queue.view().entries()).extracting(entry -> entry.pod().uid()).containsExactly("u2");
    with.check();
  }

  @Test
  void aPodThatIsAddedTwiceIsQueuedOnceWithItsLatestObject() {
    queue.add(pod("p", 1));
    queue.add(pod("q", 2));
    queue.add(pod("p", 3));

    assertThat(with.popAll()).containsExactly("p", "q");
  }

  @Test
  void aDeletedPodIsGoneFromEveryPlace() {
    queue.add(pod("active"));
    with.reject(pod("pool", 1), "Nobody");
    with.reject(pod("backoff", 1), "Fit");
    with.nodeAdded();

    for (String name : List.of("active", "pool", "backoff")) {
      queue.delete(pod(name), NominationLoss.DELETED);
      with.check();
    }

    assertThat(queue.view().entries()).isEmpty();
    assertThat(with.time.waitingTimers()).isZero();
  }

  @Test
  void aPodThatIsDeletedDuringItsAttemptDoesNotComeBack() {
    queue.add(pod("p"));
    QueuedPod attempt = with.pop("p");
    queue.delete(pod("p"), NominationLoss.DELETED);

    assertThat(queue.addUnschedulableIfNotPresent(attempt, pod("p"), Rejection.by("Fit"))).isFalse();
    assertThat(queue.view().entries()).isEmpty();
    with.check();
  }

  @Test
  void anAttemptThatWasDeclaredDoneMayStillFail() {
    queue.add(pod("p"));
    QueuedPod attempt = with.pop("p");
    queue.done("p");

    assertThat(queue.addUnschedulableIfNotPresent(attempt, pod("p"), Rejection.NONE)).isTrue();
    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(queue.addUnschedulableIfNotPresent(attempt, pod("p"), Rejection.NONE)).isFalse();
    with.check();
  }

  @Test
  void keysThatAPluginAnnouncesMoveThosePods() {
    for (String name : List.of("a", "b", "c", "d", "e")) {
      queue.add(pod(name, 5));
      with.time.advance(Duration.ofMillis(1));
    }
    with.sort.priorities.put("e", 9);
    with.sort.priorities.put("a", 1);
    queue.keysChanged(List.of("a", "e", "e", "unknown"));
    with.check();

    assertThat(with.popAll()).containsExactly("e", "b", "c", "d", "a");
  }

  @Test
  void aClosedQueueSetsNoTimers() {
    with.reject(pod("p"), "Fit");
    queue.add(pod("q"));
    with.pop("q");

    queue.close();
    with.nodeAdded();

    assertThat(with.time.waitingTimers()).isZero();
    assertThat(with.names(QueuePlace.IN_FLIGHT)).isEmpty();
  }
}
