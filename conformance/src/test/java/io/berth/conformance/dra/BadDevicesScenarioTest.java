package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.DRIVER;
import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.selecting;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DeviceObjects.use;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.FeatureGates;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.simulator.RecordedEvent;
import io.berth.simulator.faults.WriteFault;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Slices, classes and claims with errors: the pod that they concern is told what is wrong with which object, or the pool is left out and
 * an event says so. All other pods go on.
 */
class BadDevicesScenarioTest {
  private static final Duration SOON = Duration.ofSeconds(5);

  /** Two nodes: one for whatever is wrong, one with a device that nothing is wrong with. Everything is there from the start. */
  private static Scenario with(HasMetadata... objects) {
    return Scenario.withNodes(node("bad").cpu("4"), node("good").cpu("4"))
        .using(DynamicResources.NAME, DynamicResources.factory(DynamicResourcesArgs.DEFAULT))
        .with(deviceClass("gpu"), slice("good", "d1"), claim("good", "gpu", 1))
        .with(objects);
  }

  private static PodFixture user(String claim) {
    return pod("user-of-" + claim).podResourceClaims(use(claim));
  }

  private static void othersGoOn(Stage stage) {
    assertThat(stage.pod("user-of-good")).isOn("good");
  }

  private static List<String> warnings(Stage stage) {
    return stage.cluster().events().stream()
        .filter(event -> event.reason().equals("ResourcePoolIgnored"))
        .map(RecordedEvent::note)
        .toList();
  }

  /** What the pod's condition is about: an error, or that it fits nowhere. */
  private static String reason(Stage stage, String pod) {
    return stage.cluster().pod(pod).getStatus().getConditions().get(0).getReason();
  }

  /** The claim asks for two devices, which only a pool with errors seems to have. */
  private static void isIgnored(ResourceSlice slice, String why) {
    with(slice, claim("two", "gpu", 2))
        .arrives(user("two"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-two")).isPending().isRejectedBy(DynamicResources.NAME);
              assertThat(warnings(stage)).containsExactly("pool " + DRIVER + "/bad of generation 1 is ignored: " + why);
              othersGoOn(stage);
            })
        .when("the driver corrects it", stage -> stage.update(slice("bad", "d1", "d2")))
        .after(SOON)
        .then(stage -> assertThat(stage.pod("user-of-two")).isOn("bad"))
        .run();
  }

  @Test
  void aPoolThatNamesADeviceTwiceIsIgnored() {
    isIgnored(slice("bad", "d1", "d2", "d1"), "duplicate device name d1");
  }

  @Test
  void aPoolWhoseDevicesDrawOnCountersOfNobodyIsIgnored() {
    Device device =
        new DeviceBuilder()
            .withName("d1")
            .addNewConsumesCounter()
            .withCounterSet("nowhere")
            .addToCounters("memory", new CounterBuilder().withValue(new Quantity("1")).build())
            .endConsumesCounter()
            .build();
    isIgnored(slice("bad", device, DeviceObjects.device("d2")), "counter set nowhere not found");
  }

  @Test
  void aPoolWithAnAmountThatIsNoneIsIgnored() {
    Device device =
        new DeviceBuilder()
            .withName("d1")
            .addToCapacity("memory", new DeviceCapacityBuilder().withValue(new Quantity("much")).build())
            .build();
    with(slice("bad", device, DeviceObjects.device("d2")), claim("two", "gpu", 2))
        .arrives(user("two"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-two")).isPending();
              assertThat(warnings(stage)).singleElement().satisfies(note -> assertThat(note).contains("device d1 cannot be read"));
              othersGoOn(stage);
            })
        .run();
  }

  @Test
  void aPoolWithNegativeCapacityIsIgnored() {
    Device device =
        new DeviceBuilder()
            .withName("d1")
            .withAllowMultipleAllocations(true)
            .addToCapacity("memory", new DeviceCapacityBuilder().withValue(new Quantity("-4Gi")).build())
            .build();
    isIgnored(slice("bad", device, DeviceObjects.device("d2")), "device d1 has a negative capacity memory");
  }

