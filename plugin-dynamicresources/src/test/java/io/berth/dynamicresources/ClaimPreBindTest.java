package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Claims that have an allocation and are to be reserved for the pod. */
class ClaimPreBindTest {
  private static final String STATUS = "update status of resourceclaims default/c";
  private static final String GET = "get resourceclaims default/c";

  private final PluginBench bench = new PluginBench();
  private final PodInfo pod = pod("p", "c").info();

  private Status preBind() {
    assertThat(bench.reserve(pod, "n1")).isSuccess();
    return Objects.requireNonNull(bench.preBind(pod, "n1"));
  }

  /** PreBind with a pause after each conflict. */
  private Status preBindInTime() {
    assertThat(bench.reserve(pod, "n1")).isSuccess();
    var result = bench.preBind(pod, "n1", io.berth.framework.Cancellation.NEVER);
    for (int i = 0; i < ClaimWrites.ATTEMPTS; i++) {
      bench.handle.time().advance(ClaimWrites.PAUSE);
    }
    return result.join();
  }

  private static WriteOutcome<ResourceClaim> conflict() {
    return new WriteOutcome.Conflict<>("the object has been modified");
  }

  @Test
  void thePodIsAddedToThoseThatMayUseTheClaim() {
    bench.claims(claim("c").on("n1", "gpu-0").reservedFor("uid-other").obj());

    assertThat(preBind()).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(STATUS);
    assertThat(bench.claim("c").isReservedFor("uid-other")).isTrue();
    var own = bench.claim("c").reservedFor().get(1);
    assertThat(own.getName()).isEqualTo("p");
    assertThat(own.getResource()).isEqualTo("pods");
    assertThat(own.getUid()).isEqualTo("uid-p");
  }

