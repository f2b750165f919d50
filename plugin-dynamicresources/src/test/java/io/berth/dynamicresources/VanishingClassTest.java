package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import org.junit.jupiter.api.Test;

/** A class that goes in mid-cycle: the attempt fails with its name, and the next one waits for it. */
class VanishingClassTest {
  private final PluginBench bench = new PluginBench().devices("n1", "gpu-0");

  private DeviceClass deviceClass() {
    return bench.handle.objects(ResourceKind.DEVICE_CLASSES).get("", "gpu");
  }

  @Test
  void afterPreFilterTheSearchFailsAndTheNextAttemptIsUnresolvable() {
    PodInfo pod = pod("p", "c").info();
    bench.claims(claim("c").obj());
    assertThat(bench.preFilter(pod)).isAllNodes();
    bench.handle.objects(ResourceKind.DEVICE_CLASSES).delete(deviceClass());

    Status status = bench.filter(pod, "n1");
    assertThat(status).isError();
    assertThat(status.message()).contains("claim default/c, request r", "could not retrieve device class gpu");
    assertThat(bench.rejection(pod)).isUnresolvable().hasReasons("request r: device class gpu does not exist");
  }

  @Test
  void afterFilterTheDevicesAreGivenAllTheSame() {
    PodInfo pod = pod("p", "c").info();
    bench.claims(claim("c").obj());
    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(bench.filter(pod, "n1")).isSuccess();
    bench.handle.objects(ResourceKind.DEVICE_CLASSES).delete(deviceClass());

    assertThat(bench.plugin.reserve(bench.state, pod, "n1")).isSuccess();
    assertThat(bench.preBind(pod, "n1")).isSuccess();
  }

  @Test
  void anExtendedResourceLosesItsClassInTheSameWay() {
    bench
        .handle
        .objects(ResourceKind.DEVICE_CLASSES)
        .update(new DeviceClassBuilder(deviceClass()).editSpec().withExtendedResourceName("example.com/gpu").endSpec().build());
    PodInfo pod = Fixtures.pod("p").uid("uid-p").req("example.com/gpu", "1").info();
    assertThat(bench.preFilter(pod)).isAllNodes();
    bench.handle.objects(ResourceKind.DEVICE_CLASSES).delete(deviceClass());

    Status status = bench.filter(pod, "n1");
    assertThat(status).isError();
    assertThat(status.message()).contains("request container-0-request-0", "could not retrieve device class gpu");
    assertThat(bench.preFilter(pod)).as("no class stands for the resource any more").isSkip();
  }
}
