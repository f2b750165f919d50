package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.testkit.BerthAssertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.FeatureGates;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import org.junit.jupiter.api.Test;

/**
 * With preemption for devices on, only devices that others have are worth a try: every other reason to turn a pod down is as hopeless as it
 * was. Source: KEP-5690; plugins/dynamicresources/dynamicresources.go (statusUnschedulable), v1.37.2.
 */
class RejectionReasonsTest {
  private final PluginBench bench = PluginBench.withPreemption();

  private static PodInfo user(String... claims) {
    return PluginBench.pod("p", claims).priority(100).info();
  }

  private static void hopeless(Status status, String reason) {
    assertThat(status).hasCode(Code.UNSCHEDULABLE_AND_UNRESOLVABLE).hasReasons(reason);
  }

  private Status onNode1(PodInfo pod) {
    org.assertj.core.api.Assertions.assertThat(bench.preFilter(pod)).isEqualTo(PreFilterDecision.ALL_NODES);
    return bench.filter(pod, "n1");
  }

  @Test
  void devicesThatOthersHaveMayBeHadByPreemption() {
    bench.devices("n1", "gpu-0").claims(claim("a").on("n1", "gpu-0").reservedFor("uid-v").obj(), claim("wanted").obj());

    assertThat(onNode1(user("wanted"))).hasCode(Code.UNSCHEDULABLE).hasReasons("cannot allocate all claims");
  }

  @Test
  void aNodeWithoutSuchDevicesIsNotTriedInVain() {
    bench.devices("n2", "gpu-0").claims(claim("wanted").obj());

    hopeless(onNode1(user("wanted")), "cannot allocate all claims");
  }

  @Test
  void aClaimThatDoesNotExist() {
    hopeless(bench.rejection(user("wanted")), "could not find ResourceClaim \"default/wanted\"");
  }

  @Test
  void aClaimThatIsBeingDeleted() {
    bench.claims(claim("wanted").terminating().obj());

    hopeless(bench.rejection(user("wanted")), "resourceclaim \"wanted\" is being deleted");
  }

  @Test
  void aClaimThatWasMadeForAnotherPod() {
    bench.claims(claim("wanted").ownedBy(PluginBench.pod("other").info()).obj());
    PodInfo pod = Fixtures.pod("p").uid("uid-p").priority(100).podResourceClaims(fromTemplate()).info();
    pod.pod().getStatus().getResourceClaimStatuses().add(new io.fabric8.kubernetes.api.model.PodResourceClaimStatus("r", "wanted"));

    assertThat(bench.rejection(pod)).hasCode(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  private static io.fabric8.kubernetes.api.model.PodResourceClaim fromTemplate() {
    return new io.fabric8.kubernetes.api.model.PodResourceClaim("r", null, "t");
  }

  @Test
  void aClaimThatIsBeingAllocatedForAnotherPod() {
    bench.devices("n1", "gpu-0").claims(claim("wanted").obj());
    assertThat(bench.attempt().reserve(PluginBench.pod("other", "wanted").info(), "n1")).isSuccess();

    hopeless(bench.rejection(user("wanted")), "resource claim default/wanted is in the process of being allocated");
  }

  @Test
  void aClassThatDoesNotExist() {
    bench.claims(ClaimFixture.bare("wanted").request("r", "tpu").obj());

    hopeless(bench.rejection(user("wanted")), "request r: device class tpu does not exist");
  }

  @Test
  void aRequestOfAnUnknownKind() {
    var unknown = new ResourceClaimBuilder(ClaimFixture.bare("wanted").obj())
        .editSpec().editDevices().addNewRequest().withName("r").endRequest().endDevices().endSpec();
    bench.claims(unknown.build());

    hopeless(bench.rejection(user("wanted")), "resource claim default/wanted, request r: unknown request type");
  }

  @Test
  void alternativesWhereTheyAreSwitchedOff() {
    FeatureGates gates =
        FeatureGates.defaults().with(FeatureGates.DRA_PREEMPTION, true).with(FeatureGates.DRA_PRIORITIZED_LIST, false);
    PluginBench without = new PluginBench(gates, DynamicResourcesArgs.DEFAULT);
    without.claims(ClaimFixture.bare("wanted").oneOf("r", "gpu").obj());

    hopeless(
        without.rejection(user("wanted")),
        "resource claim default/wanted, request r: has subrequests, but the DRAPrioritizedList feature is disabled");
  }

  @Test
  void aClaimThatIsAllocatedElsewhere() {
    bench.devices("n1", "gpu-0").devices("n2", "gpu-0").claims(claim("wanted").on("n2", "gpu-0").obj());

    hopeless(onNode1(user("wanted")), "resourceclaim not available on the node");
  }

  /** One claim is on another node, and for the other one preemption might help: the pod cannot be here whatever goes. */
  @Test
  void aClaimThatIsAllocatedElsewhereBesideOneThatCouldBeHad() {
    bench.devices("n1", "gpu-0").devices("n2", "gpu-0")
        .claims(
            claim("a").on("n1", "gpu-0").reservedFor("uid-v").obj(),
            claim("there").on("n2", "gpu-0").obj(),
            claim("wanted").obj());

    hopeless(onNode1(user("there", "wanted")), "cannot allocate all claims");
  }

  @Test
  void aNodeThatLacksAFeatureWhichTheAllocatedDeviceNeeds() {
    bench.devices("n1", "gpu-0")
        .claims(claim("wanted").on("n1", "gpu-0").device(device -> device.addToSkipNodeOperations("Prepare")).obj());

    hopeless(onNode1(user("wanted")), "resourceclaim not available on the node");
  }

  @Test
  void aPodOfAGroup() {
    bench.devices("n1", "gpu-0").claims(claim("a").on("n1", "gpu-0").reservedFor("uid-v").obj(), claim("wanted").obj());

    hopeless(
        onNode1(PluginBench.pod("member", "wanted").priority(100).podGroupName("g").info()), "cannot allocate all claims");
  }

  @Test
  void devicesForAnExtendedResource() {
    bench.devices("n1", "gpu-0").claims(claim("a").on("n1", "gpu-0").reservedFor("uid-v").obj(), claim("wanted").obj());
    bench.handle.objects(ResourceKind.DEVICE_CLASSES).add(
        new DeviceClassBuilder()
            .withNewMetadata().withName("gpus").endMetadata()
            .withNewSpec().withExtendedResourceName("example.com/gpu").endSpec()
            .build());

    hopeless(
        onNode1(PluginBench.pod("p").uid("uid-p").priority(100).req("example.com/gpu", "1").info()), "cannot allocate all claims");
    hopeless(
        onNode1(PluginBench.pod("q", "wanted").priority(100).req("example.com/gpu", "1").info()), "cannot allocate all claims");
  }
}
