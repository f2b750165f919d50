package io.berth.testkit;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.List;

/**
 * Builds a label selector; all conditions must hold.
 *
 * <p>Source: pkg/scheduler/testing/wrappers.go (LabelSelectorWrapper), v1.37.2.
 */
public final class LabelSelectorFixture {
  private final LabelSelectorBuilder selector = new LabelSelectorBuilder();

  LabelSelectorFixture() {}

  /** The label has this value. */
  public LabelSelectorFixture label(String key, String value) {
    selector.addToMatchLabels(key, value);
    return this;
  }

  /** The label has one of these values. */
  public LabelSelectorFixture in(String key, String... values) {
    return expression(key, "In", values);
  }

  /** The label is missing or has none of these values. */
  public LabelSelectorFixture notIn(String key, String... values) {
    return expression(key, "NotIn", values);
  }

  /** The label is there. */
  public LabelSelectorFixture exists(String key) {
    return expression(key, "Exists");
  }

  /** The label is not there. */
  public LabelSelectorFixture notExist(String key) {
    return expression(key, "DoesNotExist");
  }

  /** The selector. */
  public LabelSelector obj() {
    return selector.build();
  }

  private LabelSelectorFixture expression(String key, String operator, String... values) {
    selector.addNewMatchExpression().withKey(key).withOperator(operator).withValues(List.of(values)).endMatchExpression();
    return this;
  }
}
