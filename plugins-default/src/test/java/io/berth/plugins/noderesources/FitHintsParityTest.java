package io.berth.plugins.noderesources;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: plugins/noderesources/fit_test.go (isSchedulableAfter…), v1.37.2. */
class FitHintsParityTest {
  private static final QueueingHint QUEUE = QueueingHint.QUEUE;
  private static final QueueingHint SKIP = QueueingHint.QUEUE_SKIP;
  private static final String GPU = "example.com/gpu";

  private final NodeResourcesFit plugin = new NodeResourcesFit(new FakeHandle(), NodeResourcesFitArgs.DEFAULT);

  private QueueingHint afterDelete(PodFixture deleted) {
    return Cycle.of(plugin, pod("p").cpu("1").info())
        .hint(EventResource.ASSIGNED_POD, ActionType.DELETE, deleted.info(), null);
  }

  @Test
  void aDeletedPodHelpsIfItHadOrAwaitedANode() {
    assertThat(afterDelete(pod("d"))).isEqualTo(SKIP);
    assertThat(afterDelete(pod("d").on("n"))).isEqualTo(QUEUE);
    assertThat(afterDelete(pod("d").nominatedNodeName("n"))).isEqualTo(QUEUE);
  }

  private QueueingHint afterScaleDown(PodFixture waiting, PodFixture before, PodFixture after) {
    return Cycle.of(plugin, waiting.info())
        .hint(EventResource.ASSIGNED_POD, ActionType.UPDATE_POD_SCALE_DOWN, before.info(), after.info());
  }

  @Test
  void aSmallerPodHelpsIfItNowRequestsLessOfWhatTheWaitingPodRequests() {
    PodFixture large = pod("o").req("cpu", "2", "memory", "2Gi").on("n");
    PodFixture lessCpu = pod("o").req("cpu", "1", "memory", "2Gi").on("n");
    assertThat(afterScaleDown(pod("p").cpu("1"), large, lessCpu)).isEqualTo(QUEUE);
    assertThat(afterScaleDown(pod("p").memory("1Gi"), large, lessCpu)).isEqualTo(SKIP);
    assertThat(afterScaleDown(pod("p").req("cpu", "0", "memory", "1Gi"), large, lessCpu)).isEqualTo(SKIP);
    assertThat(
            afterScaleDown(
                pod("p").request(GPU, "1"),
                pod("o").request(GPU, "2").on("n"),
                pod("o").request(GPU, "1").on("n")))
        .isEqualTo(QUEUE);
    assertThat(afterScaleDown(pod("p").cpu("1"), pod("o").cpu("2"), pod("o").cpu("1"))).isEqualTo(SKIP);
  }

  @Test
  void theWaitingPodsOwnScaleDownIsAlwaysWorthAnAttempt() {
    PodInfo smaller = pod("p").cpu("1").info();
    assertThat(
            Cycle.of(plugin, smaller)
                .hint(EventResource.TARGET_POD, ActionType.UPDATE_POD_SCALE_DOWN, pod("p").cpu("2").info(), smaller))
        .isEqualTo(QUEUE);
  }

  private QueueingHint afterNode(PodFixture waiting, @Nullable NodeInfo before, NodeInfo after) {
    ActionType action = before == null ? ActionType.ADD : ActionType.UPDATE_NODE_ALLOCATABLE;
    return Cycle.of(plugin, waiting.info()).hint(EventResource.NODE, action, before, after);
  }

  private static NodeInfo sized(String cpu, String memory, int pods) {
    return node("n").cpu(cpu).memory(memory).pods(pods).info();
  }

  @Test
  void aNewNodeHelpsIfThePodWouldFitThereAlone() {
    assertThat(afterNode(pod("p").cpu("2"), null, sized("4", "8Gi", 10))).isEqualTo(QUEUE);
    assertThat(afterNode(pod("p").cpu("5"), null, sized("4", "8Gi", 10))).isEqualTo(SKIP);
    assertThat(afterNode(pod("p").cpu("1"), null, sized("4", "8Gi", 0))).isEqualTo(SKIP);
    assertThat(afterNode(pod("p").request(GPU, "1"), null, sized("4", "8Gi", 10))).isEqualTo(SKIP);
  }

