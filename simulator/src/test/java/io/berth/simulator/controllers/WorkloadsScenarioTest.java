package io.berth.simulator.controllers;

import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.Controller;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.KubeletOptions;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.internal.ClusterKinds;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkloadsScenarioTest {
  private final VirtualTime time = VirtualTime.create();
  private final ArrayDeque<WriteDecision> ofCreate = new ArrayDeque<>();
  private final InMemoryCluster cluster =
      InMemoryCluster.builder(time, time.executor())
          .writeInterceptor(r -> r.verb() == Verb.CREATE && !ofCreate.isEmpty() ? ofCreate.remove() : WriteDecision.PROCEED)
          .build();
  private final Controller replicaSets = ReplicaSetController.on(time, cluster);
  private final Controller jobs = JobController.on(time, cluster);
  private boolean failing;

  @BeforeEach
  void start() {
    cluster.create(node("n").cpu("100").pods(100).obj());
    replicaSets.start();
    DeploymentController.on(time, cluster).start();
    jobs.start();
    new SimulatedKubelet(cluster, time, time.executor(), KubeletOptions.defaults().withFailing(pod -> failing)).start();
  }

  private void seconds(int seconds) {
    time.advance(Duration.ofSeconds(seconds));
  }

  private static PodTemplateSpec template(String image) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .addToLabels("app", "a")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage(image)
        .withNewResources()
        .addToRequests("cpu", new Quantity("1"))
        .endResources()
        .endContainer()
        .withTerminationGracePeriodSeconds(30L)
        .endSpec()
        .build();
  }

  private static ReplicaSet set(String name, int replicas) {
    return new ReplicaSetBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(replicas)
        .withNewSelector()
        .addToMatchLabels("app", "a")
        .endSelector()
        .withTemplate(template("i:1"))
        .endSpec()
        .build();
  }

  private ReplicaSet set(String name) {
    return cluster.get(ResourceKind.REPLICA_SETS, "default", name);
  }

  private void scale(String name, int replicas) {
    cluster.update(new ReplicaSetBuilder(set(name)).editSpec().withReplicas(replicas).endSpec().build());
  }

  private List<Pod> pods() {
    return cluster.list(ResourceKind.PODS);
  }

  private void bindAll() {
    seconds(0);
    for (Pod pod : pods()) {
      if (PodRules.nodeName(pod).isEmpty()) {
        cluster.bind(ObjectRef.of(ResourceKind.PODS, pod), "n");
      }
    }
    seconds(2);
  }

  @Test
  void aReplicaSetHasAsManyPodsAsItAsksFor() {
    cluster.create(set("r", 3));
    bindAll();
    assertThat(pods()).hasSize(3).allSatisfy(pod -> assertThat(pod.getMetadata().getName()).startsWith("r-"));
    assertThat(set("r").getStatus().getReadyReplicas()).isEqualTo(3);
    assertThat(set("r").getStatus().getObservedGeneration()).isEqualTo(1);

    cluster.delete(pods().get(0));
    seconds(5);
    assertThat(pods()).hasSize(3);
    assertThat(set("r").getStatus().getReadyReplicas()).isEqualTo(2);
  }

  @Test
  void thoseThatAreNoLossGoFirst() {
    cluster.create(set("r", 2));
    bindAll();
    List<Pod> old = pods();
    scale("r", 4);
    seconds(1);
    scale("r", 3);
    seconds(1);
    assertThat(pods()).hasSize(3).containsAll(old);
    scale("r", 2);
    seconds(1);
    assertThat(pods()).isEqualTo(old);
  }

  @Test
  void aPodThatIsCheapToDeleteGoesBeforeOthers() {
    cluster.create(set("r", 3));
    bindAll();
    Pod cheap = pods().get(1);
    cluster.update(
        new PodBuilder(cheap)
            .editMetadata()
            .addToAnnotations("controller.kubernetes.io/pod-deletion-cost", "-5")
            .endMetadata()
            .build());
    scale("r", 2);
    seconds(5);
    assertThat(pods()).hasSize(2).noneMatch(pod -> pod.getMetadata().getName().equals(cheap.getMetadata().getName()));
  }

  @Test
  void aReplicaSetThatIsSeenBeforeItsPodsMakesNoMore() {
    cluster.create(set("r", 3));
    bindAll();
    replicaSets.stop();
    seconds(1);
    replicaSets.start();
    seconds(10);
    assertThat(pods()).hasSize(3);
  }

  @Test
  void failedCreationsAreTriedAgain() {
    ofCreate.add(new WriteDecision.Fail("no"));
    ofCreate.add(WriteDecision.PROCEED);
    ofCreate.add(new WriteDecision.Throttle(Duration.ofSeconds(5)));
    cluster.create(set("r", 4));
    seconds(2);
    assertThat(pods()).hasSizeBetween(1, 3);
    seconds(5);
    assertThat(pods()).hasSize(4);
  }

  @Test
  void aPodWhoseCreationWasNotAnsweredIsOneOfThePods() {
    ofCreate.add(new WriteDecision.LoseAnswer(Duration.ofSeconds(2)));
    cluster.create(set("r", 1));
    seconds(60);
    assertThat(pods()).hasSize(1);
  }

  @Test
  void lateAnswersDoNotMakeMorePods() {
    for (int i = 0; i < 3; i++) {
      ofCreate.add(new WriteDecision.Late(Duration.ofSeconds(3), Duration.ofSeconds(3)));
    }
    cluster.create(set("r", 3));
    seconds(60);
    assertThat(pods()).hasSize(3);
  }

  @Test
  void aDelayedControllerActsLater() {
    replicaSets.stop();
    new ReplicaSetController(cluster, time, time.executor(), Duration.ofSeconds(7)).start();
    cluster.create(set("r", 1));
    seconds(6);
    assertThat(pods()).isEmpty();
    seconds(1);
    assertThat(pods()).hasSize(1);
  }

  private static Deployment deployment(int replicas) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("d")
        .endMetadata()
        .withNewSpec()
        .withReplicas(replicas)
        .withNewSelector()
        .addToMatchLabels("app", "a")
        .endSelector()
        .withTemplate(template("i:1"))
        .endSpec()
        .build();
  }

  private Deployment deployment() {
    return cluster.get(ClusterKinds.DEPLOYMENTS, "default", "d");
  }

  @Test
  void aDeploymentHasAReplicaSetAndScalesIt() {
    cluster.create(deployment(2));
    bindAll();
    assertThat(cluster.list(ResourceKind.REPLICA_SETS)).hasSize(1);
    assertThat(pods()).hasSize(2).allSatisfy(pod -> assertThat(pod.getMetadata().getLabels()).containsKey("pod-template-hash"));
    assertThat(deployment().getStatus().getAvailableReplicas()).isEqualTo(2);

    cluster.update(new DeploymentBuilder(deployment()).editSpec().withReplicas(5).endSpec().build());
    bindAll();
    assertThat(pods()).hasSize(5);
    assertThat(cluster.list(ResourceKind.REPLICA_SETS)).hasSize(1);
  }

  @Test
  void aNewTemplateIsRolledOutWithinItsLimits() {
    cluster.create(deployment(4));
    bindAll();
    cluster.update(new DeploymentBuilder(deployment()).editSpec().withTemplate(template("i:2")).endSpec().build());
    for (int i = 0; i < 20; i++) {
      seconds(0);
      List<Pod> live = OwnedPods.active(pods());
      assertThat(live).hasSizeLessThanOrEqualTo(5);
      assertThat(live.stream().filter(PodRules::isReady).count()).isGreaterThanOrEqualTo(3);
      bindAll();
    }
    assertThat(pods()).hasSize(4).allSatisfy(pod -> assertThat(pod.getSpec().getContainers().get(0).getImage()).isEqualTo("i:2"));
    assertThat(deployment().getStatus().getUpdatedReplicas()).isEqualTo(4);
    assertThat(cluster.list(ResourceKind.REPLICA_SETS)).hasSize(2);
  }

  @Test
  void recreateLetsTheOldPodsGoFirst() {
    cluster.create(new DeploymentBuilder(deployment(3)).editSpec().withNewStrategy().withType("Recreate").endStrategy().endSpec().build());
    bindAll();
    cluster.update(new DeploymentBuilder(deployment()).editSpec().withTemplate(template("i:2")).endSpec().build());
    seconds(0);
    assertThat(OwnedPods.active(pods())).allSatisfy(pod -> assertThat(PodRules.isReady(pod)).isFalse());
    seconds(2);
    bindAll();
    assertThat(pods()).hasSize(3).allSatisfy(pod -> assertThat(pod.getSpec().getContainers().get(0).getImage()).isEqualTo("i:2"));
  }

  private static Job job(int parallelism, int completions) {
    return new JobBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("j")
        .endMetadata()
        .withNewSpec()
        .withParallelism(parallelism)
        .withCompletions(completions)
        .withBackoffLimit(2)
        .withTemplate(template("i"))
        .endSpec()
        .build();
  }

  private Job job() {
    return cluster.get(ClusterKinds.JOBS, "default", "j");
  }

  private String conditions() {
    return job().getStatus().getConditions().stream().map(c -> c.getType()).toList().toString();
  }

  @Test
  void aJobRunsItsPodsUntilEnoughHaveSucceeded() {
    cluster.create(job(2, 3));
    bindAll();
    assertThat(pods()).hasSize(2);
    assertThat(job().getStatus().getActive()).isEqualTo(2);
    seconds(60);
    bindAll();
    assertThat(pods()).hasSize(3);
    assertThat(conditions()).isEqualTo("[]");
    seconds(60);
    assertThat(conditions()).isEqualTo("[SuccessCriteriaMet, Complete]");
    assertThat(job().getStatus().getSucceeded()).isEqualTo(3);
    assertThat(job().getStatus().getActive()).isNull();
    assertThat(job().getStatus().getCompletionTime()).isNotNull();
  }

  @Test
  void aJobFailsWhenTooManyOfItsPodsHave() {
    failing = true;
    cluster.create(job(1, 1));
    for (int i = 0; i < 3; i++) {
      bindAll();
      assertThat(pods()).hasSize(i + 1);
      seconds(60);
      assertThat(pods()).as("the next one waits a little").hasSize(i + 1);
      seconds(10 << i);
    }
    assertThat(conditions()).isEqualTo("[FailureTarget, Failed]");
    assertThat(job().getStatus().getFailed()).isEqualTo(3);
    assertThat(job().getStatus().getConditions().get(0).getReason()).isEqualTo("BackoffLimitExceeded");
  }

  @Test
  void aPodThatWasTakenFromItsJobIsReplaced() {
    cluster.create(job(1, 1));
    bindAll();
    cluster.delete(pods().get(0));
    seconds(10);
    bindAll();
    seconds(60);
    assertThat(conditions()).isEqualTo("[SuccessCriteriaMet, Complete]");
    assertThat(job().getStatus().getFailed()).isEqualTo(1);
  }

  @Test
  void aSuspendedJobHasNoPodsAndNoFailures() {
    cluster.create(job(2, 2));
    bindAll();
    cluster.update(new JobBuilder(job()).editSpec().withSuspend(true).endSpec().build());
    seconds(5);
    assertThat(pods()).isEmpty();
    assertThat(job().getStatus().getFailed()).isNull();
    cluster.update(new JobBuilder(job()).editSpec().withSuspend(false).endSpec().build());
    seconds(0);
    assertThat(pods()).hasSize(2);
  }

  @Test
  void aJobControllerThatIsStartedAgainCountsEachPodOnce() {
    cluster.create(job(2, 4));
    bindAll();
    jobs.stop();
    seconds(60);
    jobs.start();
    bindAll();
    assertThat(job().getStatus().getSucceeded()).isEqualTo(2);
    jobs.stop();
    seconds(1);
    jobs.start();
    seconds(60);
    assertThat(job().getStatus().getSucceeded()).isEqualTo(4);
    assertThat(conditions()).isEqualTo("[SuccessCriteriaMet, Complete]");
    assertThat(pods()).hasSize(4);
  }

  @Test
  void aPodThatEndsAndIsDeletedWhileNobodyLooksRunsAgain() {
    cluster.create(job(1, 1));
    bindAll();
    jobs.stop();
    seconds(60);
    cluster.delete(pods().get(0));
    jobs.start();
    bindAll();
    assertThat(pods()).hasSize(1);
    assertThat(conditions()).isEqualTo("[]");
  }
}
