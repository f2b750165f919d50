package io.berth.conformance.histories.dra;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.conformance.histories.dra.ClaimSpec.Ask;
import io.berth.conformance.histories.dra.ClaimSpec.Rule;
import io.berth.conformance.histories.dra.ClaimSpec.Wish;
import io.berth.conformance.histories.dra.DeviceSpec.Alpha;
import io.berth.conformance.histories.dra.DeviceSpec.Extras;
import io.berth.conformance.histories.dra.DeviceSpec.Policy;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NaiveAllocationTest {
  private static final Node N1 =
      new NodeBuilder().withNewMetadata().withName("n1").addToLabels("disk", "ssd").endMetadata().build();
  private static final DeviceSpec A = new DeviceSpec("d0", "a", 0, Extras.NONE);
  private static final DeviceSpec B = new DeviceSpec("d1", "b", 0, Extras.NONE);
  private static final DeviceSpec SHARED = new DeviceSpec("s0", "a", 0, Extras.NONE);
  private static final Wish ONE = Wish.of(ClaimSpec.WHOLE, 1);
  private static final Wish TWO = Wish.of(ClaimSpec.WHOLE, 2);
  private static final Wish ALL = Wish.of(ClaimSpec.WHOLE, 0);
  private static final Wish ADMIN = ONE.with(new ClaimSpec.Extras(true, "", false));

  private List<DeviceRequestAllocationResult> held = new ArrayList<>();
  private final List<DeviceTaintRule> rules = new ArrayList<>();

  private static Map<String, DeviceClass> classes() {
    return Map.of(
        ClaimSpec.WHOLE, deviceClass(ClaimSpec.WHOLE, Selector.WHOLE),
        ClaimSpec.SHARE, deviceClass(ClaimSpec.SHARE, Selector.SHARED),
        ClaimSpec.ANY, deviceClass(ClaimSpec.ANY, Selector.ANY));
  }

  private static DeviceClass deviceClass(String name, Selector selector) {
    return new DeviceClassBuilder()
        .withNewMetadata().withName(name).endMetadata()
        .withNewSpec().addNewSelector().withNewCel(selector.text()).endSelector().endSpec()
        .build();
  }

  private static DeviceSpec device(String name, int numa, int slot) {
    return new DeviceSpec(name, "a", 0, new Extras(numa, slot, "", Reach.ALL, false, Policy.NONE, Alpha.NONE));
  }

  private static DeviceSpec tainted(String name, String taint) {
    return new DeviceSpec(name, "a", 0, new Extras(0, 0, taint, Reach.ALL, false, Policy.NONE, Alpha.NONE));
  }

  private NaiveAllocationTest holds(String device, String share) {
    DeviceRequestAllocationResult result = new DeviceRequestAllocationResult();
    result.setDriver(PoolSpec.DRIVER);
    result.setPool("n1");
    result.setDevice(device);
    if (!share.isEmpty()) {
      result.setShareID("id");
      result.setConsumedCapacity(Map.of(DeviceSpec.MEMORY, new Quantity(share)));
    }
    held.add(result);
    return this;
  }

  private boolean possible(List<DeviceSpec> devices, int units, Wish... wishes) {
    List<Ask> asks = new ArrayList<>();
    for (Wish wish : wishes) {
      asks.add(Ask.of(wish));
    }
    return possible(PoolSpec.ofNode("n1", 3, units, devices).build(), new ClaimSpec("c", asks));
  }

  private boolean possible(List<ResourceSlice> slices, ClaimSpec... claims) {
    NaiveAllocation allocation = new NaiveAllocation(NaivePool.on(N1, slices, rules), held);
    for (ClaimSpec claim : claims) {
      allocation.want(Situation.read(claim.claim(), classes()));
    }
    held = new ArrayList<>();
    return allocation.isPossible();
  }

  private static List<ResourceSlice> node(DeviceSpec... devices) {
    return PoolSpec.ofNode("n1", 3, 0, List.of(devices)).build();
  }

  private static ClaimSpec claim(Wish... wishes) {
    return new ClaimSpec("c", List.of(Ask.of(wishes)));
  }

  @Test
  void wholeDevicesGoToOneClaim() {
    assertThat(possible(List.of(A, B), 0, TWO)).isTrue();
    assertThat(holds("d0", "").possible(List.of(A, B), 0, TWO)).isFalse();
    assertThat(holds("d0", "").possible(List.of(A, B), 0, ONE.liking(Selector.MODEL_B))).isTrue();
    assertThat(holds("d0", "").possible(List.of(A, B), 0, ONE.liking(Selector.MODEL_A))).isFalse();
    assertThat(possible(List.of(A, B), 0, ONE, ONE.liking(Selector.MODEL_A))).isTrue();
    assertThat(possible(List.of(SHARED), 0, ONE)).isFalse();
  }

  @Test
  void sharesGoAsFarAsTheDeviceGoes() {
    assertThat(holds("s0", "1").possible(List.of(SHARED), 0, Wish.share(3))).isTrue();
    assertThat(holds("s0", "2").possible(List.of(SHARED), 0, Wish.share(3))).isFalse();
    assertThat(possible(List.of(SHARED), 0, Wish.share(2), Wish.share(3))).isFalse();
    assertThat(holds("s0", "1").possible(List.of(SHARED), 0, Wish.share(0))).isFalse(); // who says nothing wants all of it
  }

  @Test
  void amountsAreRoundedAsTheDeviceSays() {
    DeviceSpec ranged = SHARED.with(new Extras(0, 0, "", Reach.ALL, false, Policy.RANGE, Alpha.NONE));
    assertThat(holds("s0", "1").possible(List.of(ranged), 0, Wish.share(2))).isTrue(); // 3
    assertThat(holds("s0", "2").possible(List.of(ranged), 0, Wish.share(2))).isFalse();
    assertThat(possible(List.of(ranged), 0, Wish.share(4))).isFalse(); // at most 3
    DeviceSpec valued = SHARED.with(new Extras(0, 0, "", Reach.ALL, false, Policy.VALUES, Alpha.NONE));
    assertThat(holds("s0", "2").possible(List.of(valued), 0, Wish.share(1))).isTrue(); // 2
    assertThat(holds("s0", "2").possible(List.of(valued), 0, Wish.share(0))).isFalse(); // 3
  }

  @Test
  void partsTakeFromTheirPool() {
    List<DeviceSpec> parts = List.of(new DeviceSpec("d0", "a", 3, Extras.NONE), new DeviceSpec("d1", "a", 2, Extras.NONE), device("d2", 0, 0));
    assertThat(possible(parts, 4, TWO)).isTrue();
    assertThat(holds("d2", "").possible(parts, 4, TWO)).isFalse();
    assertThat(holds("d2", "").possible(parts, 5, TWO)).isTrue();
    assertThat(holds("gone", "").possible(parts, 9, TWO)).isFalse();
    assertThat(holds("d1", "1").possible(parts.subList(0, 2), 3, ONE)).isFalse(); // it was shared once
    assertThat(holds("d0", "").possible(parts.subList(0, 2), 3, ADMIN, ADMIN)).isTrue(); // who looks on takes nothing
  }

  @Test
  void allDevicesAreTakenOrNone() {
    assertThat(possible(List.of(A, B), 0, ALL)).isTrue();
    assertThat(holds("d1", "").possible(List.of(A, B), 0, ALL)).isFalse();
    assertThat(holds("d1", "").possible(List.of(A, B), 0, ALL.liking(Selector.MODEL_A))).isTrue();
    assertThat(possible(List.of(A), 0, ALL.liking(Selector.MODEL_B))).isFalse(); // all of none
    assertThat(possible(List.of(A, B), 0, ALL, ONE)).isFalse();
  }

  @Test
  void whoeverOnlyLooksOnKeepsNobodyAwayButLaterClaimsOfThePod() {
    assertThat(holds("d0", "").possible(List.of(A), 0, ADMIN)).isTrue();
    assertThat(possible(List.of(A), 0, ADMIN, ADMIN)).isFalse();
    assertThat(possible(node(A), claim(ONE), claim(ADMIN))).isTrue();
    assertThat(possible(node(A), claim(ADMIN), claim(ONE))).isFalse();
  }

  @Test
  void constraintsAreAboutAllDevicesOrThoseOfSomeRequests() {
    List<ResourceSlice> slices = node(device("d0", 1, 1), device("d1", 2, 1), device("d2", 2, 2), device("d3", 0, 3));
    assertThat(possible(slices, new ClaimSpec("c", List.of(Ask.of(TWO)), List.of(new Rule(false, "numa", List.of())), List.of()))).isTrue();
    List<Ask> three = List.of(Ask.of(Wish.of(ClaimSpec.WHOLE, 3)));
    assertThat(possible(slices, new ClaimSpec("c", three, List.of(new Rule(false, "numa", List.of())), List.of()))).isFalse();
    assertThat(possible(slices, new ClaimSpec("c", three, List.of(new Rule(true, "slot", List.of())), List.of()))).isTrue();
    assertThat(possible(slices, new ClaimSpec("c", three, List.of(new Rule(true, "numa", List.of())), List.of()))).isFalse();
    List<Ask> some = List.of(Ask.of(TWO), Ask.of(TWO));
    assertThat(possible(slices, new ClaimSpec("c", some, List.of(new Rule(false, "numa", List.of("r1"))), List.of()))).isTrue();
    List<Ask> alternatives = List.of(Ask.of(Wish.of(ClaimSpec.WHOLE, 5), Wish.of(ClaimSpec.WHOLE, 3)));
    assertThat(possible(slices, new ClaimSpec("c", alternatives))).isTrue();
    assertThat(possible(slices, new ClaimSpec("c", alternatives, List.of(new Rule(false, "numa", List.of("r0/s0"))), List.of()))).isTrue();
    assertThat(possible(slices, new ClaimSpec("c", alternatives, List.of(new Rule(false, "numa", List.of("r0/s1"))), List.of()))).isFalse();
  }

  @Test
  void taintsKeepAwayWhomTheyAreNotToleratedBy() {
    Wish tolerant = ONE.with(new ClaimSpec.Extras(false, "k0", false));
    assertThat(possible(List.of(tainted("d0", "k0:v:NoSchedule")), 0, ONE)).isFalse();
    assertThat(possible(List.of(tainted("d0", "k0:v:None")), 0, ONE)).isTrue();
    assertThat(possible(List.of(tainted("d0", "k0:v:NoExecute")), 0, tolerant)).isTrue();
    assertThat(possible(List.of(tainted("d0", "k1:v:NoExecute")), 0, tolerant)).isFalse();
    rules.add(
        new DeviceTaintRuleBuilder().withNewSpec().withNewDeviceSelector().withPool("n1").withDevice("d0").endDeviceSelector()
            .withNewTaint().withKey("k1").withEffect("NoSchedule").endTaint().endSpec().build());
    assertThat(possible(List.of(A), 0, ONE)).isFalse();
    assertThat(possible(List.of(B), 0, ONE)).isTrue();
  }

  @Test
  void devicesThatShareCountersHaveAGroupInCommon() {
    List<DeviceSpec> parts = new ArrayList<>();
    for (List<String> groups : List.of(List.of("g"), List.of("g", "h"), List.of("h"), List.<String>of())) {
      Extras extras = new Extras(0, 0, "", Reach.ALL, false, Policy.NONE, new Alpha(List.of(), groups));
      parts.add(new DeviceSpec("d" + parts.size(), "a", 1, extras));
    }
    assertThat(possible(parts.subList(0, 2), 9, TWO)).isTrue();
    assertThat(possible(parts.subList(0, 3), 9, Wish.of(ClaimSpec.WHOLE, 3))).isFalse();
    assertThat(holds("d0", "").possible(parts.subList(2, 4), 9, ONE)).isFalse();
  }

  @Test
  void aNetworkIsForTheNodesThatItSays() {
    PoolSpec pool = new PoolSpec("net0", new Reach("disk", "ssd"), 1, 0, false, List.of(A));
    assertThat(possible(pool.build(), claim(ONE))).isTrue();
    assertThat(possible(new PoolSpec("net0", new Reach("disk", "hdd"), 1, 0, false, List.of(A)).build(), claim(ONE))).isFalse();
    assertThat(possible(new PoolSpec("net0", Reach.ALL, 1, 0, false, List.of(A)).build(), claim(ONE))).isTrue();
    DeviceSpec elsewhere = B.with(new Extras(0, 0, "", Reach.node("n2"), false, Policy.NONE, Alpha.NONE));
    assertThat(possible(new PoolSpec("net0", null, 1, 0, false, List.of(A, elsewhere)).build(), claim(ONE))).isTrue();
    assertThat(possible(new PoolSpec("net0", null, 1, 0, false, List.of(A, elsewhere)).build(), claim(TWO))).isFalse();
  }

  @Test
  void aPoolOfWhichASliceIsMissingOffersNothing() {
    List<ResourceSlice> slices = PoolSpec.ofNode("n1", 3, 4, List.of(A)).build();
    assertThat(possible(slices, claim(ONE))).isTrue();
    assertThat(possible(slices.subList(1, 2), claim(ONE))).isFalse();
    List<ResourceSlice> both = new ArrayList<>(node(A));
    PoolSpec newer = new PoolSpec("n1", Reach.node("n2"), 4, 0, false, List.of(A));
    ResourceSlice other = newer.build().get(0);
    other.getMetadata().setName("other");
    both.add(other);
    assertThat(possible(both, claim(ONE))).isTrue(); // as upstream: what is for this node is whole
  }
}
