package io.berth.plugins.noderesources;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.FeatureGates;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Extended resources for which a device class stands. Source: plugins/noderesources/fit_test.go, resource_allocation_test.go and
 * balanced_allocation_test.go, v1.37.2.
 */
class ResourcesByDevicesParityTest {
  private static final String BACKED = "extended.resource.dra.io/something";
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/device-class-name";
  private static final String OTHER = "example.com/bbb";

  private final FakeHandle handle = new FakeHandle();

  private static DeviceClass deviceClass() {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName("device-class-name")
        .endMetadata()
        .withNewSpec()
        .withExtendedResourceName(BACKED)
        .endSpec()
        .build();
  }

  private void backed() {
    handle.objects(ResourceKind.DEVICE_CLASSES).add(deviceClass());
  }

  private NodeResourcesFit fit() {
    return new NodeResourcesFit(handle, NodeResourcesFitArgs.DEFAULT);
  }

  private Status filter(PodFixture pod, NodeInfo node) {
    return Cycle.of(fit(), pod.info()).filter(node);
  }

  @Test
  void aNodeThatHasNoneOfTheResourceIsLeftToThePluginForDevices() {
    backed();
    assertThat(filter(pod("p").req("cpu", "1", BACKED, "1"), node("n").cpu("1").info())).isEqualTo(Status.SUCCESS);
    assertThat(filter(pod("p").req(IMPLICIT, "7"), node("n").info())).isEqualTo(Status.SUCCESS);
    assertThat(filter(pod("p").req(BACKED, "1"), node("n").resource(BACKED, "0").info())).isEqualTo(Status.SUCCESS);
  }