  @Test
  void aSliceThatIsBarelyOneHurtsNobody() {
    ResourceSlice empty = new ResourceSliceBuilder().withNewMetadata().withName("empty").endMetadata().build();
    ResourceSlice poolless =
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName("poolless")
            .endMetadata()
            .withNewSpec()
            .withDriver(DRIVER)
            .withNodeName("bad")
            .endSpec()
            .build();
    with(empty, poolless)
        .arrives(user("good"))
        .then(
            stage -> {
              othersGoOn(stage);
              assertThat(stage.cluster().events())
                  .extracting(RecordedEvent::note)
                  .contains("slice empty is ignored: it has no driver", "slice poolless is ignored: it has no pool");
            })
        .run();
  }

  @Test
  void rulesClassesAndClaimsThatSayNothingHurtNobody() {
    DeviceTaintRule rule = new DeviceTaintRuleBuilder().withNewMetadata().withName("empty").endMetadata().build();
    DeviceClass emptyClass = new DeviceClassBuilder().withNewMetadata().withName("empty").endMetadata().build();
    ResourceClaim emptyClaim =
        new ResourceClaimBuilder().withNewMetadata().withName("empty").withNamespace("default").endMetadata().build();
    ResourceClaim typeless =
        new ResourceClaimBuilder(emptyClaim)
            .editMetadata()
            .withName("typeless")
            .endMetadata()
            .withNewSpec()
            .withNewDevices()
            .addNewRequest()
            .withName("r")
            .endRequest()
            .endDevices()
            .endSpec()
            .build();
    with(rule, emptyClass, emptyClaim, typeless, claim("c", "empty", 1), slice("bad", "d1"))
        .arrives(user("empty"), user("typeless"), user("c"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-empty")).isScheduled();
              assertThat(stage.pod("user-of-typeless"))
                  .isPendingBecause("resource claim default/typeless, request r: unknown request type");
              assertThat(stage.pod("user-of-c")).isScheduled();
              assertThat(stage.pod("user-of-good")).isScheduled();
            })
        .run();
  }

  @Test
  void aClaimOfAClassThatDoesNotExistSaysWhich() {
    with(claim("c", "nothing", 1))
        .arrives(user("c"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-c"))
                  .isPendingBecause("request r: device class nothing does not exist")
                  .isRejectedBy(DynamicResources.NAME);
              assertThat(reason(stage, "user-of-c")).isEqualTo("Unschedulable");
              othersGoOn(stage);
            })
        .run();
  }

  @Test
  void aClassThatGoesAndComesBackIsMissedAndFound() {
    with(claim("c", "gpu", 1))
        .when("the class goes", stage -> stage.cluster().remove(deviceClass("gpu")))
        .arrives(user("c"))
        .then(stage -> assertThat(stage.pod("user-of-c")).isPendingBecause("device class gpu does not exist"))
        .when("it comes back", stage -> stage.create(deviceClass("gpu")))
        .arrives(user("good"))
        .after(SOON)
        .then(stage -> assertThat(stage.pod("user-of-c")).isScheduled())
        .run();
  }

  /** Devices are given by what the class was when they were looked for. */
  @Test
  void aClassThatGoesInTheMiddleOfABindingIsMissedByTheNextPodOnly() {
    with(slice("bad", "d1"), claim("c", "gpu", 1), claim("next", "gpu", 1))
        .when(
            "claims are written slowly",
            stage ->
                stage
                    .faults()
                    .arm(WriteFault.late(Duration.ofSeconds(1), Duration.ofSeconds(1)).ofKind(ResourceKind.RESOURCE_CLAIMS).atMost(1)))
        .arrives(user("c"))
        .then(stage -> assertThat(stage.cluster().pod("user-of-c").getSpec().getNodeName()).as("is being bound").isNull())
        .when("the class goes", stage -> stage.cluster().remove(deviceClass("gpu")))
        .arrives(user("next"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-next")).isPendingBecause("device class gpu does not exist");
              assertThat(reason(stage, "user-of-next")).isEqualTo("Unschedulable");
            })
        .after(SOON)
        .then(stage -> assertThat(stage.pod("user-of-c")).isScheduled())
        .run();
  }

