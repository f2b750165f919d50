package io.berth.dynamicresources.slices;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import org.jspecify.annotations.Nullable;

/**
 * Which devices a DeviceTaintRule selects, and the taint that they get. What is null selects any; a rule without a selector
 * selects nothing.
 */
record TaintRule(
    boolean selectsAnything, @Nullable String driver, @Nullable String pool, @Nullable String device, DeviceTaint taint) {

  static TaintRule of(DeviceTaintRule rule) {
    DeviceTaintSelector selector = rule.getSpec() == null ? null : rule.getSpec().getDeviceSelector();
    DeviceTaint taint = rule.getSpec() == null ? null : rule.getSpec().getTaint();
    return selector == null || taint == null
        ? new TaintRule(false, null, null, null, new DeviceTaint())
        : new TaintRule(true, selector.getDriver(), selector.getPool(), selector.getDevice(), taint);
  }

  /** The pool that all selected devices are of; {@code null} if there may be several. */
  @Nullable PoolId onlyPool() {
    return selectsAnything && driver != null && pool != null ? new PoolId(driver, pool) : null;
  }

  boolean selects(PoolId id) {
    return selectsAnything && (driver == null || driver.equals(id.driver())) && (pool == null || pool.equals(id.pool()));
  }

  /** Whether it selects the device, given that it selects the device's pool. */
  boolean selects(Device candidate) {
    return device == null || device.equals(candidate.getName());
  }
}
