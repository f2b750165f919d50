package io.berth.plugins.internal.index;

import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Draws objects from few names, so that they have to do with each other. */
public final class RandomObjects {
  /** The topology keys that nodes have labels of, and one that none has. */
  public static final List<String> KEYS = List.of("zone", "rack", "kubernetes.io/hostname", "topology.kubernetes.io/zone", "none");

  /** The namespaces of pods. */
  public static final List<String> NAMESPACES = List.of("a", "b", "c");

  private static final EffectiveRequests REQUESTS = EffectiveRequests.upstream();

  private final RandomGenerator random;
  private int pods;

  /** Draws from this generator. */
  public RandomObjects(RandomGenerator random) {
    this.random = random;
  }

  /** One of them. */
  @SafeVarargs
  public final <T> T any(T... values) {
    return values[random.nextInt(values.length)];
  }

  /** One of them. */
  public <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** True in so many of a hundred cases. */
  public boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** From zero to one less than the bound. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** A node of this name, with labels and taints that may differ from the last draw. */
  public Node node(String name) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (chance(90)) {
      labels.put("kubernetes.io/hostname", name);
    }
    if (chance(85)) {
      labels.put("zone", any("z1", "z2", "z3", ""));
    }
    if (chance(85)) {
      labels.put("topology.kubernetes.io/zone", any("z1", "z2", "z3", "z4", ""));
    }
    if (chance(60)) {
      labels.put("rack", any("r1", "r2", "r3"));
    }
    if (chance(50)) {
      labels.put("disk", any("ssd", "hdd"));
    }
    return new NodeBuilder()
        .withNewMetadata().withName(name).withUid(name).withLabels(labels).endMetadata()
        .withNewSpec().withTaints(taints()).endSpec()
        .build();
  }

  /** The same node with taints that may differ. */
  public Node withOtherTaints(Node node) {
    return node.edit().editSpec().withTaints(taints()).endSpec().build();
  }

  private List<Taint> taints() {
    return chance(60)
        ? List.of()
        : List.of(new Taint(any("NoSchedule", "PreferNoSchedule", "NoExecute"), any("dedicated", "spot"), null, "true"));
  }

  /** A pod without a node, with a few labels. */
  public PodBuilder pod() {
    String name = "pod-" + pods++;
    return new PodBuilder()
        .withNewMetadata().withName(name).withUid(name).withNamespace(any(NAMESPACES)).withLabels(labels()).endMetadata()
        .withNewSpec().endSpec();
  }

  /** Up to three labels. */
  public Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    if (chance(80)) {
      labels.put("app", any("x", "y", "z"));
    }
    if (chance(40)) {
      labels.put("tier", any("front", "back"));
    }
    if (chance(20)) {
      labels.put("version", any("1", "2"));
    }
    return labels;
  }

  /** Any kind of selector, {@code null} and empty ones included. */
  public @Nullable LabelSelector selector() {
    if (chance(4)) {
      return null;
    }
    LabelSelectorBuilder selector = new LabelSelectorBuilder();
    if (chance(70)) {
      selector.addToMatchLabels("app", any("x", "y", "z"));
    }
    if (chance(15)) {
      selector.addToMatchLabels("tier", any("front", "back"));
    }
    if (chance(25)) {
      String operator = any("In", "NotIn", "Exists", "DoesNotExist");
      List<String> values = operator.endsWith("In") ? any(List.of("1"), List.of("1", "2"), List.of("front", "x")) : List.of();
      selector.addToMatchExpressions(new LabelSelectorRequirement(any("version", "tier", "app"), operator, values));
    }
    return selector.build();
  }

  /** What a scheduler sees of the pod. */
  public static PodInfo info(Pod pod) {
    return PodInfo.of(pod, REQUESTS);
  }
}
