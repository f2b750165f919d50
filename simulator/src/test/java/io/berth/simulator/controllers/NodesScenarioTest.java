package io.berth.simulator.controllers;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.DisruptionController;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.KubeletOptions;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.NodeConditions;
import io.berth.simulator.internal.PodRules;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodesScenarioTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);
  private final SimulatedKubelet kubelets =
      new SimulatedKubelet(
          cluster, time, time.executor(), KubeletOptions.defaults().withHeartbeat(Duration.ofSeconds(10)));
  private final NodeLifecycleController lifecycle = NodeLifecycleController.on(time, cluster);
  private final NodeDrain drain = NodeDrain.on(time, cluster);

  @BeforeEach
  void start() {
    kubelets.start();
    lifecycle.start();
    drain.start();
    TaintEvictionController.on(time, cluster).start();
    PodGarbageCollector.on(time, cluster).start();
    DisruptionController.on(time, cluster).start();
    cluster.create(node("n").cpu("4").condition("Ready", "True", "ready", "KubeletReady").obj());
    cluster.create(node("m").cpu("4").condition("Ready", "True", "ready", "KubeletReady").obj());
  }

  private void seconds(int seconds) {
    time.advance(Duration.ofSeconds(seconds));
  }

  private static PodFixture on(String node, String name) {
    return pod(name).label("app", "a").cpu("1").on(node).terminationGracePeriodSeconds(30);
  }

  private static Pod tolerating(Pod pod, String key, Long seconds) {
    return new PodBuilder(pod)
        .editSpec()
        .addToTolerations(new Toleration("NoExecute", key, "Exists", seconds, null))
        .endSpec()
        .build();
  }

  private List<String> taints(String node) {
    return cluster.node(node).getSpec().getTaints().stream().map(NodesScenarioTest::text).toList();
  }

  private static String text(Taint taint) {
    return taint.getKey().replace("node.kubernetes.io/", "") + ":" + taint.getEffect();
  }

  @Test
  void aNodeThatIsHeardOfStaysAsItIs() {
    cluster.create(on("n", "p").obj());
    seconds(3600);
    assertThat(taints("n")).isEmpty();
    assertThat(PodRules.isReady(cluster.pod("p"))).isTrue();
  }

  @Test
  void aLostNodeIsTaintedAfterAGracePeriodAndItsPodsGoWhenTheyTolerateItNoLonger() {
    cluster.create(tolerating(on("n", "short").obj(), "node.kubernetes.io/unreachable", 60L));
    cluster.create(tolerating(on("n", "long").obj(), "node.kubernetes.io/unreachable", 300L));
    cluster.create(on("n", "not").obj());
    cluster.create(tolerating(on("n", "ever").obj(), "node.kubernetes.io/unreachable", null));
    seconds(15);
    kubelets.disconnect("n");
    seconds(39);
    assertThat(taints("n")).isEmpty();
    seconds(11);
    assertThat(NodeConditions.status(cluster.node("n"), "Ready")).isEqualTo("Unknown");
    assertThat(taints("n")).containsExactly("unreachable:NoSchedule", "unreachable:NoExecute");
    assertThat(PodRules.isReady(cluster.pod("ever"))).isFalse();
    assertThat(PodRules.isTerminating(cluster.pod("not"))).isTrue();
    assertThat(PodRules.condition(cluster.pod("not"), "DisruptionTarget").getReason()).isEqualTo("DeletionByTaintManager");
    assertThat(PodRules.isTerminating(cluster.pod("short"))).isFalse();
    seconds(60);
    assertThat(PodRules.isTerminating(cluster.pod("short"))).isTrue();
    assertThat(cluster.pod("not")).as("nobody can say that it has ended").isNotNull();

    kubelets.reconnect("n");
    seconds(10);
    assertThat(cluster.pod("short")).isNull();
    assertThat(cluster.pod("not")).isNull();
    assertThat(taints("n")).isEmpty();
    assertThat(PodRules.isReady(cluster.pod("ever"))).isTrue();
    seconds(600);
    assertThat(PodRules.isTerminating(cluster.pod("long"))).as("the node was back in time").isFalse();
    assertThat(taints("n")).isEmpty();
  }

  @Test
  void aNodeThatSaysThatItIsNotReadyIsTaintedAtOnce() {
    cluster.update(
        NodeConditions.with(cluster.node("n"), "Ready", "False", "KubeletNotReady", "", time.now()));
    seconds(1);
    assertThat(taints("n")).containsExactly("not-ready:NoSchedule", "not-ready:NoExecute");
  }

  @Test
  void aLifecycleControllerThatIsStartedAgainGivesEachNodeItsWholeGracePeriod() {
    seconds(1);
    lifecycle.stop();
    kubelets.disconnect("n");
    seconds(600);
    lifecycle.start();
    seconds(49);
    assertThat(taints("n")).isEmpty();
    seconds(1);
    assertThat(taints("n")).hasSize(2);
    assertThat(taints("m")).isEmpty();
  }

  @Test
  void thePodsOfANodeThatIsGoneFollowIt() {
    cluster.create(on("n", "p").obj());
    seconds(5);
    cluster.delete(cluster.node("n"));
    seconds(39);
    assertThat(cluster.pod("p")).isNotNull();
    seconds(2);
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void aNodeThatComesBackInTimeKeepsItsPods() {
    cluster.create(on("n", "p").obj());
    seconds(5);
    cluster.delete(cluster.node("n"));
    seconds(30);
    cluster.create(node("n").cpu("4").condition("Ready", "True", "ready", "KubeletReady").obj());
    seconds(120);
    assertThat(PodRules.phase(cluster.pod("p"))).isEqualTo("Running");
  }

  @Test
  void aDrainRespectsBudgetsAndEndsWhenTheNodeIsEmpty() {
    cluster.create(pdb("b").minAvailable("2").matchLabel("app", "a").obj());
    cluster.create(on("n", "p").obj());
    cluster.create(on("n", "q").obj());
    cluster.create(on("n", "daemon").label("app", "d").ownerReference("apps/v1", "DaemonSet", "d").obj());
    seconds(5);
    drain.drain("n");
    seconds(60);
    assertThat(cluster.node("n").getSpec().getUnschedulable()).isTrue();
    assertThat(taints("n")).containsExactly("unschedulable:NoSchedule");
    assertThat(List.of(cluster.pod("p"), cluster.pod("q"))).noneMatch(PodRules::isTerminating);
    assertThat(drain.isDrained("n")).isFalse();

    cluster.create(on("m", "r").obj());
    cluster.create(on("m", "s").obj());
    seconds(30);
    assertThat(cluster.pod("p")).isNull();
    assertThat(cluster.pod("q")).isNull();
    assertThat(cluster.pod("daemon")).isNotNull();
    assertThat(drain.isDrained("n")).isTrue();

    drain.uncordon("n");
    seconds(1);
    assertThat(taints("n")).isEmpty();
    assertThat(cluster.node("n").getSpec().getUnschedulable()).isNull();
  }

  @Test
  void aNodeThatSomebodyElseHasCordonedIsLeftAlone() {
    cluster.update(new NodeBuilder(cluster.node("n")).editOrNewSpec().withUnschedulable(true).endSpec().build());
    seconds(60);
    assertThat(cluster.node("n").getSpec().getUnschedulable()).isTrue();
  }

  @Test
  void ofTooManyPodsThatHaveEndedTheOldestGo() {
    for (int i = 0; i < 12_503; i++) {
      cluster.create(pod("p" + i).on("n").phase("Succeeded").creationTimestamp(time.now().minusSeconds(i)).obj());
    }
    seconds(1);
    assertThat(cluster.list(ResourceKind.PODS)).hasSize(12_500);
    assertThat(cluster.pod("p12502")).isNull();
    assertThat(cluster.pod("p12499")).isNotNull();
  }
}
