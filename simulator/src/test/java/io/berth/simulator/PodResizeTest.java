package io.berth.simulator;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.ResourceName;
import io.berth.simulator.internal.PodRules;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodResizeTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);
  private SimulatedKubelet kubelet = started(KubeletOptions.defaults().withResizeDelay(Duration.ofSeconds(5)));

  private SimulatedKubelet started(KubeletOptions options) {
    SimulatedKubelet kubelets = new SimulatedKubelet(cluster, time, time.executor(), options);
    kubelets.start();
    return kubelets;
  }

  private void running(PodFixture pod) {
    cluster.create(pod.on("n").obj());
    seconds(2);
  }

  private void seconds(int seconds) {
    time.advance(Duration.ofSeconds(seconds));
  }

  private void resize(String name, String cpu) {
    cluster.update(
        new PodBuilder(cluster.pod(name))
            .editSpec()
            .editFirstContainer()
            .editResources()
            .addToRequests("cpu", new Quantity(cpu))
            .endResources()
            .endContainer()
            .endSpec()
            .build());
    seconds(0);
  }

  private ContainerStatus container(String name) {
    return cluster.pod(name).getStatus().getContainerStatuses().get(0);
  }

  private String allocated(String name) {
    return container(name).getAllocatedResources().get("cpu").toString();
  }

  private String actual(String name) {
    return container(name).getResources().getRequests().get("cpu").toString();
  }

  private PodCondition pending(String name) {
    return PodRules.condition(cluster.pod(name), "PodResizePending");
  }

  private boolean isInProgress(String name) {
    return PodRules.condition(cluster.pod(name), "PodResizeInProgress") != null;
  }

  private long cpuOnNode(String name) {
    return EffectiveRequests.upstream().of(cluster.pod(name)).onNode().get(ResourceName.CPU);
  }

  @Test
  void aPodThatRunsSaysWhatItHas() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    assertThat(allocated("p")).isEqualTo("1");
    assertThat(actual("p")).isEqualTo("1");
    assertThat(container("p").getReady()).isTrue();
    assertThat(isInProgress("p")).isFalse();
  }

  @Test
  void aResizeThatFitsIsAllocatedAtOnceAndActuatedAfterAWhile() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    resize("p", "3");
    assertThat(allocated("p")).isEqualTo("3");
    assertThat(actual("p")).isEqualTo("1");
    assertThat(isInProgress("p")).isTrue();
    PodCondition progress = PodRules.condition(cluster.pod("p"), "PodResizeInProgress");
    assertThat(progress.getObservedGeneration()).isEqualTo(cluster.pod("p").getMetadata().getGeneration());
    seconds(5);
    assertThat(actual("p")).isEqualTo("3");
    assertThat(isInProgress("p")).isFalse();
  }

  @Test
  void aPodThatShrinksIsCountedWholeByTheSchedulerUntilItHasShrunk() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("3"));
    resize("p", "1");
    assertThat(cpuOnNode("p")).isEqualTo(3000);
    seconds(5);
    assertThat(cpuOnNode("p")).isEqualTo(1000);
  }

  @Test
  void aResizeWithoutRoomIsDeferredUntilThereIsSome() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    running(pod("q").cpu("2"));
    resize("p", "3");
    assertThat(pending("p").getReason()).isEqualTo("Deferred");
    assertThat(pending("p").getMessage())
        .isEqualTo("Node didn't have enough resource: cpu, requested: 3000, used: 2000, capacity: 4000");
    assertThat(allocated("p")).isEqualTo("1");
    assertThat(cpuOnNode("p")).as("the scheduler keeps the room that is asked for").isEqualTo(3000);

    cluster.delete(cluster.pod("q"));
    seconds(2);
    assertThat(pending("p")).isNull();
    assertThat(allocated("p")).isEqualTo("3");
  }

  @Test
  void ofSeveralDeferredResizesTheMoreImportantComesFirst() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("a").cpu("1"));
    running(pod("b").cpu("1").priority(10));
    running(pod("q").cpu("2"));
    resize("a", "3");
    resize("b", "3");
    cluster.delete(cluster.pod("q"));
    seconds(2);
    assertThat(allocated("b")).isEqualTo("3");
    assertThat(pending("a").getReason()).isEqualTo("Deferred");

    resize("b", "1");
    assertThat(allocated("a")).as("what is not needed any more is given on").isEqualTo("3");
  }

  @Test
  void aResizeThatIsTakenBackIsPendingNoMore() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    resize("p", "5");
    assertThat(pending("p").getReason()).isEqualTo("Deferred");
    resize("p", "1");
    assertThat(pending("p")).isNull();
    assertThat(isInProgress("p")).isFalse();
  }

  @Test
  void aLargerNodeGrantsWhatWasDeferred() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    resize("p", "5");
    cluster.update(
        new NodeBuilder(cluster.node("n")).editStatus().addToAllocatable("cpu", new Quantity("8")).endStatus().build());
    seconds(0);
    assertThat(allocated("p")).isEqualTo("5");
  }

  @Test
  void anInfeasibleResizeLeavesThePodAsItIs() {
    kubelet.stop();
    kubelet = started(KubeletOptions.defaults().withResizes(ResizeRule.withinCapacity()));
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    resize("p", "5");
    assertThat(pending("p").getReason()).isEqualTo("Infeasible");
    assertThat(pending("p").getMessage()).isEqualTo("Node didn't have enough capacity: cpu, requested: 5000, capacity: 4000");
    assertThat(cpuOnNode("p")).as("the scheduler does not count what will never be").isEqualTo(1000);
  }

  @Test
  void aKubeletThatIsStartedAgainRemembersWhatItHasAllocated() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("a").cpu("1"));
    running(pod("z").cpu("3"));
    resize("a", "2");
    kubelet.stop();
    resize("z", "2");
    kubelet.start();
    seconds(0);
    assertThat(List.of(allocated("a"), allocated("z"))).containsExactly("2", "2");
    seconds(10);
    assertThat(List.of(actual("a"), actual("z"))).containsExactly("2", "2");
  }

  @Test
  void theKubeletNeverAllocatesMoreThanTheNodeHas() {
    cluster.create(node("n").cpu("4").obj());
    List<String> names = new ArrayList<>(List.of("a", "b", "c"));
    names.forEach(name -> running(pod(name).cpu("1")));
    for (int round = 1; round < 60; round++) {
      resize(names.get(round % 3), Integer.toString(1 + round * 7 % 4));
      seconds(round % 4);
      if (round % 10 == 0) {
        kubelet.stop();
        kubelet.start();
      }
      seconds(0);
      int sum = names.stream().mapToInt(name -> Integer.parseInt(allocated(name))).sum();
      assertThat(sum).as("round %d", round).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void aPodThatEndsHasNoResizeLeft() {
    kubelet.stop();
    kubelet = started(KubeletOptions.defaults().withRunTime(p -> Optional.of(Duration.ofSeconds(10))).withFailing(p -> true));
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    resize("p", "5");
    seconds(10);
    Pod ended = cluster.pod("p");
    assertThat(PodRules.phase(ended)).isEqualTo("Failed");
    assertThat(pending("p")).isNull();
    assertThat(PodRules.isReady(ended)).isFalse();
  }

  @Test
  void aPodIsReadyOnlyAfterAWhileIfItIsToBe() {
    kubelet.stop();
    kubelet = started(KubeletOptions.defaults().withReadyDelay(Duration.ofSeconds(20)));
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1"));
    assertThat(PodRules.phase(cluster.pod("p"))).isEqualTo("Running");
    assertThat(PodRules.isReady(cluster.pod("p"))).isFalse();
    seconds(20);
    assertThat(PodRules.isReady(cluster.pod("p"))).isTrue();
  }

  @Test
  void aDisconnectedKubeletDoesNothingUntilItIsBack() {
    cluster.create(node("n").cpu("4").obj());
    running(pod("p").cpu("1").terminationGracePeriodSeconds(30));
    kubelet.disconnect("n");
    cluster.create(pod("q").cpu("1").on("n").obj());
    cluster.delete(cluster.pod("p"));
    seconds(60);
    assertThat(cluster.pod("p")).isNotNull();
    assertThat(PodRules.phase(cluster.pod("q"))).isEqualTo("Pending");
    kubelet.reconnect("n");
    seconds(2);
    assertThat(cluster.pod("p")).isNull();
    assertThat(PodRules.phase(cluster.pod("q"))).isEqualTo("Running");
  }
}
