package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import org.junit.jupiter.api.Test;

class ClaimFeedTest {
  private final PluginBench bench = new PluginBench();

  @Test
  void aDeallocationWhoseAllocationNoEventToldOfIsToldTheQueue() {
    bench.claims(claim("c").obj());
    bench.tracker().assume(claim("c").version(11).on("n1", "gpu-0").obj());
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim("c").version(12).obj());

    assertThat(bench.handle.published()).containsExactly(ClaimFeed.UPDATE);
    assertThat(bench.manager().allocated().devices()).isEmpty();
  }

  @Test
  void aDeletionOfAClaimWhoseAllocationNoEventToldOfIsToldTheQueue() {
    bench.claims(claim("c").obj());
    bench.tracker().assume(claim("c").version(11).on("n1", "gpu-0").obj());
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).delete(claim("c").obj());

    assertThat(bench.handle.published())
        .containsExactly(ClusterEvent.of(ResourceKind.RESOURCE_CLAIMS.events(), ActionType.DELETE));
  }

  @Test
  void whatEventsTellIsNotToldTwice() {
    bench.claims(claim("c").on("n1", "gpu-0").obj());
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim("c").version(12).obj());
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).delete(claim("c").version(12).obj());

    assertThat(bench.handle.published()).isEmpty();
  }

  @Test
  void anEventOlderThanTheAssumedVersionChangesNothing() {
    bench.claims(claim("c").obj());
    bench.tracker().assume(claim("c").version(20).on("n1", "gpu-0").obj());
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim("c").version(15).finalizer().obj());

    assertThat(bench.handle.published()).isEmpty();
    assertThat(bench.claim("c").isAllocated()).isTrue();
  }
}
