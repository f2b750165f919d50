package io.berth.framework.model;

import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Pods and nodes of one line. */
final class TestObjects {

  private TestObjects() {}

  static PodInfo info(Pod pod) {
    return PodInfo.of(pod, EffectiveRequests.upstream());
  }

  static PodBuilder pod(String name) {
    return new PodBuilder()
        .withNewMetadata().withNamespace("default").withName(name).withUid("uid-" + name).endMetadata()
        .withNewSpec().endSpec();
  }

  static PodBuilder requesting(String name, String cpu, String memory) {
    return pod(name).editSpec().addNewContainer().withName("c").withNewResources()
        .withRequests(Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory))).endResources().endContainer().endSpec();
  }

  static NodeBuilder node(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec().endSpec();
  }
}
