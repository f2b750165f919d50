package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.EventPublisher;
import io.berth.framework.FeatureGates;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is woken when something is no longer held for a preemptor, or not released for it after all. Source: KEP-5690. */
class LostHoldsTest {
  private final PluginBench bench =
      new PluginBench(FeatureGates.defaults().with(FeatureGates.DRA_PREEMPTION, true), DynamicResourcesArgs.DEFAULT);
  private final PodInfo preemptor = PluginBench.pod("high", "wanted").priority(100).info();
  private final PodInfo other = PluginBench.pod("other", "c").info();
  private final PodInfo sharer = PluginBench.pod("sharer", "a").info();
  private final List<String> woken = new ArrayList<>();

  private PodInfo on(String node, PodFixture fixture) {
    PodInfo pod = fixture.on(node).info();
    bench.handle.cache().put(pod);
    bench.handle.objects(ResourceKind.PODS).add(pod.pod());
    return pod;
  }

  private static ClaimFixture held(String name, String device, String... podUids) {
    ClaimFixture claim = claim(name).on("n1", device);
    for (String uid : podUids) {
      claim.reservedFor(uid);
    }
    return claim;
  }

  private void update(ResourceClaim claim) {
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim);
  }

  private void start() {
    assertThat(bench.preFilter(preemptor)).isEqualTo(PreFilterDecision.ALL_NODES);
  }

  private void nominate(PodInfo... victims) {
    bench.handle.nominator().addNominatedPod(preemptor, NominatingInfo.override("n1"));
    bench.plugin.addNominatedPod(bench.state, preemptor, "n1", List.of(victims));
  }

  /** From now on it is noted which of these pods the published events wake. */
  private void listen(PodInfo... waiting) {
    ClaimHints hints = new ClaimHints(new PodClaims(bench.tracker()), null, bench.manager().nominations(), true);
    bench.handle.onPublished(
        new EventPublisher() {
          @Override
          public <T> void publish(ClusterEvent<T> event, @Nullable T before, @Nullable T after) {
            for (PodInfo pod : waiting) {
              if (hints.afterClaimChange(pod, (ResourceClaim) before, (ResourceClaim) after) == QueueingHint.QUEUE) {
                woken.add(pod.name());
              }
            }
          }
        });
  }

  /** Whoever shares a victim's claim may use it again. */
  @Test
  void aLossBeforeTheClaimsAreReleasedWakesNobodyButThoseWhoNameThem() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj(), claim("c").obj());
    start();
    nominate(low);
    listen(other, sharer);
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.DELETED);
    bench.handle.time().run();

    assertThat(woken).containsExactly("sharer");
  }

  /** What was not told before, since the release of the claim would have told it. */
  @Test
  void aVictimThatStaysAfterTheLossWakesThoseWhoWait() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj(), claim("c").obj());
    start();
    nominate(low);
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.DELETED);
    bench.handle.time().run();
    listen(other, sharer);
    bench.plugin.victimsSpared(preemptor, "n1", List.of(low));
    bench.handle.time().run();

    assertThat(woken).containsExactly("other", "sharer");
  }

  @Test
  void aVictimThatStaysBesideTheNomineeWakesThoseWhoNameItsClaim() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj(), claim("c").obj());
    start();
    nominate(low);
    listen(other, sharer);
    bench.plugin.victimsSpared(preemptor, "n1", List.of(low));
    bench.handle.time().run();

    assertThat(woken).containsExactly("sharer");
    assertThat(bench.handle.activated()).as("the preemptor is woken by preemption").isEmpty();
  }

  /** gpu-3 is taken by somebody of higher priority. What was held beside it is not needed any more. */
  @Test
  void otherDevicesForTheSameNomineeWakeThoseWhoWaitForTheOldOnes() {
    bench
        .devices("n1", "gpu-0", "gpu-1", "gpu-2", "gpu-3")
        .claims(claim("c").obj(), held("d", "gpu-1").obj(), claim("e").obj(), claim("wanted").request("more", "gpu").obj());
    update(held("c", "gpu-0").version(20).obj());
    start();
    nominate();
    update(claim("c").version(21).obj());
    update(claim("d").version(21).obj());
    update(held("e", "gpu-3").version(21).obj());
    listen(other);
    start();
    nominate();
    bench.handle.time().run();

    assertThat(woken).containsExactly("other");
  }

  @Test
  void theSameDevicesForTheSameNomineeWakeNobody() {
    bench.devices("n1", "gpu-0", "gpu-1").claims(claim("c").obj(), claim("wanted").obj());
    start();
    nominate();
    listen(other);
    start();
    nominate();
    bench.handle.time().run();

    assertThat(woken).isEmpty();
  }

  /** The other claim may stay as it is for long: its consumer cannot give it back, for instance. */
  @Test
  void aLossBeforeTheLastClaimIsReleasedWakesThoseWhoCanDoWithTheOtherDevices() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    PodInfo other = on("n1", PluginBench.pod("other", "b"));
    bench
        .devices("n1", "gpu-0", "gpu-1")
        .claims(
            held("a", "gpu-0", "uid-low").obj(),
            held("b", "gpu-1", "uid-other").obj(),
            claim("wanted").request("more", "gpu").obj());
    start();
    nominate(low, other);
    update(claim("a").version(50).obj());
    listen(PluginBench.pod("third", "wanted").info());
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.DELETED);
    bench.handle.time().run();

    assertThat(bench.manager().nominations().outstanding("n1")).hasSize(1);
    assertThat(woken).containsExactly("third");
  }
}
