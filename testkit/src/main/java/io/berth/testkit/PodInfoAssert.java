package io.berth.testkit;

import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import org.assertj.core.api.AbstractAssert;

/** Asserts on a {@link PodInfo}; a failure shows what the pod is like instead. */
public final class PodInfoAssert extends AbstractAssert<PodInfoAssert, PodInfo> {
  PodInfoAssert(PodInfo actual) {
    super(actual, PodInfoAssert.class);
  }

  /** The pod is on this node. */
  public PodInfoAssert isOn(String node) {
    isNotNull();
    if (!actual.nodeName().equals(node)) {
      failWithMessage("%nExpected %s on node %s%nbut it is %s", actual.key(), node, where());
    }
    return this;
  }

  /** The pod has no node. */
  public PodInfoAssert hasNoNode() {
    isNotNull();
    if (!actual.nodeName().isEmpty()) {
      failWithMessage("%nExpected %s without a node%nbut it is %s", actual.key(), where());
    }
    return this;
  }

  /** The pod is nominated to this node. */
  public PodInfoAssert isNominatedTo(String node) {
    isNotNull();
    if (!actual.nominatedNodeName().equals(node)) {
      failWithMessage(
          "%nExpected %s nominated to %s%nbut it is nominated to \"%s\"", actual.key(), node, actual.nominatedNodeName());
    }
    return this;
  }

  /** The pod has this priority. */
  public PodInfoAssert hasPriority(int priority) {
    isNotNull();
    if (actual.priority() != priority) {
      failWithMessage("%nExpected %s with priority %d%nbut it has %d", actual.key(), priority, actual.priority());
    }
    return this;
  }

  /** Placed anew, the pod asks for exactly these amounts of these resources: {@code "cpu", "2", "memory", "1Gi"}. */
  public PodInfoAssert requests(String... namesAndQuantities) {
    isNotNull();
    Resources wanted = Resources.of(Amounts.of(namesAndQuantities));
    Resources asked = actual.resources().incoming();
    for (ResourceName name : wanted.names()) {
      if (!wanted.getExact(name).equals(asked.getExact(name))) {
        failWithMessage(
            "%nExpected %s to request %s of %s%nbut it requests %s",
            actual.key(), wanted.getExact(name), name, asked.getExact(name));
      }
    }
    return this;
  }

  private String where() {
    return actual.nodeName().isEmpty() ? "on none" : "on " + actual.nodeName();
  }
}
