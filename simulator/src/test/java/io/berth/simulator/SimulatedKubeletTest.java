package io.berth.simulator;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Duration;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

class SimulatedKubeletTest {
  private final VirtualTime time = VirtualTime.create();
  private final ArrayDeque<WriteDecision> decisions = new ArrayDeque<>();
  private final InMemoryCluster cluster =
      InMemoryCluster.builder(time, time.executor())
          .writeInterceptor(
              request ->
                  request.verb() == Verb.UPDATE_STATUS && !decisions.isEmpty() ? decisions.remove() : WriteDecision.PROCEED)
          .build();
  private final SimulatedKubelet kubelet =
      new SimulatedKubelet(
          cluster,
          time,
          time.executor(),
          KubeletOptions.defaults().withStartDelay(Duration.ofSeconds(2)).withTerminationDelay(Duration.ofSeconds(5)));

  private String phase(String name) {
    return PodRules.phase(cluster.pod(name));
  }

  private void seconds(int seconds) {
    time.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void aBoundPodRunsAndIsReadyAfterTheStartDelay() {
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    cluster.create(pod("p").cpu("1").on("n").obj());
    cluster.create(pod("q").cpu("1").obj());
    seconds(1);
    assertThat(phase("p")).isEqualTo("Pending");
    seconds(1);
    Pod running = cluster.pod("p");
    assertThat(PodRules.phase(running)).isEqualTo("Running");
    assertThat(PodRules.isReady(running)).isTrue();
    assertThat(running.getStatus().getStartTime()).isEqualTo("2026-01-01T00:00:00Z");
    seconds(60);
    assertThat(phase("q")).as("a pod without a node").isEqualTo("Pending");
  }

  @Test
  void aPodThatExceedsItsNodeIsTurnedAway() {
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    cluster.create(pod("p").cpu("3").on("n").obj());
    cluster.create(pod("q").cpu("2").on("n").obj());
    seconds(2);
    assertThat(phase("p")).isEqualTo("Running");
    assertThat(phase("q")).isEqualTo("Failed");
    assertThat(cluster.pod("q").getStatus().getReason()).isEqualTo("OutOfcpu");
    assertThat(cluster.pod("q").getStatus().getMessage())
        .isEqualTo("Pod was rejected: Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000");
  }

  @Test
  void whatAClaimProvidesTheNodeNeedNotHave() {
    String resource = "deviceclass.resource.kubernetes.io/gpu";
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    Pod p = pod("p").req("cpu", "1", resource, "2").on("n").obj();
    cluster.create(
        new ResourceClaimBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName("p-extended-resources-x")
            .endMetadata()
            .withNewStatus()
            .withNewAllocation()
            .endAllocation()
            .addNewReservedFor()
            .withResource("pods")
            .withName("p")
            .withUid(p.getMetadata().getUid())
            .endReservedFor()
            .endStatus()
            .build());
    cluster.create(
        new PodBuilder(p)
            .editOrNewStatus()
            .withNewExtendedResourceClaimStatus()
            .withResourceClaimName("p-extended-resources-x")
            .addNewRequestMapping("c", "container-0-request-1", resource)
            .endExtendedResourceClaimStatus()
            .endStatus()
            .build());
    cluster.create(pod("q").req("cpu", "1", resource, "2").on("n").obj());
    seconds(2);
    assertThat(phase("p")).isEqualTo("Running");
    assertThat(cluster.pod("q").getStatus().getReason()).isEqualTo("OutOf" + resource);
  }

  @Test
  void theNumberOfPodsIsAResourceToo() {
    cluster.create(node("n").pods(1).obj());
    kubelet.start();
    cluster.create(pod("p").on("n").obj());
    cluster.create(pod("q").on("n").obj());
    seconds(2);
    assertThat(cluster.pod("q").getStatus().getReason()).isEqualTo("OutOfpods");
  }

  @Test
  void anExtendedResourceThatTheNodeDoesNotKnowIsNotTheKubeletsBusiness() {
    cluster.create(node("n").cpu("1").obj());
    kubelet.start();
    cluster.create(pod("p").req("example.com/elsewhere", "1").on("n").obj());
    seconds(2);
    assertThat(phase("p")).isEqualTo("Running");
  }

  @Test
  void aTerminatingPodKeepsItsResourcesUntilItHasEnded() {
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    cluster.create(pod("p").cpu("3").on("n").terminationGracePeriodSeconds(30).obj());
    seconds(2);
    cluster.delete(cluster.pod("p"));
    seconds(4);
    assertThat(cluster.pod("p")).isNotNull();
    cluster.create(pod("q").cpu("3").on("n").obj());
    seconds(1);
    assertThat(cluster.pod("p")).as("ended after 5 s, within its 30").isNull();
    assertThat(phase("q")).as("came too early").isEqualTo("Failed");

    cluster.create(pod("r").cpu("3").on("n").obj());
    seconds(2);
    assertThat(phase("r")).isEqualTo("Running");
  }

  @Test
  void aShortGracePeriodIsHonoured() {
    cluster.create(node("n").obj());
    kubelet.start();
    cluster.create(pod("p").on("n").terminationGracePeriodSeconds(2).obj());
    seconds(3);
    cluster.delete(cluster.pod("p"));
    seconds(2);
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void aPodThatSomethingKeepsEndsAllTheSame() {
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    cluster.create(pod("p").cpu("4").on("n").terminationGracePeriodSeconds(30).finalizer("a/b").obj());
    seconds(3);
    cluster.delete(cluster.pod("p"));
    seconds(6);
    assertThat(phase("p")).isEqualTo("Succeeded");
    cluster.create(pod("q").cpu("4").on("n").obj());
    seconds(3);
    assertThat(phase("q")).isEqualTo("Running");
    cluster.update(new PodBuilder(cluster.pod("p")).editMetadata().removeFromFinalizers("a/b").endMetadata().build());
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void aPodOfAJobSucceedsWhenItsTimeIsUpAndGivesItsResourcesBack() {
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    cluster.create(pod("p").cpu("4").on("n").ownerReference("batch/v1", "Job", "j").obj());
    seconds(61);
    assertThat(phase("p")).isEqualTo("Running");
    seconds(1);
    assertThat(phase("p")).isEqualTo("Succeeded");
    assertThat(PodRules.isReady(cluster.pod("p"))).isFalse();
    cluster.create(pod("q").cpu("4").on("n").obj());
    seconds(2);
    assertThat(phase("q")).isEqualTo("Running");
  }

  @Test
  void podsWaitForTheirNodeAndForItsReturn() {
    kubelet.start();
    cluster.create(pod("p").cpu("4").on("n").obj());
    seconds(10);
    assertThat(phase("p")).isEqualTo("Pending");
    cluster.create(node("n").cpu("4").obj());
    seconds(2);
    assertThat(phase("p")).isEqualTo("Running");

    cluster.remove(cluster.node("n"));
    cluster.delete(new PodBuilder(cluster.pod("p")).build());
    seconds(1);
    cluster.create(pod("q").cpu("4").on("n").terminationGracePeriodSeconds(30).obj());
    seconds(10);
    assertThat(phase("q")).isEqualTo("Pending");
    cluster.create(node("n").cpu("4").obj());
    seconds(2);
    assertThat(phase("q")).isEqualTo("Running");
  }

  @Test
  void aRequestThatFailsIsRepeated() {
    cluster.create(node("n").obj());
    kubelet.start();
    decisions.add(new WriteDecision.Fail("broken"));
    decisions.add(new WriteDecision.Conflict("taken"));
    decisions.add(new WriteDecision.LoseAnswer(Duration.ofSeconds(1)));
    cluster.create(pod("p").on("n").obj());
    seconds(10);
    assertThat(phase("p")).isEqualTo("Running");
  }

  @Test
  void whatAStoppedKubeletMissedItDoesAfterTheNextStart() {
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    cluster.create(pod("p").cpu("3").on("n").terminationGracePeriodSeconds(30).obj());
    seconds(2);
    kubelet.stop();
    assertThat(kubelet.isRunning()).isFalse();
    cluster.create(pod("q").cpu("3").on("n").obj());
    cluster.delete(cluster.pod("p"));
    seconds(60);
    assertThat(cluster.pod("p")).isNotNull();

    kubelet.start();
    seconds(1);
    assertThat(phase("q")).as("what runs counts").isEqualTo("Failed");
    seconds(5);
    assertThat(cluster.pod("p")).isNull();
  }

  @Test
  void theSameRunGivesTheSameVersions() {
    assertThat(run()).isEqualTo(run());
  }

  private static String run() {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.on(time);
    SimulatedKubelet.on(time, cluster).start();
    for (int i = 0; i < 5; i++) {
      cluster.create(node("n" + i).cpu("4").obj());
    }
    for (int i = 0; i < 50; i++) {
      cluster.create(pod("p" + i).cpu("1").on("n" + i % 7).obj());
      time.advance(Duration.ofMillis(300));
    }
    time.runUntilIdle(Duration.ofHours(1));
    StringBuilder all = new StringBuilder();
    for (Pod p : cluster.list(ResourceKind.PODS)) {
      all.append(p.getMetadata().getName()).append(p.getMetadata().getResourceVersion()).append(PodRules.phase(p));
    }
    return all.toString();
  }

  @Test
  void aPodBeginsWhenItsClaimIsReservedForIt() {
    cluster.create(node("n").cpu("4").obj());
    kubelet.start();
    Pod p = cluster.create(pod("p").on("n").podResourceClaims(new PodResourceClaim("gpu", "c", null)).obj());
    seconds(30);
    assertThat(phase("p")).isEqualTo("Pending");
    ResourceClaimBuilder claim =
        new ResourceClaimBuilder().withNewMetadata().withNamespace("default").withName("c").endMetadata();
    cluster.create(claim.withNewStatus().withNewAllocation().endAllocation().endStatus().build());
    seconds(30);
    assertThat(phase("p")).isEqualTo("Pending");
    String uid = p.getMetadata().getUid();
    cluster.update(
        claim.editStatus().addNewReservedFor().withResource("pods").withName("p").withUid(uid).endReservedFor().endStatus().build());
    seconds(10);
    assertThat(phase("p")).isEqualTo("Running");
  }
}
