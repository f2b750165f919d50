package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.cel.CelDevice;
import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import org.jspecify.annotations.Nullable;

/** What expressions see of a device, made when the first one looks, and what they found. Thread-safe. */
final class SelectorFacts {

  private final String driver;
  private final Device bean;
  private final SelectorMemo memo = new SelectorMemo();
  private volatile @Nullable CelDevice cel;

  SelectorFacts(String driver, Device bean) {
    this.driver = driver;
    this.bean = bean;
  }

  CelDevice cel() {
    CelDevice known = cel;
    if (known == null) {
      known = CelDevice.of(driver, bean);
      cel = known;
    }
    return known;
  }

  boolean matches(CompiledSelector selector) throws CelEvaluationException {
    int known = memo.get(selector.id());
    if (known >= 0) {
      return known == 1;
    }
    boolean matches = selector.matches(cel());
    memo.put(selector.id(), matches);
    return matches;
  }
}
