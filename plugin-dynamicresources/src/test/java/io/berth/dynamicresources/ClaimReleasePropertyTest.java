package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.bare;
import static io.berth.dynamicresources.ClaimFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is a consumer, and when all have left: compared with the rule as it is told. Source: KEP-5690. */
class ClaimReleasePropertyTest {
  private static final int SEEDS = 400;

  /** The pods that there are, and a pod that nobody knows. */
  private static final List<String> UIDS =
      List.of("uid-near", "uid-close", "uid-going", "uid-far", "uid-far-going", "uid-member", "uid-member-going", "uid-unknown");

  private final PluginBench bench = PluginBench.withPreemption();
  private final List<PodInfo> pods = new ArrayList<>();

  private void pod(String name, String node, boolean member, boolean going) {
    PodFixture pod = PluginBench.pod(name, "c");
    pod = member ? pod.podGroupName("g") : pod;
    pods.add(bench.place(node, going ? pod.terminating() : pod));
  }

  private void pods() {
    pod("near", "n1", false, false);
    pod("close", "n1", false, false);
    pod("going", "n1", false, true);
    pod("far", "n2", false, false);
    pod("far-going", "n2", false, true);
    pod("member", "n1", true, false);
    pod("member-going", "n1", true, true);
  }

  private static ResourceClaim reserved(ResourceClaim claim, List<ResourceClaimConsumerReference> consumers) {
    return new ResourceClaimBuilder(claim).editOrNewStatus().withReservedFor(consumers).endStatus().build();
  }

  private static ResourceClaimConsumerReference consumer(Random random) {
    String uid = UIDS.get(random.nextInt(UIDS.size()));
    ResourceClaimConsumerReference consumer = new ResourceClaimConsumerReference();
    consumer.setResource(random.nextInt(12) == 0 ? "podgroups" : "pods");
    consumer.setApiGroup(random.nextInt(12) == 0 ? "scheduling.k8s.io" : random.nextBoolean() ? "" : null);
    consumer.setName(uid.substring(4));
    consumer.setUid(random.nextInt(12) == 0 ? "uid-of-another" : uid); // a pod of that name there has been
    return consumer;
  }

  private boolean isPod(ResourceClaimConsumerReference consumer) {
    return consumer.getResource().equals("pods") && (consumer.getApiGroup() == null || consumer.getApiGroup().isEmpty());
  }

  private boolean goes(ResourceClaimConsumerReference consumer) {
    return consumer.getUid().equals("uid-going") && consumer.getName().equals("going");
  }

  @Test
  void aClaimIsLeftWhenEachConsumerLeavesOrIsOnItsWayOutThere() {
    pods();
    bench.devices("n1", "gpu-0").claims(claim("c").on("n1", "gpu-0").obj());
    int version = 100;
    int released = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<ResourceClaimConsumerReference> consumers = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        consumers.add(consumer(random));
      }
      Set<String> leaving = new HashSet<>();
      for (PodInfo pod : pods) {
        if (ClaimRelease.takesPart(pod) && random.nextInt(3) > 0) {
          leaving.add(pod.uid());
        }
      }
      bench.handle.objects(ResourceKind.RESOURCE_CLAIMS)
          .update(reserved(claim("c").on("n1", "gpu-0").version(version++).obj(), consumers));
      ClaimInfo claim = bench.claim("c");
      ClaimRelease release = bench.manager().release();

      boolean left = consumers.stream().allMatch(c -> isPod(c) && (leaving.contains(c.getUid()) || goes(c)));
      assertThat(release.isLeftByAll(claim, "n1", leaving)).as("seed %d", seed).isEqualTo(left);
      assertThat(release.isHeldByAny(claim, leaving))
          .as("seed %d", seed)
          .isEqualTo(consumers.stream().anyMatch(c -> leaving.contains(c.getUid())));
      for (PodInfo pod : pods) {
        assertThat(release.heldBy(pod).contains(claim))
            .as("seed %d, %s", seed, pod)
            .isEqualTo(consumers.stream().anyMatch(c -> c.getUid().equals(pod.uid())));
      }
      released += left ? 1 : 0;
    }
    assertThat(released).isBetween(SEEDS / 10, SEEDS * 9 / 10);
  }

  @Test
  void nobodyHoldsAClaimWithoutConsumers() {
    bench.claims(bare("c").obj());

    assertThat(bench.manager().release().isHeldByAny(bench.claim("c"), Set.of())).isFalse();
    assertThat(bench.manager().release().isHeldByAny(bench.claim("c"), Set.of("uid-near"))).isFalse();
    assertThat(bench.manager().release().isLeftByAll(bench.claim("c"), "n1", Set.of())).isTrue();
  }

  /** A pod in PreBind is a consumer before the claim says so. */
  @Test
  void whoHasAnAllocationInFlightLeavesOnlyWithTheOthers() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj());
    pod("near", "n1", false, false);
    PodInfo near = pods.get(0);
    bench.attempt().reserve(near, "n1");
    ClaimRelease release = bench.manager().release();

    assertThat(release.heldBy(near)).containsExactly(bench.claim("c"));
    assertThat(release.isHeldByAny(bench.claim("c"), Set.of("uid-close"))).isFalse();
    assertThat(release.isHeldByAny(bench.claim("c"), Set.of("uid-close", "uid-near"))).isTrue();
    assertThat(release.isLeftByAll(bench.claim("c"), "n1", Set.of("uid-close"))).isFalse();
    assertThat(release.isLeftByAll(bench.claim("c"), "n1", Set.of("uid-near"))).isTrue();
  }
}
