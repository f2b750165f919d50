package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.bare;
import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.framework.FeatureGates;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ClaimPreFilterTest {
  private final PluginBench bench = new PluginBench();
  private final PodInfo pod = pod("p", "c").info();

  @Test
  void aPodWithoutClaimsIsLeftAloneEverywhere() {
    PodInfo plain = Fixtures.pod("plain").info();

    assertThat(bench.preFilter(plain)).isSkip();
    assertThat(bench.filter(plain, "n1")).isSuccess();
    assertThat(bench.plugin.preScore(bench.state, plain, bench.handle.cache().list())).isSkip();
    assertThat(bench.plugin.reserve(bench.state, plain, "n1")).isSuccess();
    assertThat(bench.postFilter(plain).status()).isUnschedulable().hasReasons();
    bench.plugin.unreserve(bench.state, plain, "n1");
    assertThat(bench.handle.recordedWrites().requests()).isEmpty();
  }

  @Test
  void aClaimThatDoesNotExistKeepsThePodOutOfTheQueueAndOfTheCycle() {
    String reason = "could not find ResourceClaim \"default/c\"";

    assertThat(bench.plugin.preEnqueue(pod)).isUnresolvable().hasReasons(reason);
    assertThat(bench.rejection(pod)).isUnresolvable().hasReasons(reason).isFrom("DynamicResources");
  }

  @Test
  void aClaimThatIsBeingDeletedKeepsThePodOut() {
    bench.claims(claim("c").terminating().obj());

    assertThat(bench.plugin.preEnqueue(pod)).isUnresolvable().hasReasons("resourceclaim \"c\" is being deleted");
    assertThat(bench.rejection(pod)).isUnresolvable().hasReasons("resourceclaim \"c\" is being deleted");
  }

  @Test
  void aPodWaitsUntilItsClaimHasBeenMadeFromTheTemplate() {
    var entry = new PodResourceClaim();
    entry.setName("r");
    entry.setResourceClaimTemplateName("t");
    PodInfo templated = Fixtures.pod("p").uid("uid-p").podResourceClaims(entry).info();
    assertThat(bench.plugin.preEnqueue(templated))
        .isUnresolvable()
        .hasReasons("pod \"default/p\": ResourceClaim not created yet");

    PodInfo told =
        PodInfo.of(
            new PodBuilder(templated.pod())
                .editOrNewStatus()
                .addNewResourceClaimStatus().withName("r").withResourceClaimName("p-r").endResourceClaimStatus()
                .endStatus()
                .build(),
            bench.handle.effectiveRequests());
    bench.claims(claim("p-r").obj());
    assertThat(bench.rejection(told))
        .isUnresolvable()
        .hasReasons("ResourceClaim default/p-r was not created for Pod default/p (Pod is not owner)");

    bench.handle.objects(io.berth.framework.cluster.ResourceKind.RESOURCE_CLAIMS)
        .update(claim("p-r").version(11).ownedBy(told).obj());
    assertThat(bench.plugin.preEnqueue(told)).isSuccess();
    assertThat(bench.preFilter(told)).isAllNodes();
  }

  @Test
  void aTemplateThatAsksForNothingNeedsNothing() {
    var entry = new PodResourceClaim();
    entry.setName("r");
    entry.setResourceClaimTemplateName("t");
    PodInfo told =
        PodInfo.of(
            new PodBuilder(Fixtures.pod("p").podResourceClaims(entry).obj())
                .editOrNewStatus().addNewResourceClaimStatus().withName("r").endResourceClaimStatus().endStatus()
                .build(),
            bench.handle.effectiveRequests());

    assertThat(bench.preFilter(told)).isSkip();
  }

  @Test
  void aMissingClassIsNamed() {
    bench.claims(bare("c").request("r1", "gpu").request("r2", "tpu").obj());

    assertThat(bench.rejection(pod)).isUnresolvable().hasReasons("request r2: device class tpu does not exist");
  }

  @Test
  void aMissingClassOfAnAlternativeIsNamed() {
    bench.claims(bare("c").oneOf("r1", "gpu", "tpu").obj());

    assertThat(bench.rejection(pod))
        .isUnresolvable()
        .hasReasons("request r1/alternative-1: device class tpu does not exist");
  }

  @Test
  void aRequestWithoutAClassIsAnError() {
    bench.claims(bare("c").request("r1", "").obj());

    assertThat(bench.rejection(pod)).isError().hasReasons("request r1: unsupported request type");
  }

  @Test
  void aRequestOfAnUnknownTypeIsRejected() {
    var request = new DeviceRequest();
    request.setName("r1");
    bench.claims(
        new ResourceClaimBuilder(bare("c").obj())
            .editSpec().editDevices().withRequests(request).endDevices().endSpec().build());

    assertThat(bench.rejection(pod))
        .isUnresolvable()
        .hasReasons("resource claim default/c, request r1: unknown request type");
  }

  @Test
  void alternativesNeedTheirGate() {
    var gated =
        new PluginBench(
            FeatureGates.defaults().with(FeatureGates.DRA_PRIORITIZED_LIST, false), DynamicResourcesArgs.DEFAULT);
    gated.claims(bare("c").oneOf("r1", "gpu").obj());

    assertThat(gated.rejection(pod))
        .isUnresolvable()
        .hasReasons(
            "resource claim default/c, request r1: has subrequests, but the DRAPrioritizedList feature is disabled");
  }

  @Test
  void aClaimThatIsBeingAllocatedForAnotherPodHasToBeWaitedFor() {
    bench.claims(claim("c").obj());
    bench
        .tracker()
        .open(
            bench.claim("c"),
            ClaimAllocation.of(Objects.requireNonNull(ClaimCopies.allocation(claim("x").on("n1", "gpu-0").obj()))),
            "uid-other");

    assertThat(bench.rejection(pod))
        .isUnresolvable()
        .hasReasons("resource claim default/c is in the process of being allocated");
  }

  @Test
  void anAllocatedClaimNeedsNeitherItsClassNorASearch() {
    bench.claims(bare("c").request("r", "tpu").on("n1", "gpu-0").obj());

    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(bench.filter(pod, "n1")).isSuccess();
    assertThat(bench.filter(pod, "n2")).isUnresolvable().hasReasons("resourceclaim not available on the node");
    assertThat(bench.plugin.reserve(bench.state, pod, "n1")).isSuccess();
    assertThat(bench.tracker().pendingUids()).isEmpty();
  }

  @Test
  void aNodeSelectorThatCannotBeReadIsAnError() {
    var broken = claim("c").on("n1", "gpu-0").obj();
    broken.getStatus().getAllocation().getNodeSelector().getNodeSelectorTerms().get(0).getMatchFields().get(0).setOperator("Near");
    bench.claims(broken);

    assertThat(bench.rejection(pod)).isError().hasReasonContaining("Near");
  }

  @Test
  void withTheGateOffNothingIsReadRegisteredOrDecided() {
    var off =
        new PluginBench(
            FeatureGates.defaults().with(FeatureGates.DYNAMIC_RESOURCE_ALLOCATION, false), DynamicResourcesArgs.DEFAULT);

    assertThat(off.plugin.reads()).isEmpty();
    assertThat(off.plugin.eventsToRegister()).isEmpty();
    assertThat(off.plugin.preEnqueue(pod)).isSuccess();
    assertThat(off.preFilter(pod)).isSkip();
    assertThat(off.filter(pod, "n1")).isSuccess();
    assertThat(off.plugin.reserve(off.state, pod, "n1")).isSuccess();
    assertThat(Objects.requireNonNull(off.preBind(pod, "n1"))).isSuccess();
    assertThat(off.postFilter(pod).status()).isUnschedulable().hasReasons();
  }

  @Test
  void withoutAStateThePhasesAfterPreFilterFail() {
    assertThat(bench.filter(pod, "n1")).isError().hasReasons("not found");
    assertThat(bench.postFilter(pod).status()).isError().hasReasons("not found");
    assertThat(bench.plugin.reserve(bench.state, pod, "n1")).isError().hasReasons("not found");
    assertThat(Objects.requireNonNull(bench.preBind(pod, "n1"))).isError().hasReasons("not found");
    bench.plugin.unreserve(bench.state, pod, "n1");
  }
}
