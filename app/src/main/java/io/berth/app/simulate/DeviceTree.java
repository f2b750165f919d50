package io.berth.app.simulate;

import io.berth.framework.resource.ExactQuantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Devices as maps and lists, for JSON and YAML. The names are a promise: scripts read them. */
final class DeviceTree {

  private DeviceTree() {}

  static Map<String, Object> of(Devices before, Devices after) {
    DeviceUtilisation use = DeviceUtilisation.of(before, after);
    return map(
        "drivers", use.drivers().stream().map(DeviceTree::driver).toList(),
        "classes", use.classes().stream().map(c -> map("class", c.name(), "heldBefore", c.before(), "heldAfter", c.after())).toList(),
        "devices", after.devices().stream().map(DeviceTree::device).toList(),
        "claims", after.claims().stream().map(DeviceTree::claim).toList());
  }

  private static Map<String, Object> driver(DeviceUtilisation.Driver driver) {
    List<Map<String, Object>> shared =
        driver.shared().stream()
            .map(
                c ->
                    map(
                        "capacity", c.name(),
                        "total", c.total().toString(),
                        "before", c.before().toString(),
                        "percentBefore", percent(c.before(), c.total()),
                        "after", c.after().toString(),
                        "percentAfter", percent(c.after(), c.total())))
            .toList();
    return map(
        "driver", driver.name(),
        "devices", driver.devices(),
        "heldBefore", driver.before(),
        "heldAfter", driver.after(),
        "shared", shared);
  }

  private static double percent(ExactQuantity part, ExactQuantity whole) {
    return Math.round(DeviceTable.percent(part, whole) * 10) / 10.0;
  }

  private static Map<String, Object> device(Devices.Use use) {
    return map(
        "driver", use.id().driver(),
        "pool", use.id().pool(),
        "device", use.id().device(),
        "node", use.node(),
        "shareable", use.shareable(),
        "heldBy", use.holders().stream().map(DeviceTree::holder).toList(),
        "heldFor", use.heldFor().stream().map(DeviceTree::heldFor).toList());
  }

  private static Map<String, Object> holder(Devices.Holder holder) {
    return map(
        "namespace", holder.namespace(),
        "claim", holder.claim(),
        "request", holder.request() == null ? "" : holder.request(),
        "class", holder.className(),
        "pods", holder.pods(),
        "adminAccess", holder.adminAccess(),
        "consumed", texts(holder.consumed()));
  }

  private static Map<String, Object> heldFor(Devices.HeldFor pod) {
    return map(
        "namespace", pod.namespace(),
        "pod", pod.pod(),
        "claim", pod.claim(),
        "adminAccess", pod.adminAccess(),
        "consumed", texts(pod.consumed()));
  }

  private static Map<String, Object> claim(Devices.Claim claim) {
    return map(
        "namespace", claim.namespace(),
        "claim", claim.name(),
        "allocated", claim.allocated(),
        "pods", claim.pods(),
        "devices",
            claim.devices().stream().map(id -> map("driver", id.driver(), "pool", id.pool(), "device", id.device())).toList());
  }

  private static Map<String, Object> texts(Map<String, ExactQuantity> amounts) {
    var texts = new LinkedHashMap<String, Object>();
    amounts.forEach((name, amount) -> texts.put(name, amount.toString()));
    return texts;
  }

  private static Map<String, Object> map(Object... keysAndValues) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