  @Test
  void aNodeThatHasTheResourceByItselfIsCheckedAsAlways() {
    backed();
    NodeInfo node = node("n").resource(BACKED, "2").info();
    assertThat(filter(pod("p").req(BACKED, "2"), node)).isEqualTo(Status.SUCCESS);
    assertThat(filter(pod("p").req(BACKED, "1"), node.withPod(pod("user").req(BACKED, "2").on("n").info())).code())
        .isEqualTo(Code.UNSCHEDULABLE);
    assertThat(filter(pod("p").req(BACKED, "3"), node).code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  @Test
  void theOtherResourcesOfThePodAreCheckedAsAlways() {
    backed();
    Status status = filter(pod("p").req("cpu", "2", BACKED, "1", OTHER, "1"), node("n").cpu("1").info());
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("Insufficient cpu", "Insufficient example.com/bbb");
  }

  @Test
  void withManyResourcesTheSameHolds() {
    backed();
    PodFixture pod = pod("p").req(BACKED, "1");
    IntStream.range(10, 22).forEach(i -> pod.request("example.com/r" + i, "1"));
    assertThat(filter(pod, node("n").info()).reasons()).hasSize(12).noneMatch(reason -> reason.contains(BACKED));
  }

  @Test
  void withoutAClassTheResourceIsShort() {
    assertThat(filter(pod("p").req(BACKED, "1"), node("n").info()).reasons()).containsExactly("Insufficient " + BACKED);
    assertThat(filter(pod("p").req(IMPLICIT, "1"), node("n").info()).reasons())
        .containsExactly("Insufficient " + IMPLICIT);
  }

  @Test
  void aClassThatComesOrGoesCountsInTheNextCycle() {
    NodeResourcesFit fit = fit();
    PodFixture pod = pod("p").req(BACKED, "1");
    assertThat(Cycle.of(fit, pod.info()).filter(node("n").info()).isSuccess()).isFalse();
    backed();
    assertThat(Cycle.of(fit, pod.info()).filter(node("n").info()).isSuccess()).isTrue();
    handle.objects(ResourceKind.DEVICE_CLASSES).delete(deviceClass());
    assertThat(Cycle.of(fit, pod.info()).filter(node("n").info()).isSuccess()).isFalse();
  }

  @Test
  void withoutTheGateAClassStandsForNothingAndNobodyHearsOfIt() {
    backed();
    handle.featureGates(FeatureGates.defaults().with(FeatureGates.DRA_EXTENDED_RESOURCE, false));
    assertThat(filter(pod("p").req(BACKED, "1"), node("n").info()).reasons()).containsExactly("Insufficient " + BACKED);
    assertThat(fit().reads()).isEmpty();
    assertThat(fit().eventsToRegister())
        .noneMatch(event -> event.event().resource().equals(ResourceKind.DEVICE_CLASSES.events()));
    assertThat(new NodeResourcesBalancedAllocation(handle, NodeResourcesBalancedAllocationArgs.DEFAULT).reads()).isEmpty();
  }

  @Test
  void anyChangeOfANodeMayHelpAPodThatWaitsForDevicesThere() {
    backed();
    Cycle waiting = Cycle.of(fit(), pod("p").req(BACKED, "1").info());
    NodeInfo small = node("n").cpu("1").info();
    NodeInfo large = node("n").cpu("2").info();
    assertThat(waiting.hint(EventResource.NODE, ActionType.ADD, null, small)).isEqualTo(QueueingHint.QUEUE);
    assertThat(waiting.hint(EventResource.NODE, ActionType.UPDATE_NODE_ALLOCATABLE, small, large))
        .isEqualTo(QueueingHint.QUEUE);
    assertThat(Cycle.of(fit(), pod("p").info()).hint(EventResource.NODE, ActionType.UPDATE_NODE_ALLOCATABLE, small, large))
        .isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  /** What each node has of the class's devices, and how many of them are in use. */
  private record Totals(Map<String, long[]> byNode) implements DeviceTotals {
    @Override
    public long capacity(DeviceClass deviceClass, NodeInfo node) {
      return byNode.getOrDefault(node.name(), new long[2])[0];
    }

    @Override
    public long allocated(DeviceClass deviceClass, NodeInfo node) {
      return byNode.getOrDefault(node.name(), new long[2])[1];
    }

    @Override
    public DeviceTotals copy() {
      return this;
    }
  }

  private static CycleState with(Map<String, long[]> byNode) {
    CycleState state = new CycleState();
    state.write(DeviceTotals.KEY, new Totals(byNode));
    return state;
  }

  private static NodeResourcesFitArgs least(String resource) {
    return NodeResourcesFitArgs.DEFAULT.withScoringStrategy(
        new ScoringStrategy.LeastAllocated(List.of(new ResourceSpec(resource, 1))));
  }

  private static List<Long> scores(ScorePlugin plugin, CycleState state, PodFixture pod, NodeInfo... nodes) {
    return List.of(nodes).stream().map(node -> plugin.score(state, pod.info(), node)).toList();
  }

  @Test
  void devicesCountInTheRankingWithOrWithoutPreScore() {
    backed();
    PodFixture pod = pod("p").req(BACKED, "1");
    NodeInfo first = node("node1").info();
    NodeInfo second = node("node2").info();
    NodeResourcesFit fit = new NodeResourcesFit(handle, least(BACKED));
    CycleState state = with(Map.of("node1", new long[] {3, 0}, "node2", new long[] {2, 0}));
    assertThat(scores(fit, state, pod, first, second)).containsExactly(66L, 50L);
    assertThat(fit.preScore(state, pod.info(), List.of(first, second))).isEqualTo(Status.SUCCESS);
    assertThat(scores(fit, state, pod, first, second)).containsExactly(66L, 50L);
  }

  @Test
  void devicesInUseCount() {
    backed();
    CycleState state = with(Map.of("node1", new long[] {4, 1}, "node2", new long[] {4, 3}));
    assertThat(
            scores(
                new NodeResourcesFit(handle, least(IMPLICIT)),
                state,
                pod("p").req(IMPLICIT, "1"),
                node("node1").info(),
                node("node2").info()))
        .containsExactly(50L, 0L);
  }

  @Test
  void whereTheNodeHasTheResourceByItselfDevicesDoNotCount() {
    backed();
    CycleState state = with(Map.of("node1", new long[] {1, 0}));
    NodeInfo own = node("node1").resource(BACKED, "4").info().withPod(pod("user").req(BACKED, "1").on("node1").info());
    assertThat(scores(new NodeResourcesFit(handle, least(BACKED)), state, pod("p").req(BACKED, "1"), own))
        .containsExactly(50L);
  }

  @Test
  void aResourceThatNobodyHasIsLeftOutOfTheRanking() {
    backed();
    NodeResourcesFit fit = new NodeResourcesFit(handle, least(BACKED));
    PodFixture pod = pod("p").req(BACKED, "1");
    assertThat(scores(fit, with(Map.of()), pod, node("node1").info())).containsExactly(0L);
    assertThat(scores(fit, new CycleState(), pod, node("node1").info())).containsExactly(0L);
  }

  @Test
  void balanceLooksAtDevicesToo() {
    backed();
    NodeResourcesBalancedAllocation balanced =
        new NodeResourcesBalancedAllocation(
            handle,
            new NodeResourcesBalancedAllocationArgs(
                List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1), new ResourceSpec(BACKED, 1))));
    PodFixture pod = pod("p").req(BACKED, "1");
    NodeInfo first =
        node("node1").capacity("cpu", "3500m", "memory", "40000").info()
            .withPod(pod("a").req("cpu", "3").on("node1").info());
    NodeInfo second =
        node("node2").capacity("cpu", "3500m", "memory", "40000").info()
            .withPod(pod("b").req("cpu", "3", "memory", "5000").on("node2").info());
    CycleState state = with(Map.of("node1", new long[] {8, 0}));
    assertThat(scores(balanced, state, pod, first, second)).containsExactly(76L, 75L);
    assertThat(balanced.preScore(state, pod.info(), List.of(first, second))).isEqualTo(Status.SUCCESS);
    assertThat(scores(balanced, state, pod, first, second)).containsExactly(76L, 75L);
  }
}
