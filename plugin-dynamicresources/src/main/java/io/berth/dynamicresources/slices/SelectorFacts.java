package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.cel.CelDevice;
import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.berth.dynamicresources.cel.DerivedAttribute;
import io.berth.dynamicresources.internal.PersistentMap;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import org.jspecify.annotations.Nullable;

/** What expressions see of a device, made when the first one looks, and what they found. Thread-safe. */
final class SelectorFacts {

  /** With more than so many it begins anew. */
  static final int MOST_DERIVED = 256;

  private final String driver;
  private final Device bean;
  private final SelectorMemo memo = new SelectorMemo();
  private volatile @Nullable CelDevice cel;
  private volatile PersistentMap<Integer, Attribute> derived = PersistentMap.empty();

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

  Attribute derived(DerivedAttribute expression) throws CelEvaluationException {
    Attribute known = derived.get(expression.id());
    if (known != null) {
      return known;
    }
    Attribute attribute = Attribute.of(expression.evaluate(cel()));
    PersistentMap<Integer, Attribute> others = derived;
    derived = (others.size() < MOST_DERIVED ? others : PersistentMap.<Integer, Attribute>empty()).with(expression.id(), attribute);
    return attribute;
  }
}
