package io.berth.dynamicresources.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DevicePoolsTest {

  private static final Map<String, String> NO_LABELS = Map.of();

  @Test
  void aNodeSeesItsOwnPoolsAndThoseForAllInOrder() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(
        on("n1", slice("b", "z", 1, 1, "d1")), on("n2", slice("c", "y", 1, 1, "d1")), everywhere(slice("a", "shared", 1, 1, "d1"))));
    assertThat(names(pools, "n1")).containsExactly("d/shared 1", "d/z 1");
    assertThat(names(pools, "n2")).containsExactly("d/shared 1", "d/y 1");
    assertThat(names(pools, "n3")).containsExactly("d/shared 1");
  }

  @Test
  void slicesOfAPoolComeByName() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(on("n1", slice("s2", "p", 1, 2, "x")), on("n1", slice("s1", "p", 1, 2, "y"))));
    assertThat(pool(pools, "n1").device(0).name()).isEqualTo("y");
    assertThat(pool(pools, "n1").device(1).name()).isEqualTo("x");
  }

  @Test
  void aDeviceIsTheOneOfTheNewestGeneration() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(
        on("n1", slice("s1", "p", 2, 1, "x", "y")), on("n1", slice("s2", "p", 3, 2, "y", "z")), on("n1", slice("s3", "p", 1, 1, "x"))));
    assertThat(generation(pools, "x")).isEqualTo(2);
    assertThat(generation(pools, "y")).isEqualTo(3);
    assertThat(generation(pools, "z")).isEqualTo(3);
    assertThat(generation(pools.without("s1"), "x")).isEqualTo(1);
    assertThat(pools.without("s2").device(DeviceId.of("d", "p", "z"))).isNull();
    assertThat(pools.device(DeviceId.of("d", "other", "x"))).isNull();
  }

  private static long generation(DevicePools pools, String device) {
    return Objects.requireNonNull(pools.device(DeviceId.of("d", "p", device))).slice().generation();
  }

  @Test
  void aPoolIsIncompleteUntilItsLastSliceIsThere() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(on("n1", slice("s1", "p", 1, 2, "x"))));
    assertThat(names(pools, "n1")).containsExactly("d/p (incomplete)");
    pools = pools.with(on("n1", slice("s2", "p", 1, 2, "y")));
    assertThat(names(pools, "n1")).containsExactly("d/p 2");
    pools = pools.without("s1");
    assertThat(names(pools, "n1")).containsExactly("d/p (incomplete)");
    assertThat(names(pools.without("s2"), "n1")).isEmpty();
  }

  @Test
  void aNewGenerationReplacesTheOldOneSliceBySlice() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(on("n1", slice("s1", "p", 1, 2, "x")), on("n1", slice("s2", "p", 1, 2, "y"))));
    pools = pools.with(on("n1", slice("s1", "p", 2, 2, "x")));
    assertThat(names(pools, "n1")).containsExactly("d/p (incomplete)");
    pools = pools.with(on("n1", slice("s2", "p", 2, 2, "y", "z")));
    assertThat(names(pools, "n1")).containsExactly("d/p 3");
  }

  @Test
  void aPoolOfOtherNodesCountsForCompletenessAndGenerationOnly() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(on("n1", slice("s1", "p", 1, 2, "x")), on("n2", slice("s2", "p", 1, 2, "y"))));
    assertThat(names(pools, "n1")).containsExactly("d/p 1");
    assertThat(pool(pools, "n1").model().size()).isEqualTo(2);
    pools = pools.with(on("n2", slice("s2", "p", 2, 2, "y")));
    assertThat(names(pools, "n1")).as("something newer is on its way").isEmpty();
    assertThat(names(pools, "n2")).containsExactly("d/p (incomplete)");
  }

  @Test
  void selectorsFollowTheLabelsOfTheNode() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(forRack(slice("s1", "p", 1, 1, "x"), "r1")));
    assertThat(names(pools, "n1", Map.of("rack", "r1"))).containsExactly("d/p 1");
    assertThat(names(pools, "n1", Map.of("rack", "r2"))).isEmpty();
    assertThat(names(pools, "n1", Map.of("rack", "r1"))).containsExactly("d/p 1");
  }

  @Test
  void devicesMayChooseTheirNodesThemselves() {
    ResourceSlice slice = slice("s1", "p", 1, 1, "x", "y");
    slice.getSpec().setPerDeviceNodeSelection(true);
    slice.getSpec().getDevices().get(0).setNodeName("n1");
    slice.getSpec().getDevices().get(1).setAllNodes(true);
    DevicePools pools = DevicePools.of(Features.ALL, List.of(slice));
    PoolView here = pool(pools, "n1");
    PoolView there = pool(pools, "n2");
    assertThat(List.of(here.isReachable(0), here.isReachable(1))).containsExactly(true, true);
    assertThat(List.of(there.isReachable(0), there.isReachable(1))).containsExactly(false, true);
    Features without = Features.named(name -> !name.equals("DRAPartitionableDevices"));
    assertThat(names(DevicePools.of(without, List.of(slice)), "n1")).isEmpty();
  }

  @Test
  void poolsWithBindingConditionsComeLast() {
    ResourceSlice first = on("n1", slice("s1", "a", 1, 1, "x"));
    first.getSpec().getDevices().get(0).setBindingConditions(List.of("ready"));
    DevicePools pools = DevicePools.of(Features.ALL, List.of(first, on("n1", slice("s2", "b", 1, 1, "x"))));
    assertThat(names(pools, "n1")).containsExactly("d/b 1", "d/a 1");
  }

  @Test
  void aPoolWithErrorsSaysWhyAndOthersGoOn() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(on("n1", slice("s1", "good", 1, 1, "x")),
        on("n1", slice("s2", "twice", 1, 1, "x", "x")), on("n1", using("unknown", slice("s3", "lost", 1, 1, "x"))),
        on("n1", unreadable(slice("s4", "odd", 1, 1, "x")))));
    assertThat(names(pools, "n1")).hasSize(4)
        .contains("d/good 1", "d/lost (counter set unknown not found)", "d/twice (duplicate device name x)")
        .anySatisfy(name -> assertThat(name).startsWith("d/odd (device x cannot be read: \"lots\" is not a quantity"));
    assertThat(pools.problems().keySet()).extracting(PoolId::pool).containsExactly("lost", "odd", "twice");
    pools = pools.with(on("n1", slice("s2", "twice", 1, 1, "x", "y")));
    assertThat(pools.problem(new PoolId("d", "twice"))).isNull();
    assertThat(names(pools, "n1")).contains("d/twice 2");
  }

  @Test
  void negativeUseOfCountersIsAnError() {
    ResourceSlice counters = on("n1", slice("s1", "p", 1, 2));
    counters.getSpec().setSharedCounters(List.of(new CounterSet(Map.of("c", new Counter(new Quantity("1"))), "cs")));
    ResourceSlice devices = on("n1", using("cs", slice("s2", "p", 1, 2, "x")));
    devices.getSpec().getDevices().get(0).getConsumesCounters().get(0).setCounters(Map.of("c", new Counter(new Quantity("-1"))));
    DevicePools pools = DevicePools.of(Features.ALL, List.of(counters, devices));
    assertThat(pools.problem(new PoolId("d", "p"))).isEqualTo("device x takes a negative amount of counter c");
  }

  @Test
  void aSliceThatMovesToAnotherPoolLeavesTheFirst() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(on("n1", slice("s1", "p", 1, 1, "x"))));
    pools = pools.with(on("n2", slice("s1", "q", 1, 1, "x")));
    assertThat(names(pools, "n1")).isEmpty();
    assertThat(names(pools, "n2")).containsExactly("d/q 1");
    assertThat(pools.sliceCount()).isEqualTo(1);
  }

  @Test
  void earlierVersionsOfTheIndexStayAsTheyWere() {
    DevicePools first = DevicePools.of(Features.ALL, List.of(on("n1", slice("s1", "p", 1, 1, "x"))));
    DevicePools second = first.with(everywhere(slice("s2", "q", 1, 1, "y")));
    DevicePools third = second.without("s1");
    assertThat(names(first, "n1")).containsExactly("d/p 1");
    assertThat(names(second, "n1")).containsExactly("d/p 1", "d/q 1");
    assertThat(names(third, "n1")).containsExactly("d/q 1");
    assertThat(names(first, "n1")).containsExactly("d/p 1");
  }

  @Test
  void whatANodeSeesIsKeptWhileOnlyOthersChange() {
    DevicePools pools = DevicePools.of(Features.ALL, List.of(on("n1", slice("s1", "p", 1, 1, "x"))));
    NodePools before = pools.poolsFor("n1", NO_LABELS);
    DevicePools changed = pools.with(on("n2", slice("s2", "q", 1, 1, "x")));
    assertThat(changed.poolsFor("n1", NO_LABELS)).isSameAs(before);
  }

  @Test
  void whatSelectorsSayOfADeviceOutlivesChangesThatTheyDoNotSee() throws Exception {
    CelCompiler cel = new CelCompiler(CelFeatures.STORED);
    CompiledSelector selector = cel.selector("device.attributes[\"d\"].index == 1");
    ResourceSlice slice = on("n1", slice("s1", "p", 1, 1, "x"));
    DeviceAttribute index = new DeviceAttribute();
    index.setInt(1L);
    slice.getSpec().getDevices().get(0).setAttributes(Map.of("index", index));
    DevicePools pools = DevicePools.of(Features.ALL, List.of(slice));
    Device device = pool(pools, "n1").device(0);
    assertThat(device.matches(selector)).isTrue();

    ResourceSlice tainted = on("n1", slice("s1", "p", 1, 1, "x"));
    tainted.getSpec().getDevices().get(0).setAttributes(Map.of("index", index));
    tainted.getSpec().getDevices().get(0).setTaints(List.of(new DeviceTaint("NoSchedule", "k", null, "v")));
    Device after = pool(pools.with(tainted), "n1").device(0);
    assertThat(after.taints()).hasSize(1);
    assertThat(after.cel()).isSameAs(device.cel());

    ResourceSlice other = on("n1", slice("s1", "p", 1, 1, "x"));
    DeviceAttribute two = new DeviceAttribute();
    two.setInt(2L);
    other.getSpec().getDevices().get(0).setAttributes(Map.of("index", two));
    assertThat(pool(pools.with(other), "n1").device(0).matches(selector)).isFalse();
  }

  @Test
  void manySelectorsAreRememberedAndNoneIsMistakenForAnother() {
    SelectorMemo memo = new SelectorMemo();
    for (int round = 0; round < 3; round++) {
      for (int id = 0; id < 2000; id++) {
        int known = memo.get(id);
        assertThat(known == -1 || known == (id % 3 == 0 ? 1 : 0)).as("selector %s", id).isTrue();
        memo.put(id, id % 3 == 0);
        assertThat(memo.get(id)).isEqualTo(id % 3 == 0 ? 1 : 0);
      }
    }
  }

  @Test
  void aFaultySelectorIsAnErrorForEveryNodeThatIsAskedAbout() {
    ResourceSlice slice = slice("s1", "p", 1, 1, "x");
    slice.getSpec().setNodeSelector(new NodeSelector(List.of(new NodeSelectorTerm(
        List.of(new NodeSelectorRequirement("rack", "Near", List.of("r1"))), null))));
    DevicePools pools = DevicePools.of(Features.ALL, List.of(slice));
    assertThat(pools.poolsFor("n1", NO_LABELS).error())
        .startsWith("failed to perform node selection for slice s1: failed to parse node selector ");
    assertThat(pools.without("s1").poolsFor("n1", NO_LABELS).error()).isNull();
  }

  private static List<String> names(DevicePools pools, String node) {
    return names(pools, node, NO_LABELS);
  }

  private static List<String> names(DevicePools pools, String node, Map<String, String> labels) {
    return pools.poolsFor(node, labels).pools().stream().map(PoolView::toString).toList();
  }

  private static PoolView pool(DevicePools pools, String node) {
    return pools.poolsFor(node, NO_LABELS).pools().get(0);
  }

  private static ResourceSlice slice(String name, String pool, long generation, long count, String... devices) {
    ResourceSliceSpec spec = new ResourceSliceSpec();
    spec.setDriver("d");
    spec.setPool(new ResourcePool(generation, pool, count));
    List<io.fabric8.kubernetes.api.model.resource.v1.Device> beans = new ArrayList<>();
    for (String device : devices) {
      var bean = new io.fabric8.kubernetes.api.model.resource.v1.Device();
      bean.setName(device);
      beans.add(bean);
    }
    spec.setDevices(beans);
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(new ObjectMetaBuilder().withName(name).build());
    slice.setSpec(spec);
    return slice;
  }

  private static ResourceSlice on(String node, ResourceSlice slice) {
    slice.getSpec().setNodeName(node);
    return slice;
  }

  private static ResourceSlice everywhere(ResourceSlice slice) {
    slice.getSpec().setAllNodes(true);
    return slice;
  }

  private static ResourceSlice forRack(ResourceSlice slice, String rack) {
    slice.getSpec().setNodeSelector(new NodeSelector(List.of(new NodeSelectorTerm(
        List.of(new NodeSelectorRequirement("rack", "In", List.of(rack))), null))));
    return slice;
  }

  private static ResourceSlice using(String set, ResourceSlice slice) {
    slice.getSpec().getDevices().get(0).setConsumesCounters(new ArrayList<>(List.of(
        new DeviceCounterConsumption(null, set, Map.of("c", new Counter(new Quantity("1")))))));
    return slice;
  }

  private static ResourceSlice unreadable(ResourceSlice slice) {
    slice.getSpec().getDevices().get(0).setCapacity(new HashMap<>(Map.of("memory", new DeviceCapacity(null, new Quantity("lots")))));
    return slice;
  }
}
