package io.berth.scheduler.internal.queue;

import static io.berth.scheduler.internal.queue.QueueHarness.NODE_ADD;
import static io.berth.scheduler.internal.queue.QueueHarness.NODE_LABEL;
import static io.berth.scheduler.internal.queue.QueueHarness.TARGET_LABEL;
import static io.berth.scheduler.internal.queue.QueueHarness.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NominationLoss;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What happens to a pod, and to the cluster, while an attempt of the pod is under way. */
final class InFlightEventsScenarioTest {
  private final QueueHarness with =
      QueueHarness.with(
          new Listening("Fit").to(NODE_ADD),
          new Listening("Labels")
              .to(
                  TARGET_LABEL,
                  (pod, old, now) ->
                      now != null && now.uid().equals(pod.uid()) ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP));
  private final SchedulingQueue queue = with.queue;

  @Test
  void anEventDuringAnAttemptIsNotMissedWhenAnEarlierAttemptEndsFirst() {
    queue.add(pod("p1", 2));
    queue.add(pod("p2", 1));
    with.pop("p1");
    with.nodeAdded(); // matters to p1 alone
    QueuedPod p2 = with.pop("p2");
    queue.done("p1");
    assertThat(queue.view().inFlightEventCount()).isZero();

    with.nodeAdded();
    with.fail(p2, "Fit");

    assertThat(with.place("p2")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(queue.view().inFlightEventCount()).isZero();
  }

  @Test
  void anEventFromBeforeTheAttemptDoesNotCount() {
    queue.add(pod("p1", 2));
    queue.add(pod("p2", 1));
    QueuedPod p1 = with.pop("p1");
    with.nodeAdded();
    QueuedPod p2 = with.pop("p2");
    assertThat(queue.view().inFlightEventCount()).isOne(); // p1 may still need it

    with.fail(p2, "Fit");
    assertThat(with.place("p2")).isEqualTo(QueuePlace.UNSCHEDULABLE);
    with.fail(p1, "Fit");
    assertThat(with.place("p1")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(queue.view().inFlightEventCount()).isZero();
  }

  @Test
  void eventsBetweenTwoAttemptsStayUntilBothHaveEnded() {
    queue.add(pod("p1", 3));
    queue.add(pod("p2", 2));
    queue.add(pod("p3", 1));
    with.pop("p1");
    with.pop("p2");
    with.nodeAdded();
    with.pop("p3");
    with.nodeAdded();

    queue.done("p2");
    assertThat(queue.view().inFlightEventCount()).isEqualTo(2);
    queue.done("p1");
    assertThat(queue.view().inFlightEventCount()).isOne();
    queue.done("p3");
    assertThat(queue.view().inFlightEventCount()).isZero();
    with.check();
  }

  @Test
  void anEventThatNobodyRegisteredIsNotRemembered() {
    queue.add(pod("p"));
    with.pop("p");

    queue.moveAllToActiveOrBackoffQueue(NODE_LABEL, null, null, null);

    assertThat(queue.view().inFlightEventCount()).isZero();
  }

  @Test
  void aPodThatIsReplacedDuringItsAttemptLeavesNothingBehind() {
    PodInfo first = Fixtures.pod("s-0").uid("uid1").info();
    PodInfo second = Fixtures.pod("s-0").uid("uid2").info();
    queue.add(first);
    QueuedPod attempt = with.pop("s-0");
    queue.delete(first, NominationLoss.DELETED);
    queue.add(second);
    with.nodeAdded();

    assertThat(queue.addUnschedulableIfNotPresent(attempt, second, Rejection.by("Fit"))).isFalse();

    assertThat(with.names(QueuePlace.IN_FLIGHT)).isEmpty();
    assertThat(queue.view().inFlightEventCount()).isZero();
    assertThat(queue.view().entries()).extracting(entry -> entry.pod().uid()).containsExactly("uid2");
    with.check();
  }

  @Test
  void anUpdateDuringAnAttemptIsRememberedAndNotEnqueued() {
    queue.add(pod("p"));
    QueuedPod attempt = with.pop("p");
    PodInfo labelled = Fixtures.pod("p").label("a", "b").info();

    queue.update(attempt.pod(), labelled, List.of(TARGET_LABEL));
    assertThat(queue.hasReadyPod()).isFalse();
    assertThat(with.place("p")).isEqualTo(QueuePlace.IN_FLIGHT);

    queue.addUnschedulableIfNotPresent(attempt, labelled, Rejection.by("Labels"));
    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(queue.view().find("p").pod()).isSameAs(labelled);
    with.check();
  }

  @Test
  void anAddDuringAnAttemptDoesNotEnqueueThePodASecondTime() {
    queue.add(pod("p"));
    with.pop("p");
    queue.add(pod("p"));

    assertThat(queue.hasReadyPod()).isFalse();
    with.check();
  }

  @Test
  void theBestOfAllMissedEventsCounts() {
    QueueHarness pending = QueueHarness.with(new Listening("Fit").to(NODE_ADD), new Listening("Labels").to(NODE_LABEL));
    pending.queue.add(pod("p"));
    QueuedPod attempt = pending.pop("p");
    pending.queue.moveAllToActiveOrBackoffQueue(NODE_LABEL, null, null, null);
    pending.nodeAdded();

    pending.queue.addUnschedulableIfNotPresent(attempt, pod("p"), new Rejection(Set.of("Labels"), Set.of("Fit")));

    assertThat(pending.place("p")).isEqualTo(QueuePlace.ACTIVE);
    pending.check();
  }

  @Test
  void doneIsHarmlessTheSecondTime() {
    queue.add(pod("p"));
    with.pop("p");
    queue.done("p");
    queue.done("p");

    assertThat(queue.view().find("p")).isNull();
    with.check();
  }
}
