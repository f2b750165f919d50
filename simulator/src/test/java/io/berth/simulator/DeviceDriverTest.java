package io.berth.simulator;

import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.DeviceDriverOptions.BindingReply;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceDriverTest {
  private static final String DRIVER = "gpu.example.com";

  private final VirtualTime time = VirtualTime.create();
  private final List<WriteInterceptor> faults = new ArrayList<>();
  private final InMemoryCluster cluster =
      InMemoryCluster.builder(time, time.executor())
          .writeInterceptor(request -> WriteFault.firstOf(faults).beforeWrite(request))
          .build();
  private DeviceDriverOptions options = DeviceDriverOptions.of(DRIVER);

  private DeviceDriver driver() {
    DeviceDriver driver = DeviceDriver.on(time, cluster, options);
    driver.start();
    return driver;
  }

  private void seconds(int seconds) {
    time.advance(Duration.ofSeconds(seconds));
  }

  private static DevicePool.Slice slice(String... devices) {
    return DevicePool.Slice.of(
        List.of(devices).stream().map(name -> new DeviceBuilder().withName(name).build()).toArray(Device[]::new));
  }

  private List<ResourceSlice> slices() {
    return cluster.list(ResourceKind.RESOURCE_SLICES);
  }

  private List<Long> generations() {
    return slices().stream().map(slice -> slice.getSpec().getPool().getGeneration()).toList();
  }

  private List<String> devices() {
    return slices().stream().flatMap(slice -> slice.getSpec().getDevices().stream()).map(Device::getName).toList();
  }

  @Test
  void aPoolOfANodeIsPublishedWhenTheNodeIsThereAndGoesWithIt() {
    DeviceDriver driver = driver();
    driver.publish(DevicePool.onNode("n", slice("gpu-0", "gpu-1"), slice("gpu-2")));
    seconds(1);
    assertThat(slices()).isEmpty();
    cluster.create(node("n").obj());
    seconds(1);
    assertThat(devices()).containsExactly("gpu-0", "gpu-1", "gpu-2");
    ResourceSlice first = slices().get(0);
    assertThat(first.getMetadata().getName()).startsWith("0-gpu.example.com-n-");
    assertThat(first.getMetadata().getOwnerReferences().get(0).getKind()).isEqualTo("Node");
    assertThat(first.getSpec().getNodeName()).isEqualTo("n");
    assertThat(first.getSpec().getPool().getResourceSliceCount()).isEqualTo(2);
    cluster.delete(cluster.node("n"));
    seconds(1);
    assertThat(slices()).isEmpty();
  }

  @Test
  void nodesMayComeWithDevices() {
    options = options.withPools(node -> Optional.of(DevicePool.onNode(node.getMetadata().getName(), slice("gpu-0"))));
    driver();
    cluster.create(node("a").obj());
    cluster.create(node("b").obj());
    seconds(1);
    assertThat(slices()).extracting(slice -> slice.getSpec().getNodeName()).containsExactly("a", "b");
  }

  @Test
  void aChangeInOneSliceKeepsTheGenerationAndAChangeInTwoDoesNot() {
    DeviceDriver driver = driver();
    DevicePool pool = DevicePool.everywhere("pool", slice("a"), slice("b"));
    driver.publish(pool);
    seconds(1);
    assertThat(generations()).containsExactly(1L, 1L);
    assertThat(slices().get(0).getSpec().getAllNodes()).isTrue();
    driver.publish(pool.withSlices(slice("a", "c"), slice("b")));
    seconds(1);
    assertThat(generations()).containsExactly(1L, 1L);
    assertThat(devices()).containsExactly("a", "c", "b");
    driver.publish(pool.withSlices(slice("d"), slice("e")));
    seconds(1);
    assertThat(generations()).containsExactly(2L, 2L);
    assertThat(devices()).containsExactly("d", "e");
  }

  @Test
  void aPoolThatGrowsOrShrinksBySlicesIsIncompleteUntilItsLastSliceIsWritten() {
    DeviceDriver driver = driver();
    DevicePool pool = DevicePool.everywhere("pool", slice("a"));
    driver.publish(pool);
    seconds(1);
    faults.add(WriteFault.late(Duration.ofSeconds(10), Duration.ZERO).on(Verb.CREATE));
    driver.publish(pool.withSlices(slice("a"), slice("b")));
    seconds(1);
    assertThat(devices()).containsExactly("a");
    assertThat(slices().get(0).getSpec().getPool().getResourceSliceCount()).isEqualTo(2);
    seconds(10);
    assertThat(devices()).containsExactly("a", "b");
    assertThat(generations()).containsExactly(2L, 2L);
    driver.publish(pool);
    seconds(1);
    assertThat(devices()).containsExactly("a");
  }

  @Test
  void theGenerationIsAtLeastWhatWasAskedFor() {
    driver().publish(DevicePool.everywhere("pool", slice("a")).withGeneration(7));
    seconds(1);
    assertThat(generations()).containsExactly(7L);
  }

  @Test
  void slicesThatSomebodyDeletesOrThatAreNobodysAreSetRight() {
    DeviceDriver driver = driver();
    driver.publish(DevicePool.everywhere("pool", slice("a")));
    seconds(1);
    cluster.delete(slices().get(0));
    seconds(1);
    assertThat(devices()).containsExactly("a");
    driver.stop();
    driver.withdraw("pool");
    seconds(1);
    assertThat(slices()).hasSize(1);
    driver.start();
    seconds(1);
    assertThat(slices()).isEmpty();
  }

  @Test
  void anotherDriversSlicesAreLeftAlone() {
    driver().publish(DevicePool.everywhere("pool", slice("a")));
    DeviceDriver other = DeviceDriver.on(time, cluster, DeviceDriverOptions.of("net.example.com"));
    other.start();
    other.publish(DevicePool.everywhere("pool", slice("eth")));
    seconds(5);
    assertThat(devices()).containsExactlyInAnyOrder("a", "eth");
    assertThat(generations()).containsExactly(1L, 1L);
  }

  private ResourceClaim allocated() {
    return cluster.create(
        new ResourceClaimBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName("c")
            .endMetadata()
            .withNewStatus()
            .withNewAllocation()
            .withNewDevices()
            .addNewResult()
            .withDriver(DRIVER)
            .withPool("n")
            .withDevice("gpu-0")
            .withBindingConditions("Attached", "Warm")
            .withBindingFailureConditions("Broken")
            .endResult()
            .endDevices()
            .endAllocation()
            .endStatus()
            .build());
  }

  private List<String> conditions() {
    return cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", "c").getStatus().getDevices().stream()
        .map(AllocatedDeviceStatus::getConditions)
        .flatMap(List::stream)
        .map(Condition::getType)
        .toList();
  }

  @Test
  void bindingConditionsBecomeTrueAfterTheDelay() {
    options = options.withBindings(result -> Optional.of(new BindingReply(Duration.ofSeconds(30), true)));
    driver();
    allocated();
    seconds(29);
    assertThat(conditions()).isEmpty();
    seconds(1);
    assertThat(conditions()).containsExactly("Attached", "Warm");
  }

  @Test
  void aDeviceMayFail() {
    options = options.withBindings(result -> Optional.of(new BindingReply(Duration.ZERO, false)));
    driver();
    allocated();
    seconds(1);
    assertThat(conditions()).containsExactly("Broken");
  }

  @Test
  void aDriverMayNeverAnswer() {
    options = options.withBindings(result -> Optional.empty());
    driver();
    allocated();
    seconds(1000);
    assertThat(conditions()).isEmpty();
  }

  @Test
  void withoutADriverSomebodyElseAnswers() {
    DeviceReadiness.on(time, cluster, Duration.ofSeconds(3)).start();
    allocated();
    seconds(3);
    assertThat(conditions()).containsExactly("Attached", "Warm");
  }

  @Test
  void aDeallocatedDeviceLosesItsStatus() {
    driver();
    allocated();
    seconds(2);
    assertThat(conditions()).hasSize(2);
    ResourceClaim claim = cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", "c");
    cluster.updateStatus(
        ResourceKind.RESOURCE_CLAIMS, new ResourceClaimBuilder(claim).editStatus().withAllocation(null).endStatus().build());
    seconds(1);
    assertThat(conditions()).isEmpty();
  }
}
