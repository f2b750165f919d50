package io.berth.scheduler.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NodeChanges;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NominatorTest {
  private final Set<String> notWaiting = new HashSet<>();
  private final Nominator nominator = new Nominator(pod -> !notWaiting.contains(pod.name()), new NodeChanges());
  private final List<String> losses = new ArrayList<>();

  NominatorTest() {
    nominator.onLoss((pod, node, loss) -> losses.add(pod.name() + " " + node + " " + loss));
  }

  @AfterEach
  void isConsistent() {
    assertThat(nominator.violations()).isEmpty();
  }

  @Test
  void podsAreListedInTheOrderInWhichTheyWereNominated() {
    nominate("b", "n1");
    nominate("a", "n1");
    nominate("c", "n2");

    assertThat(on("n1")).containsExactly("b", "a");
    assertThat(on("n2")).containsExactly("c");
    assertThat(nominator.isEmpty()).isFalse();
    assertThat(losses).isEmpty();
  }

  @Test
  void theSameNodeAgainIsNoLossAndKeepsThePlace() {
    nominate("b", "n1");
    nominate("a", "n1");
    nominate("b", "n1");

    assertThat(on("n1")).containsExactly("b", "a");
    assertThat(losses).isEmpty();
  }

  @Test
  void anotherNodeIsALossOfTheFirst() {
    nominate("p", "n1");
    nominate("p", "n2");

    assertThat(on("n1")).isEmpty();
    assertThat(on("n2")).containsExactly("p");
    assertThat(losses).containsExactly("p n1 REPLACED");
  }

  @Test
  void aListenerSeesTheNewNominationAlready() {
    nominator.onLoss((pod, node, loss) -> losses.add("now " + nominator.nominatedNode(pod.uid())));
    nominate("p", "n1");
    nominate("p", "n2");

    assertThat(losses).containsExactly("p n1 REPLACED", "now n2");
  }

  @Test
  void clearingAndDeletingTellWhy() {
    nominate("a", "n1");
    nominate("b", "n1");
    nominate("c", "n1");
    nominator.addNominatedPod(pod("a"), NominatingInfo.CLEAR);
    nominator.deleteNominatedPodIfExists(pod("b"), NominationLoss.BOUND);
    nominator.deleteNominatedPodIfExists(pod("c"));
    nominator.deleteNominatedPodIfExists(pod("unknown"));

    assertThat(losses).containsExactly("a n1 CLEARED", "b n1 BOUND", "c n1 CLEARED");
    assertThat(nominator.isEmpty()).isTrue();
  }

  @Test
  void withoutAWordThePodsOwnStatusCounts() {
    nominator.addNominatedPod(nominated("p", "n1"), NominatingInfo.NOOP);
    assertThat(on("n1")).containsExactly("p");

    nominator.addNominatedPod(pod("p"), NominatingInfo.NOOP);
    assertThat(on("n1")).isEmpty();
    assertThat(losses).containsExactly("p n1 CLEARED");
  }

  @Test
  void anUpdateThatKnowsNothingOfTheNominationKeepsIt() {
    nominate("p", "n1");
    PodInfo updated = Fixtures.pod("p").priority(7).info();

    nominator.updateNominatedPod(pod("p"), updated);

    assertThat(nominator.nominatedPodsForNode("n1")).containsExactly(updated);
    assertThat(losses).isEmpty();
  }

  @Test
  void anUpdateOfSomethingElseKeepsANewerNominationThanTheStatusShows() {
    nominator.addNominatedPod(nominated("p", "n1"), NominatingInfo.NOOP);
    nominate("p", "n2");
    losses.clear();

    nominator.updateNominatedPod(nominated("p", "n1"), nominated("p", "n1"));

    assertThat(on("n2")).containsExactly("p");
    assertThat(losses).isEmpty();
  }

  @Test
  void theLateEchoOfAnEarlierNominationLeavesTheNewOne() {
    nominate("p", "n1");
    nominate("p", "n2");
    losses.clear();

    nominator.updateNominatedPod(pod("p"), nominated("p", "n1"));
    nominator.updateNominatedPod(nominated("p", "n1"), nominated("p", "n2"));
    assertThat(on("n2")).containsExactly("p");
    assertThat(losses).isEmpty();

    nominator.updateNominatedPod(nominated("p", "n2"), nominated("p", "n1"));
    assertThat(on("n1")).as("this one is somebody else's").containsExactly("p");
  }

  @Test
  void anUpdateThatSetsChangesOrRemovesTheNominationDoesSo() {
    nominator.updateNominatedPod(pod("p"), nominated("p", "n1"));
    nominator.updateNominatedPod(nominated("p", "n1"), nominated("p", "n2"));
    assertThat(on("n2")).containsExactly("p");
    nominator.updateNominatedPod(nominated("p", "n2"), pod("p"));

    assertThat(nominator.isEmpty()).isTrue();
    assertThat(losses).containsExactly("p n1 REPLACED", "p n2 CLEARED");
  }

  @Test
  void aPodThatIsGoneOrHasANodeIsNotNominated() {
    notWaiting.add("p");
    nominate("p", "n1");

    assertThat(nominator.isEmpty()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void thePodOfAnotherUidTakesNoNominationOver() {
    nominator.addNominatedPod(Fixtures.pod("p").uid("u1").info(), NominatingInfo.override("n1"));
    nominator.updateNominatedPod(Fixtures.pod("p").uid("u1").info(), Fixtures.pod("p").uid("u2").info());

    assertThat(nominator.isEmpty()).isTrue();
    assertThat(losses).containsExactly("p n1 DELETED");
  }

  @Test
  void theQueueReportsPodsThatComeAndGo() {
    QueueHarness with = QueueHarness.with();
    with.nominator.onLoss((pod, node, loss) -> losses.add(pod.name() + " " + node + " " + loss));
    with.queue.add(nominated("a", "n1"));
    with.queue.add(nominated("b", "n1"));
    assertThat(with.nominator.nominatedPodsForNode("n1")).hasSize(2);

    with.queue.update(nominated("a", "n1"), nominated("a", "n1"), List.of());
    with.queue.delete(nominated("a", "n1"), NominationLoss.DELETED);
    with.queue.delete(nominated("b", "n1"), NominationLoss.BOUND);

    assertThat(losses).containsExactly("a n1 DELETED", "b n1 BOUND");
    with.check();
  }

  private void nominate(String name, String node) {
    nominator.addNominatedPod(pod(name), NominatingInfo.override(node));
  }

  private List<String> on(String node) {
    return nominator.nominatedPodsForNode(node).stream().map(PodInfo::name).toList();
  }

  private static PodInfo pod(String name) {
    return Fixtures.pod(name).info();
  }

  private static PodInfo nominated(String name, String node) {
    return Fixtures.pod(name).nominatedNodeName(node).info();
  }
}
