package io.berth.testkit;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import java.math.BigInteger;
import java.util.List;
import java.util.TreeSet;
import org.assertj.core.api.AbstractAssert;

/** Asserts on a {@link NodeInfo}; a failure shows the node's pods or amounts. */
public final class NodeInfoAssert extends AbstractAssert<NodeInfoAssert, NodeInfo> {
  NodeInfoAssert(NodeInfo actual) {
    super(actual, NodeInfoAssert.class);
  }

  /** Exactly these pods are on the node, in any order. */
  public NodeInfoAssert hasPods(String... names) {
    isNotNull();
    TreeSet<String> there = new TreeSet<>(actual.pods().stream().map(PodInfo::name).toList());
    if (!there.equals(new TreeSet<>(List.of(names)))) {
      failWithMessage("%nExpected on node %s the pods %s%nbut there are %s", actual.name(), new TreeSet<>(List.of(names)), there);
    }
    return this;
  }

  /** No pod is on the node. */
  public NodeInfoAssert isEmpty() {
    return hasPods();
  }

  /** Its pods take exactly these amounts of these resources. */
  public NodeInfoAssert hasRequested(String... namesAndQuantities) {
    isNotNull();
    Resources wanted = Resources.of(Amounts.of(namesAndQuantities));
    for (ResourceName name : wanted.names()) {
      compare("requested", name, wanted.getExact(name), actual.requested().getExact(name));
    }
    return this;
  }

  /** Exactly these amounts of these resources are left. */
  public NodeInfoAssert hasFree(String... namesAndQuantities) {
    isNotNull();
    Resources wanted = Resources.of(Amounts.of(namesAndQuantities));
    for (ResourceName name : wanted.names()) {
      BigInteger free = actual.allocatable().getExact(name).subtract(actual.requested().getExact(name));
      compare("free", name, wanted.getExact(name), free);
    }
    return this;
  }

  /** Its pods take no more than it has, of any resource. */
  public NodeInfoAssert isNotOverCommitted() {
    isNotNull();
    for (ResourceName name : actual.requested().names()) {
      BigInteger has = actual.allocatable().getExact(name);
      BigInteger taken = actual.requested().getExact(name);
      if (taken.compareTo(has) > 0) {
        failWithMessage("%nExpected node %s to have enough %s%nbut %s of %s are taken by %s", actual.name(), name, taken, has,
            actual.pods().stream().map(PodInfo::name).toList());
      }
    }
    if (actual.pods().size() > actual.allowedPodNumber()) {
      failWithMessage("%nExpected at most %d pods on node %s%nbut there are %d", actual.allowedPodNumber(), actual.name(),
          actual.pods().size());
    }
    return this;
  }

  private void compare(String what, ResourceName name, BigInteger wanted, BigInteger there) {
    if (!wanted.equals(there)) {
      failWithMessage("%nExpected on node %s %s %s %s%nbut it is %s, with the pods %s", actual.name(), wanted, name, what, there,
          actual.pods().stream().map(PodInfo::name).toList());
    }
  }
}
