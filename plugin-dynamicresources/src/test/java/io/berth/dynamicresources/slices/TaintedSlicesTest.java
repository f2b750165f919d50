package io.berth.dynamicresources.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Upstream's cases of its tracker (resourceslice/tracker/tracker_test.go, v1.37.2), and that only what a rule touches changes. */
class TaintedSlicesTest {

  private final TaintedSlices slices = new TaintedSlices();

  static ResourceSlice slice(String name, String driver, String pool, Device... devices) {
    return new ResourceSliceBuilder().withNewMetadata().withName(name).endMetadata()
        .withNewSpec().withDriver(driver).withNewPool().withName(pool).endPool().withDevices(devices).endSpec().build();
  }

  static Device device(String name, DeviceTaint... taints) {
    return new DeviceBuilder().withName(name).withTaints(taints).build();
  }

  static DeviceTaint taint(String key) {
    DeviceTaint taint = new DeviceTaint();
    taint.setKey(key);
    taint.setEffect("NoExecute");
    return taint;
  }

  static DeviceTaintRule rule(String name, DeviceTaintSelector selector) {
    return new DeviceTaintRuleBuilder().withNewMetadata().withName(name).endMetadata()
        .withNewSpec().withDeviceSelector(selector).withTaint(taint(name)).endSpec().build();
  }

  static DeviceTaintSelector selector(String driver, String pool, String device) {
    return new DeviceTaintSelectorBuilder().withDriver(driver).withPool(pool).withDevice(device).build();
  }

  /** Names of devices with the keys of their taints. */
  static List<String> taints(ResourceSlice slice) {
    List<String> all = new ArrayList<>();
    for (Device device : slice.getSpec().getDevices()) {
      all.add(device.getName() + device.getTaints().stream().map(DeviceTaint::getKey).toList());
    }
    return all;
  }

  private List<String> changed(List<TaintedSlices.Change> changes) {
    return changes.stream().map(change -> change.after().getMetadata().getName()).toList();
  }

  @Test
  void slicesWithoutRulesStayAsTheyAre() {
    ResourceSlice published = slice("s1", "d", "p", device("a"), device("b", taint("own")));
    assertThat(slices.put(published)).isSameAs(published);
    assertThat(slices.get("s1")).isSameAs(published);
    assertThat(slices.remove("s1")).isSameAs(published);
    assertThat(slices.get("s1")).isNull();
    assertThat(slices.remove("s1")).isNull();
  }

  @Test
  void aRuleForEverythingTaintsAllDevices() {
    slices.put(slice("s1", "d1", "p1", device("a"), device("b")));
    slices.put(slice("s2", "d2", "p2", device("a")));
    assertThat(changed(slices.putRule(rule("all", new DeviceTaintSelector())))).containsExactly("s1", "s2");
    assertThat(taints(slices.get("s1"))).containsExactly("a[all]", "b[all]");
    assertThat(taints(slices.get("s2"))).containsExactly("a[all]");
  }

  @Test
  void aRuleWithoutASelectorTaintsNothing() {
    slices.put(slice("s1", "d1", "p1", device("a")));
    assertThat(slices.putRule(rule("none", null))).isEmpty();
    assertThat(taints(slices.get("s1"))).containsExactly("a[]");
  }

  @Test
  void aRuleSelectsByDriverPoolAndDevice() {
    slices.put(slice("s1", "d1", "p1", device("a"), device("b")));
    slices.put(slice("s2", "d1", "p2", device("a")));
    slices.put(slice("s3", "d2", "p1", device("a")));
    slices.putRule(rule("driver", selector("d1", null, null)));
    slices.putRule(rule("pool", selector(null, "p1", null)));
    slices.putRule(rule("device", selector(null, null, "a")));
    slices.putRule(rule("one", selector("d1", "p1", "b")));
    assertThat(taints(slices.get("s1"))).containsExactly("a[device, driver, pool]", "b[driver, one, pool]");
    assertThat(taints(slices.get("s2"))).containsExactly("a[device, driver]");
    assertThat(taints(slices.get("s3"))).containsExactly("a[device, pool]");
  }