  @Test
  void aPodThatMayUseTheClaimAlreadyWritesNothing() {
    bench.claims(claim("c").on("n1", "gpu-0").reservedFor("uid-p").obj());

    assertThat(preBind()).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).isEmpty();
  }

  @Test
  void preFlightAsksForPreBindOfPodsWithClaimsOnly() {
    PodInfo plain = Fixtures.pod("plain").info();
    bench.preFilter(plain);
    assertThat(bench.plugin.preBindPreFlight(bench.state, plain, "n1")).isEqualTo(new PreFlightDecision.Skip(true));

    bench.claims(claim("c").on("n1", "gpu-0").obj());
    bench.preFilter(pod);
    assertThat(bench.plugin.preBindPreFlight(bench.state, pod, "n1")).isEqualTo(new PreFlightDecision.Run(true));
  }

  @Test
  void aConflictIsRepeatedWithAFreshClaim() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    bench
        .handle
        .recordedWrites()
        .next(conflict())
        .next(new WriteOutcome.Done<>(claim("c").version(20).on("n1", "gpu-0").reservedFor("uid-other").obj()));

    assertThat(preBindInTime()).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(STATUS, GET, STATUS);
    assertThat(bench.claim("c").isReservedFor("uid-other")).isTrue();
    assertThat(bench.claim("c").isReservedFor("uid-p")).isTrue();
  }

  @Test
  void afterFiveConflictsThePodFails() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    for (int i = 0; i < ClaimWrites.ATTEMPTS; i++) {
      bench
          .handle
          .recordedWrites()
          .next(conflict())
          .next(new WriteOutcome.Done<>(claim("c").version(20 + i).on("n1", "gpu-0").obj()));
    }

    assertThat(preBindInTime())
        .isError()
        .hasReasons("add reservation to claim default/c: the object has been modified");
    assertThat(bench.handle.recordedWrites().requests()).filteredOn(STATUS::equals).hasSize(5);
  }

  @Test
  void aClaimThatIsGoneAfterAConflictFailsThePod() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    bench.handle.recordedWrites().next(conflict()).next(new WriteOutcome.NotFound<>("no such claim"));

    assertThat(preBindInTime())
        .isError()
        .hasReasons("get updated claim default/c after conflict: no such claim");
  }

  @Test
  void aClaimThatIsBeingDeletedAfterAConflictFailsThePod() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    bench
        .handle
        .recordedWrites()
        .next(conflict())
        .next(new WriteOutcome.Done<>(claim("c").on("n1", "gpu-0").terminating().obj()));

    assertThat(preBindInTime()).isError().hasReasons("claim default/c got deleted in the meantime");
  }

  @Test
  void aClaimThatWasDeallocatedAfterAConflictFailsThePod() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    bench.handle.recordedWrites().next(conflict()).next(new WriteOutcome.Done<>(claim("c").version(20).obj()));

    assertThat(preBindInTime()).isError().hasReasons("claim default/c got deallocated elsewhere in the meantime");
  }

  @Test
  void whoIsRefusedAsTooManyIsTriedAgainLater() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    bench.handle.recordedWrites().next(new WriteOutcome.Failed<>("status.reservedFor: Too many: 257", null));

    assertThat(preBind()).isError().hasReasons("add reservation to claim default/c: status.reservedFor: Too many: 257");
  }

  /** An API server refuses a change of an allocation, be it that a time is added. */
  @Test
  void anAllocationWithoutATimeIsLeftAsItIs() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    preBind();

    assertThat(Objects.requireNonNull(bench.claim("c").allocation()).result().getAllocationTimestamp()).isNull();
  }

  @Test
  void withoutBindingConditionsNoTimeIsWritten() {
    var off =
        new PluginBench(
            FeatureGates.defaults().with(FeatureGates.DRA_DEVICE_BINDING_CONDITIONS, false), DynamicResourcesArgs.DEFAULT);
    off.claims(claim("c").on("n1", "gpu-0").waitsFor("Ready", "Broken").obj());
    off.reserve(pod, "n1");

    assertThat(Objects.requireNonNull(off.preBind(pod, "n1"))).isSuccess();
    assertThat(Objects.requireNonNull(off.claim("c").allocation()).result().getAllocationTimestamp()).isNull();
  }

  @Test
  void unreserveTakesThePodOutAgain() {
    bench.claims(claim("c").on("n1", "gpu-0").reservedFor("uid-other").obj());
    preBind();
    bench.plugin.unreserve(bench.state, pod, "n1");
    bench.handle.time().run();

    assertThat(bench.handle.recordedWrites().requests()).containsExactly(STATUS, STATUS);
    assertThat(bench.claim("c").isReservedFor("uid-p")).isFalse();
    assertThat(bench.claim("c").isReservedFor("uid-other")).isTrue();
    assertThat(bench.claim("c").isAllocated()).isTrue();
  }

  @Test
  void theNextAttemptWaitsUntilThePodHasBeenTakenOut() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    preBind();
    bench.handle.recordedWrites().hold();
    bench.plugin.unreserve(bench.state, pod, "n1");
    bench.plugin.unreserve(bench.state, pod, "n1");

    assertThat(bench.reserve(pod, "n1")).isSuccess();
    var second = bench.preBind(pod, "n1", io.berth.framework.Cancellation.NEVER);
    bench.handle.time().run();
    assertThat(second).isNotDone();

    bench.handle.recordedWrites().releaseAll();
    bench.handle.time().run();
    assertThat(second.join()).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(STATUS, STATUS, STATUS);
    assertThat(bench.claim("c").isReservedFor("uid-p")).isTrue();
  }

  @Test
  void aPodThatCannotBeTakenOutKeepsItsPlace() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    preBind();
    bench.handle.recordedWrites().next(new WriteOutcome.Failed<>("no luck", null));
    bench.plugin.unreserve(bench.state, pod, "n1");
    bench.handle.time().run();

    assertThat(bench.reserve(pod, "n1")).isSuccess();
    assertThat(Objects.requireNonNull(bench.preBind(pod, "n1"))).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).hasSize(2);
  }

  @Test
  void aCancelledPodIsFailedBetweenWritesAndNotDuringOne() {
    PodInfo two = pod("p", "c", "d").info();
    bench.claims(claim("c").on("n1", "gpu-0").obj(), claim("d").on("n1", "gpu-1").obj());
    bench.reserve(two, "n1");
    bench.handle.recordedWrites().hold();
    var cancelled = new TestCancellation();
    var result = bench.preBind(two, "n1", cancelled);
    cancelled.cancel("pod default/p has been deleted");
    bench.handle.time().run();
    assertThat(result).as("a write is under way").isNotDone();

    bench.handle.recordedWrites().releaseAll();
    bench.handle.time().run();
    assertThat(result.join()).isError().hasReasons("pod default/p has been deleted");
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(STATUS);
  }

  @Test
  void theNewestVersionOfTheClaimIsWritten() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    assertThat(bench.reserve(pod, "n1")).isSuccess();
    bench
        .handle
        .objects(ResourceKind.RESOURCE_CLAIMS)
        .update(claim("c").version(12).on("n1", "gpu-0").reservedFor("uid-other").obj());

    assertThat(Objects.requireNonNull(bench.preBind(pod, "n1"))).isSuccess();
    assertThat(bench.claim("c").isReservedFor("uid-other")).isTrue();
    assertThat(bench.claim("c").isReservedFor("uid-p")).isTrue();
  }
}
