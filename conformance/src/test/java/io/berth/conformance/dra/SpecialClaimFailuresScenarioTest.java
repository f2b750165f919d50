package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong between Reserve and the binding of a pod that has a special claim: in the end the pod runs, with one claim, and
 * no device is held by a claim of nobody. Source: plugins/dynamicresources/dynamicresources_test.go (extended-resource-name-…), v1.37.2.
 */
class SpecialClaimFailuresScenarioTest {
  private static final String GPU = "example.com/gpu";
  private static final Duration LONG = Duration.ofSeconds(30);

  /** A write on the way. */
  enum Write {
    CREATE_CLAIM(WriteFault.failing().on(Verb.CREATE).ofKind(ResourceKind.RESOURCE_CLAIMS), 1),
    PROTECT_CLAIM(WriteFault.failing().on(Verb.UPDATE).ofKind(ResourceKind.RESOURCE_CLAIMS), 1),
    ALLOCATE(WriteFault.failing().on(Verb.UPDATE_STATUS).ofKind(ResourceKind.RESOURCE_CLAIMS), 1),
    /** The first patch nominates the pod. */
    TELL_POD(WriteFault.failing().on(Verb.PATCH_STATUS).ofKind(ResourceKind.PODS), 2),
    BIND(WriteFault.failing().on(Verb.BIND), 1);

    private final WriteFault fails;
    private final int times;

    Write(WriteFault fails, int times) {
      this.fails = fails;
      this.times = times;
    }
  }

  private static Scenario oneGpu() {
    return Scenario.withNodes(node("n").cpu("4"))
        .using(DynamicResources.NAME, DynamicResources.factory(DynamicResourcesArgs.DEFAULT))
        .with(deviceClass("gpu", GPU), slice("n", "d1"));
  }

  private static List<ResourceClaim> claims(Stage stage) {
    return stage.cluster().list(ResourceKind.RESOURCE_CLAIMS);
  }

  private static void hasOneClaimAndRuns(Stage stage) {
    assertThat(stage.pod("p")).isOn("n");
    assertThat(claims(stage)).hasSize(1);
    assertThat(claims(stage).get(0).getMetadata().getName())
        .isEqualTo(stage.cluster().pod("p").getStatus().getExtendedResourceClaimStatus().getResourceClaimName());
  }

  @ParameterizedTest
  @EnumSource
  void aWriteThatFailsOnceCostsAnAttempt(Write write) {
    oneGpu()
        .when(write + " fails once", stage -> stage.faults().arm(write.fails.atMost(write.times)))
        .arrives(pod("p").req(GPU, "1"))
        .then(stage -> assertThat(stage.pod("p")).isPending())
        .after(LONG)
        .then(SpecialClaimFailuresScenarioTest::hasOneClaimAndRuns)
        .run();
  }

  @Test
  void afterAFailureTheDevicesAreThereForOthers() {
    oneGpu()
        .when("p cannot be bound", stage -> stage.faults().arm(WriteFault.failing().when(r -> r.verb() == Verb.BIND && r.name().equals("p"))))
        .arrives(pod("p").req(GPU, "1"))
        .then(stage -> assertThat(claims(stage)).isEmpty())
        .arrives(pod("q").req(GPU, "1"))
        .then(stage -> assertThat(stage.pod("q")).isOn("n"))
        .run();
  }

  @Test
  void aClaimWhoseAnswerIsLostIsDeletedByTheNextAttempt() {
    oneGpu()
        .when(
            "the answer is lost",
            stage ->
                stage
                    .faults()
                    .arm(WriteFault.answerLost(Duration.ofSeconds(1)).on(Verb.CREATE).ofKind(ResourceKind.RESOURCE_CLAIMS).atMost(1)))
        .arrives(pod("p").req(GPU, "1"))
        .after(Duration.ofMinutes(1))
        .then(SpecialClaimFailuresScenarioTest::hasOneClaimAndRuns)
        .run();
  }

  @Test
  void aPodThatGoesWithItsClaimWhileThatIsWrittenLetsGoOfTheDevicesAtOnce() {
    oneGpu()
        .when(
            "the answer to the allocation is late",
            stage ->
                stage
                    .faults()
                    .arm(
                        WriteFault.late(Duration.ZERO, Duration.ofSeconds(1))
                            .on(Verb.UPDATE_STATUS)
                            .ofKind(ResourceKind.RESOURCE_CLAIMS)
                            .atMost(1)))
        .arrives(pod("p").req(GPU, "1"))
        .when(
            "pod and claim go",
            stage -> {
              stage.cluster().remove(stage.cluster().pod("p"));
              claims(stage).forEach(claim -> stage.cluster().remove(claim));
            })
        .arrives(pod("q").req(GPU, "1"))
        .then(stage -> assertThat(stage.pod("q")).isPending())
        .after(LONG)
        .then(stage -> assertThat(stage.pod("q")).isOn("n"))
        .run();
  }

  @Test
  void aClaimThatASchedulerLeftBehindIsDeletedByTheNextOne() {
    oneGpu()
        .when(
            "bindings are slow", stage -> stage.faults().arm(WriteFault.late(Duration.ofMinutes(1), Duration.ZERO).on(Verb.BIND)))
        .arrives(pod("p").req(GPU, "1"))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n");
              assertThat(claims(stage)).hasSize(1);
            })
        .when(
            "the scheduler is replaced",
            stage -> {
              stage.crashScheduler();
              stage.faults().clear();
              stage.startScheduler();
            })
        .after(LONG)
        .then(SpecialClaimFailuresScenarioTest::hasOneClaimAndRuns)
        .run();
  }

  @Test
  void aClaimThatIsShownLateStillHoldsItsDevices() {
    oneGpu()
        .when(
            "events of claims are late",
            stage ->
                stage
                    .faults()
                    .arm(
                        WatchFault.late(Duration.ofSeconds(20)).ofKind(ResourceKind.RESOURCE_CLAIMS)))
        .arrives(pod("p").req(GPU, "1"))
        .arrives(pod("q").req(GPU, "1"))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n");
              assertThat(stage.pod("q")).isPendingBecause("cannot allocate all claims");
            })
        .after(LONG)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q")).isPending();
              assertThat(claims(stage)).hasSize(1);
            })
        .run();
  }
}
