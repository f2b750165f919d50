package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NominatingInfo;
import io.berth.framework.PostFilterResult;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import org.junit.jupiter.api.Test;

class ClaimPostFilterTest {
  private static final String DONE = "deallocation of ResourceClaim completed";
  private static final String WRITE = "update status of resourceclaims default/c";

  private final PluginBench bench = new PluginBench();
  private final PodInfo pod = pod("p", "c").info();

  /** The pod fits neither node. */
  private PostFilterResult afterFiltering() {
    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(bench.filter(pod, "n1")).isRejected();
    assertThat(bench.filter(pod, "n2")).isRejected();
    return bench.postFilter(pod);
  }

  @Test
  void anUnusedAllocationElsewhereIsGivenUp() {
    bench.claims(claim("c").on("n9", "gpu-0").obj());
    PostFilterResult result = afterFiltering();

    assertThat(result.status()).isUnschedulable().hasReasons(DONE);
    assertThat(result.nominating()).isEqualTo(NominatingInfo.NOOP);
    assertThat(bench.handle.recordedWrites().requests()).containsExactly(WRITE);
    assertThat(bench.claim("c").isAllocated()).as("until events say otherwise").isTrue();
  }

  @Test
  void soIsOneThatOnlyThisPodUses() {
    bench.claims(claim("c").on("n9", "gpu-0").reservedFor("uid-p").obj());

    assertThat(afterFiltering().status()).isUnschedulable().hasReasons(DONE);
  }

  @Test
  void anAllocationThatAnotherPodUsesStays() {
    bench.claims(claim("c").on("n9", "gpu-0").reservedFor("uid-other").obj());

    assertThat(afterFiltering().status()).isUnschedulable().hasReasons();
    assertThat(bench.handle.recordedWrites().requests()).isEmpty();
  }

  @Test
  void soDoesOneThatTwoPodsUse() {
    bench.claims(claim("c").on("n9", "gpu-0").reservedFor("uid-p").reservedFor("uid-other").obj());

    assertThat(afterFiltering().status()).isUnschedulable().hasReasons();
  }

  @Test
  void oneClaimAtATimeIsGivenUpTheFirstThatNobodyElseUses() {
    PodInfo three = pod("p", "a", "b", "c").info();
    bench.claims(
        claim("a").on("n9", "gpu-0").reservedFor("uid-other").obj(),
        claim("b").on("n9", "gpu-1").obj(),
        claim("c").on("n9", "gpu-2").obj());
    bench.preFilter(three);
    bench.filter(three, "n1");

    assertThat(bench.postFilter(three).status()).isUnschedulable().hasReasons(DONE);
    assertThat(bench.handle.recordedWrites().requests()).containsExactly("update status of resourceclaims default/b");
  }

  @Test
  void aClaimThatIsAvailableOnEveryNodeIsNotGivenUp() {
    PodInfo two = pod("p", "a", "c").info();
    bench.claims(claim("a").on("n1", "gpu-0").obj(), claim("c").on("n9", "gpu-2").obj());
    bench.preFilter(two);
    bench.filter(two, "n1");
    bench.postFilter(two);

    assertThat(bench.handle.recordedWrites().requests()).containsExactly(WRITE);
  }

  @Test
  void aFailedWriteIsAnError() {
    bench.claims(claim("c").on("n9", "gpu-0").obj());
    bench.handle.recordedWrites().next(new WriteOutcome.Failed<>("no luck", null));

    assertThat(afterFiltering().status()).isError().hasReasons("no luck");
  }

  @Test
  void devicesThatFailedAreGivenUpOnTheirOwnNode() {
    bench.claims(claim("c").on("n1", "gpu-0").waitsFor("Ready", "Broken").condition("n1", "gpu-0", "Broken", "True").obj());

    assertThat(afterFiltering().status()).isUnschedulable().hasReasons(DONE);
  }

  @Test
  void devicesThatAreNotReadyInTimeAreGivenUp() {
    bench.claims(claim("c").on("n1", "gpu-0").waitsFor("Ready", "Broken").allocatedAt("2025-12-31T23:49:59Z").obj());

    assertThat(afterFiltering().status()).isUnschedulable().hasReasons(DONE);
  }

  @Test
  void devicesThatMayStillBecomeReadyAreNot() {
    bench.claims(claim("c").on("n1", "gpu-0").waitsFor("Ready", "Broken").allocatedAt("2025-12-31T23:50:00Z").obj());

    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(bench.filter(pod, "n1")).isSuccess();
  }

  @Test
  void aSimulationLeavesTheStateAlone() {
    bench.claims(claim("c").on("n9", "gpu-0").obj());
    bench.preFilter(pod);
    assertThat(bench.plugin.filter(bench.state.copy(), pod, bench.node1())).isRejected();

    assertThat(bench.postFilter(pod).status()).isUnschedulable().hasReasons();
  }
}
