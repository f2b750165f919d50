package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.NominatingInfo;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.RecordingWrites;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a victim that is taken back before it is bound owes to those who wait for its claim. Source: KEP-5690 leaves it open. */
class ClaimReturnsTest {
  private static final String STATUS = "update status of resourceclaims default/a";
  private static final String GET = "get resourceclaims default/a";

  private final PluginBench bench =
      new PluginBench(FeatureGates.defaults().with(FeatureGates.DRA_PREEMPTION, true), DynamicResourcesArgs.DEFAULT);
  private final RecordingWrites writes = bench.handle.recordedWrites();
  private final PodInfo preemptor = PluginBench.pod("high", "wanted").priority(100).info();
  private final PodInfo victim = PluginBench.pod("low", "a").on("n1").info();
  private final PluginBench.Attempt attempt = bench.attempt();

  /** low has its claim, and waits in PreBind. */
  @BeforeEach
  void preempted() {
    bench.devices("n1", "gpu-0").claims(held(10, "uid-low"), claim("wanted").obj());
    bench.handle.objects(ResourceKind.PODS).add(PluginBench.pod("low", "a").obj());
    bench.handle.cache().put(victim);
    assertThat(attempt.reserve(victim, "n1")).isSuccess();
    bench.preFilter(preemptor);
    bench.handle.nominator().addNominatedPod(preemptor, NominatingInfo.override("n1"));
    bench.plugin.addNominatedPod(bench.state, preemptor, "n1", List.of(victim));
    bench.handle.time().run();
    assertThat(outstanding()).hasSize(1);
  }

  private static ResourceClaim held(int version, String... consumers) {
    ClaimFixture claim = claim("a").version(version).on("n1", "gpu-0");
    for (String consumer : consumers) {
      claim.reservedFor(consumer);
    }
    return claim.obj();
  }

  private List<String> outstanding() {
    return bench.manager().nominations().outstanding("n1");
  }

  private void takeBack() {
    attempt.unreserve(victim, "n1");
    bench.handle.cache().remove(victim);
    bench.handle.time().run();
  }

  private void update(ResourceClaim claim) {
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim);
    bench.handle.time().run();
  }

  private static WriteOutcome<ResourceClaim> failure() {
    return new WriteOutcome.Failed<>("out of order", null);
  }

  @Test
  void theClaimIsGivenBackAtOnce() {
    takeBack();

    assertThat(writes.requests()).containsExactly(STATUS);
    update(claim("a").version(50).obj());
    assertThat(outstanding()).isEmpty();
  }

  @Test
  void whileTheEchoIsOnItsWayItIsNotGivenBackAgain() {
    takeBack();
    bench.handle.time().advance(Duration.ofMinutes(1));

    assertThat(writes.requests()).containsExactly(STATUS);
  }

  @Test
  void whatFailsIsTriedAgainAfterLongerAndLongerPauses() {
    writes.next(failure()).next(failure()).next(failure());
    takeBack();
    bench.handle.time().advance(Duration.ofMillis(999));
    assertThat(writes.requests()).hasSize(1);
    bench.handle.time().advance(Duration.ofMillis(1));
    assertThat(writes.requests()).hasSize(2);
    bench.handle.time().advance(Duration.ofSeconds(2));
    assertThat(writes.requests()).hasSize(3);
    bench.handle.time().advance(Duration.ofSeconds(4));
    assertThat(writes.requests()).hasSize(4);
  }

  @Test
  void nobodyTriesAgainWhenTheClaimIsReleased() {
    writes.next(failure());
    takeBack();
    update(claim("a").version(50).obj());
    bench.handle.time().advance(Duration.ofMinutes(1));

    assertThat(writes.requests()).hasSize(1);
    assertThat(outstanding()).isEmpty();
  }

  /** It was written late, say, after the request had seemed to fail. */
  @Test
  void aClaimThatIsWrittenLateIsGivenBackThen() {
    update(held(20));
    takeBack();
    assertThat(writes.requests()).as("it is for nobody").containsExactly(STATUS);

    update(held(21, "uid-low"));
    assertThat(writes.requests()).containsExactly(STATUS, STATUS);
  }

  @Test
  void aClaimThatOthersUseTooKeepsItsDevices() {
    writes.next(new WriteOutcome.Conflict<>("newer")).next(new WriteOutcome.Done<>(held(20, "uid-low", "uid-other")));
    takeBack();
    bench.handle.time().advance(Duration.ofSeconds(1));

    assertThat(writes.requests()).containsExactly(STATUS, GET, STATUS);
    assertThat(bench.claim("a").isAllocated()).isTrue();
    assertThat(outstanding()).as("somebody else has taken to it").isEmpty();
  }

  @Test
  void aConflictWithSomebodyWhoWasFasterNeedsNoOtherWrite() {
    writes.next(new WriteOutcome.Conflict<>("newer")).next(new WriteOutcome.Done<>(claim("a").version(20).obj()));
    takeBack();
    bench.handle.time().advance(Duration.ofSeconds(1));

    assertThat(writes.requests()).containsExactly(STATUS, GET);
  }

  /** Then it runs, and must keep what it has: whoever waits for its claim has to preempt it. */
  @Test
  void aVictimThatSomebodyElseBindsKeepsItsClaim() {
    writes.next(failure());
    takeBack();
    bench.handle.objects(ResourceKind.PODS).update(PluginBench.pod("low", "a").on("n1").obj());
    bench.handle.time().advance(Duration.ofSeconds(1));

    assertThat(writes.requests()).hasSize(1);
    assertThat(outstanding()).isEmpty();
    assertThat(bench.handle.activated()).extracting(PodInfo::name).containsExactly("high");
  }

  @Test
  void aVictimThatIsPlacedAgainKeepsItsClaim() {
    writes.next(failure());
    takeBack();
    assertThat(bench.attempt().reserve(victim, "n1")).isSuccess();
    bench.handle.time().advance(Duration.ofSeconds(1));

    assertThat(writes.requests()).hasSize(1);
    assertThat(outstanding()).isEmpty();
  }

  /** Its reservation was not written yet, and now it will not be. */
  @Test
  void aVictimThatIsPlacedAndTakenBackAgainOwesTheClaimAsBefore() {
    writes.next(failure());
    takeBack();
    update(held(20));
    PluginBench.Attempt again = bench.attempt();
    assertThat(again.reserve(victim, "n1")).isSuccess();
    bench.handle.time().advance(Duration.ofMinutes(1));
    assertThat(writes.requests()).hasSize(1);

    again.unreserve(victim, "n1");
    bench.handle.time().run();
    assertThat(writes.requests()).hasSize(2);
  }

  /** It has lost its claim, and has not been told. */
  @Test
  void aVictimThatIsPlacedBeforeTheEchoDoesNotTakeTheClaimForItsOwn() {
    takeBack();
    PluginBench.Attempt again = bench.attempt();
    assertThat(again.reserve(victim, "n1")).isSuccess();

    assertThat(again.preBind(victim, "n1")).isError().hasReasons("claim default/a got deallocated elsewhere in the meantime");
    assertThat(writes.requests()).containsExactly(STATUS);
  }
}