  @Test
  void aPoolWithACounterSetTwiceIsIgnored() {
    CounterSet memory =
        new CounterSetBuilder()
            .withName("memory")
            .addToCounters("m", new CounterBuilder().withValue(new Quantity("1")).build())
            .build();
    ResourceSlice twice =
        new ResourceSliceBuilder(slice("bad", "d1", "d2")).editSpec().withSharedCounters(memory, memory).endSpec().build();
    isIgnored(twice, "duplicate counter set name memory");
  }

  @Test
  void anExpressionThatFailsNamesItsClassAndTheDevice() {
    with(
            selecting(deviceClass("broken"), "device.attributes[\"gpu.example.com\"].model == \"a\""),
            claim("c", "broken", 1))
        .arrives(user("c"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-c")).isPending();
              assertThat(stage.pod("user-of-c").first().message()).contains("class broken", "d1", "no such key: model");
              assertThat(reason(stage, "user-of-c")).isEqualTo("SchedulerError");
              othersGoOn(stage);
            })
        .when("the class is corrected", stage -> stage.update(selecting(deviceClass("broken"), "device.driver == \"gpu.example.com\"")))
        .when("there is one more device", stage -> stage.create(slice("bad", "d1")))
        .after(Duration.ofSeconds(15))
        .then(stage -> assertThat(stage.pod("user-of-c")).isOn("bad"))
        .run();
  }

  @Test
  void anExpressionThatDoesNotCompileNamesItsClass() {
    with(selecting(deviceClass("broken"), "device.driver =="), claim("c", "broken", 1))
        .arrives(user("c"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-c")).isPending();
              assertThat(stage.pod("user-of-c").first().message()).contains("class broken", "compilation failed");
              othersGoOn(stage);
            })
        .run();
  }

  @Test
  void anExpressionThatNeverEndsIsEnded() {
    String numbers = IntStream.range(0, 100).mapToObj(Integer::toString).reduce((a, b) -> a + "," + b).orElseThrow();
    String all = "[" + numbers + "].all(x, ";
    String endless = all + all.replace("x", "y") + all.replace("x", "z") + all.replace("x", "w") + "x + y + z + w >= 0))))";
    with(selecting(deviceClass("endless"), endless), claim("c", "endless", 1))
        .arrives(user("c"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-c")).isPending();
              assertThat(stage.pod("user-of-c").first().message()).contains("class endless", "cost limit");
              assertThat(reason(stage, "user-of-c")).isEqualTo("SchedulerError");
              othersGoOn(stage);
            })
        .run();
  }

  @Test
  void derivedAttributesThatReferToEachOtherFail() {
    ResourceClaim circular =
        new ResourceClaimBuilder(claim("c", "gpu", 2))
            .editSpec()
            .editDevices()
            .editFirstRequest()
            .editExactly()
            .addNewDerivedAttribute()
            .withName("derived/a")
            .withExpression("device.attributes[\"derived\"].b")
            .endDerivedAttribute()
            .addNewDerivedAttribute()
            .withName("derived/b")
            .withExpression("device.attributes[\"derived\"].a")
            .endDerivedAttribute()
            .endExactly()
            .endRequest()
            .addNewConstraint()
            .withMatchAttribute("derived/a")
            .endConstraint()
            .endDevices()
            .endSpec()
            .build();
    with(slice("bad", "d1", "d2"), circular)
        .gate(FeatureGates.DRA_DERIVED_ATTRIBUTES, true)
        .arrives(user("c"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-c")).isPending();
              assertThat(stage.pod("user-of-c").first().message()).contains("derived attribute derived/a", "no such key");
            })
        .after(SOON)
        .then(stage -> assertThat(stage.pod("user-of-good")).isScheduled())
        .run();
  }

  @Test
  void moreAttributesThanAnApiServerTakesAreReadAllTheSame() {
    DeviceBuilder device = new DeviceBuilder().withName("d1");
    for (int i = 0; i < 500; i++) {
      device.addToAttributes("a" + i, new DeviceAttributeBuilder().withString("x".repeat(200)).build());
    }
    with(
            slice("bad", device.build()),
            selecting(deviceClass("many"), "device.attributes[\"gpu.example.com\"][?\"a499\"].hasValue()"),
            claim("c", "many", 1))
        .arrives(user("c"), user("good"))
        .then(
            stage -> {
              assertThat(stage.pod("user-of-c")).isOn("bad");
              othersGoOn(stage);
            })
        .run();
  }
}