  @Test
  void aNodeThatHasMoreHelpsIfItIsMoreOfWhatThePodRequests() {
    NodeInfo before = sized("2", "8Gi", 10);
    assertThat(afterNode(pod("p").cpu("2"), before, sized("4", "8Gi", 10))).isEqualTo(QUEUE);
    assertThat(afterNode(pod("p").cpu("2"), before, sized("2", "16Gi", 10))).isEqualTo(SKIP);
    assertThat(afterNode(pod("p").cpu("2"), before, before)).isEqualTo(SKIP);
    assertThat(afterNode(pod("p").cpu("2"), before, sized("2", "8Gi", 11))).isEqualTo(QUEUE);
    assertThat(afterNode(pod("p"), before, sized("4", "16Gi", 10))).isEqualTo(SKIP);
    assertThat(afterNode(pod("p").cpu("5"), before, sized("4", "8Gi", 10))).isEqualTo(SKIP);
  }

  private static DeviceClass deviceClass(String name, @Nullable String resource) {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withExtendedResourceName(resource)
        .endSpec()
        .build();
  }

  private QueueingHint afterClass(PodFixture waiting, @Nullable DeviceClass before, DeviceClass after) {
    ActionType action = before == null ? ActionType.ADD : ActionType.UPDATE;
    return Cycle.of(plugin, waiting.info()).hint(ResourceKind.DEVICE_CLASSES.events(), action, before, after);
  }

  @Test
  void aDeviceClassHelpsIfItStandsForAResourceThatThePodRequests() {
    PodFixture waiting = pod("p").request(GPU, "1");
    assertThat(afterClass(waiting, null, deviceClass("c", GPU))).isEqualTo(QUEUE);
    assertThat(afterClass(waiting, null, deviceClass("c", "example.com/other"))).isEqualTo(SKIP);
    assertThat(afterClass(waiting, null, deviceClass("c", null))).isEqualTo(SKIP);
    assertThat(afterClass(waiting, deviceClass("c", null), deviceClass("c", GPU))).isEqualTo(QUEUE);
    assertThat(afterClass(waiting, deviceClass("c", GPU), deviceClass("c", GPU))).isEqualTo(SKIP);
    assertThat(afterClass(waiting, deviceClass("c", GPU), deviceClass("c", null))).isEqualTo(SKIP);
  }

  @Test
  void aNewDeviceClassHelpsIfThePodRequestsItByItsName() {
    PodFixture waiting = pod("p").request("deviceclass.resource.kubernetes.io/c", "1");
    assertThat(afterClass(waiting, null, deviceClass("c", null))).isEqualTo(QUEUE);
    assertThat(afterClass(waiting, null, deviceClass("d", null))).isEqualTo(SKIP);
    assertThat(afterClass(waiting, deviceClass("c", "x.io/y"), deviceClass("c", null))).isEqualTo(SKIP);
  }

  @Test
  void withoutInPlaceResizeNobodyWaitsForSmallerPods() {
    FeatureGates gates = FeatureGates.defaults().with(FeatureGates.IN_PLACE_POD_VERTICAL_SCALING, false);
    NodeResourcesFit off = new NodeResourcesFit(new FakeHandle().featureGates(gates), NodeResourcesFitArgs.DEFAULT);
    assertThat(off.eventsToRegister()).hasSize(3);
    assertThat(plugin.eventsToRegister()).hasSize(5);
  }

  @Test
  void resourcesThatFilterIgnoresStillCountForHints() {
    NodeResourcesFit ignoring =
        new NodeResourcesFit(
            new FakeHandle(), new NodeResourcesFitArgs(List.of(GPU), List.of(), ScoringStrategy.DEFAULT));
    assertThat(
            Cycle.of(ignoring, pod("p").request(GPU, "1").info())
                .hint(EventResource.NODE, ActionType.ADD, null, sized("4", "8Gi", 10)))
        .isEqualTo(SKIP);
  }
}
