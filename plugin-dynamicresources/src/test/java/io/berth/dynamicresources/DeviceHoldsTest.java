package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the view of held devices tells, and when. */
class DeviceHoldsTest {
  private final PluginBench bench = PluginBench.withPreemption();
  private final PodInfo preemptor = PluginBench.pod("high", "wanted").priority(100).info();
  private final DeviceHolds holds = DeviceHolds.of(bench.handle);
  private final List<String> told = new ArrayList<>();

  DeviceHoldsTest() {
    holds.addListener(
        new DeviceHolds.Listener() {
          @Override
          public void held(DeviceHolds.Hold hold) {
            told.add("held " + text(hold));
          }

          @Override
          public void ended(DeviceHolds.Hold hold, @Nullable NominationLoss loss) {
            told.add("ended " + text(hold) + " " + loss);
          }
        });
  }

  private static String text(DeviceHolds.Hold hold) {
    List<String> devices = hold.devices().stream().map(d -> d.pool() + "/" + d.device() + " for " + d.claim()).toList();
    return hold.pod().name() + " on " + hold.node() + ": " + String.join(", ", devices);
  }

  private void nominate(String node, PodInfo... victims) {
    bench.handle.nominator().addNominatedPod(preemptor, NominatingInfo.override(node));
    bench.plugin.addNominatedPod(bench.state, preemptor, node, List.of(victims));
  }

  private PodInfo holder(String name, String claim) {
    return bench.place("n1", PluginBench.pod(name, claim));
  }

  @Test
  void aDeviceIsHeldFromTheDecisionUntilThePodReserves() {
    PodInfo low = holder("low", "a");
    bench.devices("n1", "gpu-0").claims(claim("a").on("n1", "gpu-0").reservedFor("uid-low").obj(), claim("wanted").obj());
    bench.preFilter(preemptor);
    assertThat(holds.all()).isEmpty();

    nominate("n1", low);
    assertThat(holds.all()).extracting(DeviceHoldsTest::text).containsExactly("high on n1: n1/gpu-0 for wanted");
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.BOUND);

    assertThat(holds.all()).isEmpty();
    assertThat(told).containsExactly("held high on n1: n1/gpu-0 for wanted", "ended high on n1: n1/gpu-0 for wanted BOUND");
  }

  @Test
  void theSameDecisionAgainIsNoNews() {
    bench.devices("n1", "gpu-0").claims(claim("wanted").obj());
    bench.preFilter(preemptor);
    nominate("n1");
    nominate("n1");

    assertThat(told).containsExactly("held high on n1: n1/gpu-0 for wanted");
  }

  @Test
  void aNominationThatMovesEndsOneHoldAndBeginsAnother() {
    bench.devices("n1", "gpu-0").devices("n2", "gpu-5").claims(claim("wanted").obj());
    bench.preFilter(preemptor);
    nominate("n1");
    bench.plugin.addNominatedPod(bench.state, preemptor, "n2", List.of());
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.REPLACED);

    assertThat(holds.all()).extracting(DeviceHoldsTest::text).containsExactly("high on n2: n2/gpu-5 for wanted");
    assertThat(told).last().isEqualTo("ended high on n1: n1/gpu-0 for wanted REPLACED");
  }

  @Test
  void aPodWithoutDevicesHoldsNothing() {
    bench.claims(claim("wanted").obj());
    bench.preFilter(preemptor);
    nominate("n1");
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.DELETED);

    assertThat(holds.all()).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void askingDrawsNoLots() {
    assertThat(shareIdOf(true)).isNotEmpty().isEqualTo(shareIdOf(false));
  }

  private static String shareIdOf(boolean asked) {
    PluginBench bench = PluginBench.withPreemption();
    PodInfo pod = PluginBench.pod("high", "wanted").priority(100).info();
    bench.handle.objects(ResourceKind.RESOURCE_SLICES).add(sharedDevice());
    bench.claims(claim("wanted").obj());
    bench.preFilter(pod);
    bench.plugin.addNominatedPod(bench.state, pod, "n1", List.of());
    if (asked) {
      assertThat(DeviceHolds.of(bench.handle).all().get(0).devices().get(0).consumed()).containsOnlyKeys("memory");
    }
    return bench.manager().nominations().all().get(0).held().get(0).getDevices().getResults().get(0).getShareID();
  }

  private static ResourceSlice sharedDevice() {
    return new ResourceSliceBuilder()
        .withNewMetadata().withName("shared").endMetadata()
        .withNewSpec()
        .withDriver(PluginBench.DRIVER)
        .withNodeName("n1")
        .withNewPool().withName("n1").withResourceSliceCount(1L).withGeneration(1L).endPool()
        .addNewDevice()
        .withName("gpu-0")
        .withAllowMultipleAllocations(true)
        .addToCapacity("memory", new DeviceCapacityBuilder().withValue(new Quantity("16Gi")).build())
        .endDevice()
        .endSpec()
        .build();
  }
}