  @Test
  void taintsOfRulesFollowTheDevicesOwnOnes() {
    slices.put(slice("s1", "d1", "p1", device("a", taint("own"))));
    slices.putRule(rule("b", selector("d1", null, null)));
    slices.putRule(rule("a", selector("d1", null, null)));
    assertThat(taints(slices.get("s1"))).containsExactly("a[own, a, b]");
  }

  @Test
  void aChangedRuleLeavesWhatItSelectedBefore() {
    slices.put(slice("s1", "d1", "p1", device("a")));
    slices.put(slice("s2", "d2", "p1", device("a")));
    slices.putRule(rule("r", selector("d1", "p1", null)));
    assertThat(changed(slices.putRule(rule("r", selector("d2", "p1", null))))).containsExactly("s1", "s2");
    assertThat(taints(slices.get("s1"))).containsExactly("a[]");
    assertThat(taints(slices.get("s2"))).containsExactly("a[r]");
  }

  @Test
  void aRemovedRuleGivesThePublishedSliceBack() {
    ResourceSlice published = slice("s1", "d1", "p1", device("a"));
    slices.put(published);
    slices.putRule(rule("r", selector("d1", null, null)));
    assertThat(changed(slices.removeRule("r"))).containsExactly("s1");
    assertThat(taints(slices.get("s1"))).containsExactly("a[]");
    assertThat(slices.removeRule("r")).isEmpty();
  }

  @Test
  void anUnchangedRuleChangesNothing() {
    slices.put(slice("s1", "d1", "p1", device("a")));
    slices.putRule(rule("r", selector("d1", null, null)));
    ResourceSlice tainted = slices.get("s1");
    assertThat(slices.putRule(rule("r", selector("d1", null, null)))).isEmpty();
    assertThat(slices.get("s1")).isSameAs(tainted);
  }

  @Test
  void onlyDevicesThatARuleTouchesAreNewObjects() {
    ResourceSlice published = slice("s1", "d1", "p1", device("a"), device("b"), device("c"));
    slices.put(published);
    slices.putRule(rule("r1", selector("d1", "p1", "b")));
    ResourceSlice first = slices.get("s1");
    slices.putRule(rule("r2", selector("d1", "p1", "c")));
    ResourceSlice second = slices.get("s1");
    assertThat(first.getSpec().getDevices().get(0)).isSameAs(published.getSpec().getDevices().get(0));
    assertThat(second.getSpec().getDevices().get(0)).isSameAs(published.getSpec().getDevices().get(0));
    assertThat(second.getSpec().getDevices().get(1)).isSameAs(first.getSpec().getDevices().get(1));
    assertThat(taints(published)).containsExactly("a[]", "b[]", "c[]");
    assertThat(taints(second)).containsExactly("a[]", "b[r1]", "c[r2]");
  }

  @Test
  void aSliceThatComesLaterOrMovesToAnotherPoolIsTainted() {
    slices.putRule(rule("r", selector("d1", "p2", null)));
    assertThat(taints(slices.put(slice("s1", "d1", "p1", device("a"))))).containsExactly("a[]");
    assertThat(taints(slices.put(slice("s1", "d1", "p2", device("a"))))).containsExactly("a[r]");
    assertThat(changed(slices.putRule(rule("p1", selector("d1", "p1", null))))).isEmpty();
    assertThat(changed(slices.removeRule("r"))).containsExactly("s1");
  }

  @Test
  void aSliceWithoutDevicesIsLeftAlone() {
    ResourceSlice counters = slice("s1", "d1", "p1");
    counters.getSpec().setDevices(null);
    slices.putRule(rule("r", new DeviceTaintSelector()));
    assertThat(slices.put(counters)).isSameAs(counters);
    assertThat(slices.removeRule("r")).isEmpty();
    assertThat(slices.get("s1")).isSameAs(counters);
  }
}
