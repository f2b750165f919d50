package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.slices.DeviceId;
import io.berth.framework.FeatureGates;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SliceFeedTest {
  private static final ClusterEvent<?> SLICE_UPDATE =
      ClusterEvent.of(ResourceKind.RESOURCE_SLICES.events(), ActionType.UPDATE);

  private final PluginBench bench = new PluginBench();
  private final PodInfo pod = pod("p", "c").info();

  private static DeviceTaintRule rule(String name, @Nullable String pool, @Nullable String device) {
    return new DeviceTaintRuleBuilder()
        .withNewMetadata().withName(name).endMetadata()
        .withNewSpec()
        .withNewDeviceSelector(device, PluginBench.DRIVER, pool)
        .withNewTaint("NoSchedule", "bad", null, null)
        .endSpec()
        .build();
  }

  private Status fits(String node) {
    return bench.attempt().reserve(pod, node);
  }

  private int taints(String node, String device) {
    return Objects.requireNonNull(bench.manager().pools().device(DeviceId.of(PluginBench.DRIVER, node, device)))
        .taints()
        .size();
  }

  @Test
  void devicesComeAndGoWithTheirSlices() {
    bench.claims(claim("c").obj());
    assertThat(fits("n1")).isRejected();

    bench.devices("n1", "gpu-0");
    assertThat(fits("n1")).isSuccess();
    bench.tracker().release("uid-c", "uid-p");

    bench.handle.objects(ResourceKind.RESOURCE_SLICES).delete(bench.handle.objects(ResourceKind.RESOURCE_SLICES).list().get(0));
    assertThat(fits("n1")).isRejected();
    assertThat(bench.manager().pools().sliceCount()).isZero();
  }

  @Test
  void aRuleTaintsDevicesUntilItGoes() {
    bench.claims(claim("c").obj()).devices("n1", "gpu-0").devices("n2", "gpu-0");
    var rules = bench.handle.objects(ResourceKind.DEVICE_TAINT_RULES);
    rules.add(rule("r", "n1", null));

    assertThat(fits("n1")).isRejected();
    assertThat(taints("n2", "gpu-0")).isZero();
    assertThat(bench.handle.published()).containsExactly(SLICE_UPDATE);

    rules.update(rule("r", "n2", null));
    assertThat(fits("n2")).isRejected();
    assertThat(taints("n1", "gpu-0")).isZero();

    rules.delete(rule("r", "n2", null));
    assertThat(taints("n2", "gpu-0")).isZero();
    assertThat(bench.handle.published()).containsExactly(SLICE_UPDATE, SLICE_UPDATE, SLICE_UPDATE);
  }

  @Test
  void aRuleTaintsSlicesThatComeLaterAndChangedOnes() {
    bench.handle.objects(ResourceKind.DEVICE_TAINT_RULES).add(rule("r", null, "gpu-1"));
    bench.devices("n1", "gpu-0", "gpu-1");
    assertThat(taints("n1", "gpu-0")).isZero();
    assertThat(taints("n1", "gpu-1")).isEqualTo(1);

    var slices = bench.handle.objects(ResourceKind.RESOURCE_SLICES);
    slices.update(new ResourceSliceBuilder(slices.list().get(0)).editMetadata().addToLabels("a", "b").endMetadata().build());
    assertThat(taints("n1", "gpu-1")).isEqualTo(1);
  }

  @Test
  void rulesOfNoDeviceAreToldNobody() {
    bench.devices("n1", "gpu-0");
    bench.handle.objects(ResourceKind.DEVICE_TAINT_RULES).add(rule("r", "n9", null));
    bench
        .handle
        .objects(ResourceKind.DEVICE_TAINT_RULES)
        .add(new DeviceTaintRuleBuilder(rule("s", null, null)).editSpec().withDeviceSelector(null).endSpec().build());

    assertThat(taints("n1", "gpu-0")).isZero();
    assertThat(bench.handle.published()).isEmpty();
  }

  @Test
  void severalRulesAddUp() {
    bench.devices("n1", "gpu-0");
    bench.handle.objects(ResourceKind.DEVICE_TAINT_RULES).add(rule("r", "n1", null)).add(rule("s", null, null));

    assertThat(taints("n1", "gpu-0")).isEqualTo(2);
  }

  @Test
  void withoutTheirGateRulesAreNotRead() {
    var off =
        new PluginBench(
            FeatureGates.defaults().with(FeatureGates.DRA_DEVICE_TAINT_RULES, false), DynamicResourcesArgs.DEFAULT);

    assertThat(off.plugin.reads()).doesNotContain(ResourceKind.DEVICE_TAINT_RULES);
  }

  @Test
  void ofAPoolWithErrorsNothingIsGivenAndOneWarningTellsWhy() {
    bench.claims(claim("c").obj()).devices("n1", "gpu-0", "gpu-0");
    assertThat(fits("n1")).isRejected();
    var slices = bench.handle.objects(ResourceKind.RESOURCE_SLICES);
    slices.update(new ResourceSliceBuilder(slices.list().get(0)).editMetadata().addToLabels("a", "b").endMetadata().build());

    assertThat(bench.handle.recordedEvents().events())
        .singleElement()
        .hasToString(
            "n1-gpus Warning ResourcePoolIgnored: pool gpu.example.com/n1 of generation 1 is ignored: duplicate device name gpu-0");

    slices.update(new ResourceSliceBuilder(slices.list().get(0)).editSpec().withDevices().addNewDevice().withName("gpu-0").endDevice().endSpec().build());
    assertThat(fits("n1")).isSuccess();
  }

  @Test
  void aPoolThatWasGoneIsAnotherOneAndWarnedOfAnew() {
    bench.devices("n1", "gpu-0", "gpu-0");
    var slices = bench.handle.objects(ResourceKind.RESOURCE_SLICES);
    var faulty = slices.list().get(0);
    slices.delete(faulty);
    slices.add(faulty);

    assertThat(bench.handle.recordedEvents().events()).hasSize(2);
  }

  @Test
  void twoProfilesShareWhatIsAllocated() {
    bench.devices("n1", "gpu-0").claims(claim("c").obj(), claim("d").obj());
    var second = (DynamicResources) DynamicResources.factory(DynamicResourcesArgs.DEFAULT).create(bench.handle);
    assertThat(fits("n1")).isSuccess();

    var state = new io.berth.framework.CycleState();
    PodInfo other = pod("q", "d").info();
    second.preFilter(state, other, bench.handle.cache().snapshot());
    assertThat(second.filter(state, other, bench.node1())).isRejected();
  }
}
