package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.bare;
import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Cancellation;
import io.berth.framework.Status;
import io.berth.framework.Timers;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Claims that have no allocation, from Filter to the end of PreBind, and what may come in between. */
class ClaimAllocationTest {
  private static final String UPDATE = "update resourceclaims default/c";
  private static final String STATUS = "update status of resourceclaims default/c";
  private static final String GET = "get resourceclaims default/c";
  private static final Status NO = ClaimFilter.unresolvable("cannot allocate all claims");

  private final PluginBench bench = new PluginBench();
  private final PodInfo pod = pod("p", "c").info();

  private String device(String claim) {
    return Objects.requireNonNull(bench.claim(claim).allocation()).devices().get(0).getDevice();
  }

  private static WriteOutcome<ResourceClaim> conflict() {
    return new WriteOutcome.Conflict<>("the object has been modified");
  }

  @Test
  void aNodeWithAFreeDeviceFitsAndOneWithoutDoesNot() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());

    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(bench.filter(pod, "n1")).isSuccess();
    assertThat(bench.filter(pod, "n2")).isEqualTo(NO);
    assertThat(bench.handle.recordedWrites().requests()).isEmpty();
    assertThat(bench.tracker().pendingUids()).isEmpty();
  }

  @Test
  void theClaimIsProtectedThenAllocatedAndReservedInOneWrite() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    assertThat(bench.reserve(pod, "n1")).isSuccess();
    assertThat(bench.tracker().pendingUids()).containsExactly("uid-c");

    assertThat(Objects.requireNonNull(bench.preBind(pod, "n1"))).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(UPDATE, STATUS);
    ResourceClaim written = bench.claim("c").claim();
    assertThat(written.getMetadata().getFinalizers()).containsExactly("resource.kubernetes.io/delete-protection");
    assertThat(written.getStatus().getAllocation().getAllocationTimestamp()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(device("c")).isEqualTo("gpu-0");
    assertThat(bench.claim("c").isReservedFor("uid-p")).isTrue();
    assertThat(bench.tracker().pendingUids()).isEmpty();
  }

  @Test
  void aClaimThatIsProtectedAlreadyNeedsOneWrite() {
    bench.devices("n1", "gpu-0").claims(claim("c").finalizer().obj());
    bench.reserve(pod, "n1");

    assertThat(Objects.requireNonNull(bench.preBind(pod, "n1"))).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(STATUS);
  }

  /** However far the first pod has come, its device goes to nobody else, though no event has told of it. */
  @Test
  void theOnlyDeviceGoesToOneClaimAtEveryPointOfTheOthersBinding() {
    PodInfo other = pod("q", "d").info();
    bench.devices("n1", "gpu-0").claims(claim("c").obj(), claim("d").obj());
    assertThat(bench.reserve(pod, "n1")).isSuccess();
    PluginBench.Attempt attempt = bench.attempt();

    assertThat(attempt.reserve(other, "n1")).as("reserved").isEqualTo(NO);
    bench.handle.recordedWrites().hold();
    var result = bench.preBind(pod, "n1", Cancellation.NEVER);
    for (int writes = 0; writes < 2; writes++) {
      assertThat(attempt.reserve(other, "n1")).as("a write is under way").isEqualTo(NO);
      bench.handle.recordedWrites().release();
      assertThat(attempt.reserve(other, "n1")).as("a write was answered").isEqualTo(NO);
      bench.handle.time().run();
    }
    assertThat(result.join()).isSuccess();
    assertThat(attempt.reserve(other, "n1")).as("bound, and no event yet").isEqualTo(NO);
    ResourceClaim written = bench.claim("c").claim();
    bench.plugin.unreserve(bench.state, pod, "n1");
    assertThat(attempt.reserve(other, "n1")).as("the binding failed, and no event yet").isEqualTo(NO);
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(ClaimFixture.of(written).version(12).obj());
    assertThat(attempt.reserve(other, "n1")).as("the event").isEqualTo(NO);

    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim("c").version(13).obj());
    assertThat(attempt.reserve(other, "n1")).as("deallocated").isSuccess();
  }

  @Test
  void whatWasReservedIsGivenBackAndThoseWhoWaitHearOfIt() {
    PodInfo other = pod("q", "d").info();
    bench.devices("n1", "gpu-0").claims(claim("c").obj(), claim("d").obj());
    bench.reserve(pod, "n1");
    bench.plugin.unreserve(bench.state, pod, "n1");
    bench.plugin.unreserve(bench.state, pod, "n1");

    assertThat(bench.handle.published()).containsExactly(ClaimFeed.UPDATE);
    assertThat(bench.handle.recordedWrites().requests()).isEmpty();
    assertThat(bench.attempt().reserve(other, "n1")).isSuccess();
  }

  @Test
  void aWriteThatFailsLeavesTheDeviceTakenUntilUnreserve() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    bench.reserve(pod, "n1");
    bench.handle.recordedWrites().next(new WriteOutcome.Failed<>("refused", null));

    assertThat(Objects.requireNonNull(bench.preBind(pod, "n1")))
        .isError()
        .hasReasons("add finalizer to claim default/c: refused");
    assertThat(bench.tracker().pendingUids()).containsExactly("uid-c");
    bench.plugin.unreserve(bench.state, pod, "n1");
    assertThat(bench.tracker().pendingUids()).isEmpty();
    assertThat(bench.manager().allocated().devices()).isEmpty();
  }

  /** The answer was lost: the claim is allocated, and its device must not be given to anybody else. */
  @Test
  void aWriteWhoseFateIsUnknownIsLookedAtBeforeTheDeviceIsLetGo() {
    PodInfo other = pod("q", "d").info();
    bench.devices("n1", "gpu-0").claims(claim("c").finalizer().obj(), claim("d").obj());
    bench.reserve(pod, "n1");
    bench
        .handle
        .recordedWrites()
        .next(new WriteOutcome.Failed<>("timed out", null))
        .next(new WriteOutcome.Done<>(claim("c").version(20).on("n1", "gpu-0").reservedFor("uid-p").obj()));

    assertThat(Objects.requireNonNull(bench.preBind(pod, "n1")))
        .isError()
        .hasReasons("add allocation and reservation to claim default/c: timed out");
    bench.plugin.unreserve(bench.state, pod, "n1");
    bench.handle.time().run();

    assertThat(bench.handle.recordedWrites().requests()).containsExactly(STATUS, GET);
    assertThat(bench.attempt().reserve(other, "n1")).isEqualTo(NO);
    PluginBench.Attempt again = bench.attempt();
    assertThat(again.reserve(pod, "n1")).isSuccess();
    assertThat(again.preBind(pod, "n1")).isSuccess();
  }

  @Test
  void aClaimThatWasAllocatedElsewhereMeanwhileFailsThePod() {
    bench.devices("n1", "gpu-0").claims(claim("c").finalizer().obj());
    bench.reserve(pod, "n1");
    bench
        .handle
        .recordedWrites()
        .next(conflict())
        .next(new WriteOutcome.Done<>(claim("c").version(20).on("n2", "gpu-9").obj()));
    var result = bench.preBind(pod, "n1", Cancellation.NEVER);
    bench.handle.time().run();
    bench.handle.time().advance(ClaimWrites.PAUSE);

    assertThat(result.join()).isError().hasReasons("claim default/c got allocated elsewhere in the meantime");
  }

  @Test
  void aConflictIsRepeatedWithTheSameDevices() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    bench.reserve(pod, "n1");
    bench.handle.recordedWrites().next(conflict()).next(new WriteOutcome.Done<>(claim("c").version(20).obj()));
    var result = bench.preBind(pod, "n1", Cancellation.NEVER);
    bench.handle.time().run();
    bench.handle.time().advance(ClaimWrites.PAUSE);

    assertThat(result.join()).isSuccess();
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(UPDATE, GET, UPDATE, STATUS);
    assertThat(device("c")).isEqualTo("gpu-0");
  }

  @Test
  void aPodThatSharesAClaimWaitsWhileItIsBeingAllocatedAndThenUsesIt() {
    PodInfo second = pod("q", "c").info();
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    bench.reserve(pod, "n1");
    PluginBench.Attempt other = bench.attempt();

    assertThat(other.reserve(second, "n1"))
        .isUnresolvable()
        .hasReasons("resource claim default/c is in the process of being allocated");
    bench.preBind(pod, "n1");
    assertThat(other.reserve(second, "n2")).isUnresolvable().hasReasons("resourceclaim not available on the node");
    assertThat(other.reserve(second, "n1")).isSuccess();
    assertThat(other.preBind(second, "n1")).isSuccess();
    assertThat(bench.claim("c").isReservedFor("uid-p")).isTrue();
    assertThat(bench.claim("c").isReservedFor("uid-q")).isTrue();

    other.unreserve(second, "n1");
    bench.handle.time().run();
    assertThat(bench.claim("c").isAllocated()).isTrue();
    assertThat(bench.claim("c").isReservedFor("uid-p")).isTrue();
    assertThat(bench.claim("c").isReservedFor("uid-q")).isFalse();

    PluginBench.Attempt again = bench.attempt();
    assertThat(again.reserve(second, "n1")).as("the next attempt").isSuccess();
    assertThat(again.preBind(second, "n1")).isSuccess();
    assertThat(bench.claim("c").isReservedFor("uid-q")).isTrue();
  }

  @Test
  void severalClaimsOfAPodGetDifferentDevices() {
    PodInfo two = pod("p", "c", "d").info();
    bench.devices("n1", "gpu-0", "gpu-1").devices("n2", "gpu-0").claims(claim("c").obj(), claim("d").obj());

    assertThat(bench.reserve(two, "n2")).isEqualTo(NO);
    assertThat(bench.reserve(two, "n1")).isSuccess();
    assertThat(Objects.requireNonNull(bench.preBind(two, "n1"))).isSuccess();
    assertThat(device("c")).isEqualTo("gpu-0");
    assertThat(device("d")).isEqualTo("gpu-1");
  }

  @Test
  void aClaimThatHasDevicesDecidesWhereTheOtherOneGets() {
    PodInfo two = pod("p", "a", "c").info();
    bench.devices("n1", "gpu-0").devices("n2", "gpu-0").claims(claim("a").on("n2", "gpu-9").obj(), claim("c").obj());

    assertThat(bench.reserve(two, "n1")).isUnresolvable().hasReasons("resourceclaim not available on the node");
    assertThat(bench.reserve(two, "n2")).isSuccess();
    assertThat(Objects.requireNonNull(bench.preBind(two, "n2"))).isSuccess();
    assertThat(bench.handle.recordedWrites().requests())
        .containsExactly("update status of resourceclaims default/a", UPDATE, STATUS);
  }

  @Test
  void whenTheSecondClaimFailsTheFirstOneIsUnreservedAndKeepsItsDevice() {
    PodInfo two = pod("p", "c", "d").info();
    bench.devices("n1", "gpu-0", "gpu-1").claims(claim("c").finalizer().obj(), claim("d").finalizer().obj());
    bench.reserve(two, "n1");
    bench.handle.recordedWrites().next(new WriteOutcome.Done<>(
        claim("c").version(20).finalizer().on("n1", "gpu-0").reservedFor("uid-p").obj()));
    bench.handle.recordedWrites().next(new WriteOutcome.Failed<>("refused", null));

    assertThat(Objects.requireNonNull(bench.preBind(two, "n1"))).isError();
    bench.plugin.unreserve(bench.state, two, "n1");
    bench.handle.time().run();

    assertThat(bench.claim("c").isAllocated()).isTrue();
    assertThat(bench.claim("c").isReservedFor("uid-p")).isFalse();
    assertThat(bench.tracker().pendingUids()).isEmpty();
    assertThat(bench.manager().allocated().devices()).hasSize(1);
  }

  @Test
  void aClaimThatIsGoneAtReserveIsAnInternalError() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    bench.preFilter(pod);
    bench.filter(pod, "n1");
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).delete(claim("c").obj());

    assertThat(bench.plugin.reserve(bench.state, pod, "n1"))
        .isError()
        .hasReasons(
            "internal error, couldn't signal allocation for claim c: look up assumed claim default/c, UID=uid-c: could not"
                + " find ResourceClaim \"default/c\"");
  }

  @Test
  void aNodeThatWasNotFilteredCannotBeReserved() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    bench.preFilter(pod);

    assertThat(bench.plugin.reserve(bench.state, pod, "n1")).isError().hasReasons("claim allocation not found for node");
  }

  @Test
  void earlierAlternativesGiveHigherScores() {
    bench
        .devices("n1", "gpu-0")
        .devices("n2", "gpu-0")
        .deviceClass("fast", "device.driver == 'fast.example.com'")
        .claims(bare("c").oneOf("r", "fast", "gpu").obj());
    bench.slice("n2-fast", "fast.example.com", "n2", "fast-0");
    bench.preFilter(pod);
    assertThat(bench.filter(pod, "n1")).isSuccess();
    assertThat(bench.filter(pod, "n2")).isSuccess();

    assertThat(bench.plugin.preScore(bench.state, pod, bench.handle.cache().list())).isSuccess();
    assertThat(bench.plugin.score(bench.state, pod, bench.handle.cache().node("n1"))).isEqualTo(7);
    assertThat(bench.plugin.score(bench.state, pod, bench.handle.cache().node("n2"))).isEqualTo(8);
    var scores = new io.berth.framework.NodeScoreList(bench.handle.cache().list(), new long[] {7, 8});
    assertThat(bench.plugin.normalizeScore(bench.state, pod, scores)).isSuccess();
    assertThat(scores.get(0)).isEqualTo(87);
    assertThat(scores.get(1)).isEqualTo(100);
  }

  @Test
  void withoutAlternativesThereIsNothingToScore() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    bench.preFilter(pod);

    assertThat(bench.plugin.preScore(bench.state, pod, bench.handle.cache().list())).isSkip();
  }

  @Test
  void anExpressionThatFailsIsAnErrorThatNamesTheDevice() {
    bench.devices("n1", "gpu-0").deviceClass("odd", "device.attributes['a.example.com'].x == 1").claims(
        bare("c").request("r", "odd").obj());
    bench.preFilter(pod);

    assertThat(bench.filter(pod, "n1"))
        .isError()
        .hasReasonContaining("class odd: selector #0 on device gpu.example.com/n1/gpu-0");
  }

  @Test
  void aSearchThatTakesTooLongIsAnErrorThatNamesTheNode() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    var search = new DeviceSearch(bench.manager().allocator(), bench.manager().pools(), new Ticking(), Duration.ofSeconds(10));
    ClaimsState state =
        new ClaimsState(
            List.of(bench.claim("c")),
            null,
            new BitSet(),
            new ClaimsState.Search(
                search,
                List.of(bench.claim("c").toAllocate(bench.manager().allocator())),
                bench.manager().allocated(),
                bench.tracker().booked()));
    var filter = new ClaimFilter(bench.manager().allocator(), ExtendedResources.NONE, null);

    assertThat(filter.filter(state, pod, bench.node1()))
        .isError()
        .hasReasons("node n1: timed out trying to allocate devices")
        .isFrom("DynamicResources");
  }

  @Test
  void aLimitOfZeroIsNone() {
    assertThat(new TimeLimit(new Ticking(), Duration.ZERO).isCancelled()).isFalse();
  }

  @Test
  void whereTimeStandsASearchEndsAfterSoManyQuestions() {
    var limit = new TimeLimit(bench.handle.time(), Duration.ofMillis(1));
    for (int question = 1; question < 500; question++) {
      assertThat(limit.reason()).isNull();
    }
    assertThat(limit.reason()).isEqualTo("timed out trying to allocate devices");
    assertThat(limit.isUp()).isTrue();
  }

  /** Time that goes on by a minute whenever somebody looks. */
  private static final class Ticking implements Timers {
    private long nanos;

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nanoTime());
    }

    @Override
    public long nanoTime() {
      nanos += Duration.ofMinutes(1).toNanos();
      return nanos;
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      throw new UnsupportedOperationException("nobody waits here");
    }
  }
}
