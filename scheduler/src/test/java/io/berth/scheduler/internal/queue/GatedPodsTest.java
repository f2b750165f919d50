package io.berth.scheduler.internal.queue;

import static io.berth.scheduler.internal.queue.QueueHarness.NODE_ADD;
import static io.berth.scheduler.internal.queue.QueueHarness.NODE_LABEL;
import static io.berth.scheduler.internal.queue.QueueHarness.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GatedPodsTest {
  private static final ClusterEvent<PodInfo> GATES_GONE =
      ClusterEvent.of(EventResource.TARGET_POD, ActionType.UPDATE_POD_SCHEDULING_GATES_ELIMINATED);

  private final Set<String> closed = new HashSet<>();
  private final Gate gate = new Gate("Gate", pod -> closed.contains(pod.name())).to(NODE_ADD).to(GATES_GONE);
  private final QueueHarness with = QueueHarness.with(gate, new Listening("Fit").to(NODE_LABEL).to(NODE_ADD));
  private final SchedulingQueue queue = with.queue;

  @Test
  void aPodThatAPluginHoldsBackNeverGetsAnAttempt() {
    closed.add("p");
    queue.add(pod("p"));

    assertThat(queue.hasReadyPod()).isFalse();
    QueueEntry entry = queue.view().find("p");
    assertThat(entry.place()).isEqualTo(QueuePlace.GATED);
    assertThat(entry.gatedBy()).isEqualTo("Gate");
    assertThat(entry.rejectedBy()).containsExactly("Gate");
    with.check();
  }

  @Test
  void anEventOfTheGatingPluginOpensTheGateWithoutBackoff() {
    closed.add("p");
    queue.add(pod("p"));
    with.nodeAdded();
    assertThat(with.place("p")).isEqualTo(QueuePlace.GATED);

    closed.clear();
    with.nodeAdded();
    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
    assertThat(queue.view().find("p").gatedBy()).isNull();
  }

  @Test
  void anEventThatTheGatingPluginDidNotRegisterDoesNotEvenAskIt() {
    queue.add(pod("p"));
    QueuedPod attempt = with.pop("p");
    closed.add("p");
    queue.moveAllToActiveOrBackoffQueue(NODE_LABEL, null, null, null);
    with.fail(attempt, "Fit"); // the missed event would bring it back, but the gate is closed now
    assertThat(with.place("p")).isEqualTo(QueuePlace.GATED);
    assertThat(queue.view().find("p").rejectedBy()).containsExactly("Fit", "Gate");
    int asked = gate.asked;

    queue.moveAllToActiveOrBackoffQueue(NODE_LABEL, null, null, null);

    assertThat(gate.asked).isEqualTo(asked);
    with.check();
  }

  @Test
  void anUpdateThatRemovesTheGateOpensIt() {
    closed.add("p");
    queue.add(Fixtures.pod("p").schedulingGates("wait").info());
    closed.clear();

    queue.update(Fixtures.pod("p").schedulingGates("wait").info(), pod("p"), List.of(GATES_GONE));

    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
    with.check();
  }

  @Test
  void anUpdateOfNoInterestLeavesTheGateShut() {
    closed.add("p");
    queue.add(pod("p"));
    closed.clear();

    queue.update(pod("p"), pod("p", 3), List.of(QueueEvents.TARGET_POD_UPDATE));

    assertThat(with.place("p")).isEqualTo(QueuePlace.GATED);
    assertThat(queue.view().find("p").pod().priority()).isEqualTo(3);
  }

  @Test
  void activationDoesNotOpenAGate() {
    closed.add("p");
    queue.add(pod("p"));
    queue.activate(List.of(pod("p")));
    assertThat(with.place("p")).isEqualTo(QueuePlace.GATED);

    closed.clear();
    queue.activate(List.of(pod("p")));
    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
  }

  @Test
  void theGateIsCheckedOnTheWayIntoBackoffAndNotAgainOnTheWayOut() {
    with.reject(pod("p"), "Fit");
    int asked = gate.asked;
    with.nodeAdded();
    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(gate.asked).isEqualTo(asked + 1);

    closed.add("p");
    with.time.advance(Duration.ofSeconds(3));
    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
    assertThat(gate.asked).isEqualTo(asked + 1);
  }

  @Test
  void withoutEarlyPopsTheGateIsCheckedWhenTheBackoffHasEnded() {
    QueueHarness late = QueueHarness.with(QueueHarness.withoutEarlyPops(), gate, new Listening("Fit").to(NODE_ADD));
    late.reject(pod("p"), "Fit");
    late.nodeAdded();
    closed.add("p");

    late.time.advance(Duration.ofSeconds(3));

    assertThat(late.place("p")).isEqualTo(QueuePlace.GATED);
    late.check();
  }

  @Test
  void theGatingPluginIsAskedFirstAndTheFirstRefusalEndsTheRound() {
    Gate first = new Gate("First", pod -> false);
    Gate second = new Gate("Second", pod -> closed.contains(pod.name())).to(NODE_ADD);
    Gate third = new Gate("Third", pod -> false);
    QueueHarness several = QueueHarness.with(first, second, third);
    closed.add("p");
    several.queue.add(pod("p"));
    assertThat(List.of(first.asked, second.asked, third.asked)).containsExactly(1, 1, 0);

    several.nodeAdded();
    assertThat(List.of(first.asked, second.asked, third.asked)).containsExactly(1, 2, 0);

    closed.clear();
    several.nodeAdded();
    assertThat(List.of(first.asked, second.asked, third.asked)).containsExactly(2, 3, 1);
    assertThat(several.place("p")).isEqualTo(QueuePlace.ACTIVE);
  }

  @Test
  void aPluginThatThrowsHoldsThePodBackInItsOwnName() {
    PreEnqueuePlugin broken =
        new PreEnqueuePlugin() {
          @Override
          public String name() {
            return "Broken";
          }

          @Override
          public Status preEnqueue(PodInfo pod) {
            throw new IllegalStateException("out of order");
          }
        };
    QueueHarness harness = QueueHarness.with(broken);
    harness.queue.add(pod("p"));

    assertThat(harness.queue.view().find("p").gatedBy()).isEqualTo("Broken");
    harness.check();
  }
}
