package io.berth.testkit;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.List;

/** The verbs of {@link PodFixture} that say where the pod may go. */
abstract class PlacementVerbs {
  final PodSpec spec = new PodSpec();

  abstract PodFixture self();

  /** Asks for a node label. */
  public PodFixture nodeSelector(String key, String value) {
    spec.getNodeSelector().put(key, value);
    return self();
  }

  /** Replaces the node affinity. */
  public PodFixture nodeAffinity(NodeAffinity affinity) {
    affinity().setNodeAffinity(affinity);
    return self();
  }

  /** Replaces the required node affinity: the node's label has one of these values. */
  public PodFixture nodeAffinityIn(String key, String... values) {
    return requiredNodeTerm(new NodeSelectorTermBuilder().withMatchExpressions(requirement(key, "In", values)).build());
  }

  /** Replaces the required node affinity: the node's field has one of these values; the only field is {@code metadata.name}. */
  public PodFixture nodeAffinityFieldIn(String field, String... values) {
    return requiredNodeTerm(new NodeSelectorTermBuilder().withMatchFields(requirement(field, "In", values)).build());
  }

  /** Replaces the required node affinity: the node's label has none of these values. */
  public PodFixture nodeAffinityNotIn(String key, String... values) {
    return requiredNodeTerm(new NodeSelectorTermBuilder().withMatchExpressions(requirement(key, "NotIn", values)).build());
  }

  /** Adds a preference for nodes whose label has one of these values. */
  public PodFixture preferredNodeAffinityIn(int weight, String key, String... values) {
    NodeSelectorTerm preference = new NodeSelectorTermBuilder().withMatchExpressions(requirement(key, "In", values)).build();
    nodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution().add(new PreferredSchedulingTerm(preference, weight));
    return self();
  }

  /** Wants to be near pods that the selector picks. */
  public PodFixture podAffinity(String topologyKey, LabelSelector selector, AffinityKind kind) {
    return podAffinity(term(topologyKey, selector), kind);
  }

  /** Wants to be near pods that the term picks. */
  public PodFixture podAffinity(PodAffinityTerm term, AffinityKind kind) {
    if (affinity().getPodAffinity() == null) {
      affinity().setPodAffinity(new PodAffinity());
    }
    PodAffinity terms = affinity().getPodAffinity();
    if (kind.required()) {
      terms.getRequiredDuringSchedulingIgnoredDuringExecution().add(term);
    }
    if (kind.preferred()) {
      terms.getPreferredDuringSchedulingIgnoredDuringExecution().add(new WeightedPodAffinityTerm(term, 1));
    }
    return self();
  }

  /** Wants to be away from pods that the selector picks. */
  public PodFixture podAntiAffinity(String topologyKey, LabelSelector selector, AffinityKind kind) {
    return podAntiAffinity(term(topologyKey, selector), kind);
  }

  /** Wants to be away from pods that the term picks. */
  public PodFixture podAntiAffinity(PodAffinityTerm term, AffinityKind kind) {
    if (affinity().getPodAntiAffinity() == null) {
      affinity().setPodAntiAffinity(new PodAntiAffinity());
    }
    PodAntiAffinity terms = affinity().getPodAntiAffinity();
    if (kind.required()) {
      terms.getRequiredDuringSchedulingIgnoredDuringExecution().add(term);
    }
    if (kind.preferred()) {
      terms.getPreferredDuringSchedulingIgnoredDuringExecution().add(new WeightedPodAffinityTerm(term, 1));
    }
    return self();
  }

  /** Wants to be near pods that have the label. */
  public PodFixture podAffinityExists(String labelKey, String topologyKey, AffinityKind kind) {
    return podAffinity(topologyKey, Fixtures.selector().exists(labelKey).obj(), kind);
  }

  /** Wants to be away from pods that have the label. */
  public PodFixture podAntiAffinityExists(String labelKey, String topologyKey, AffinityKind kind) {
    return podAntiAffinity(topologyKey, Fixtures.selector().exists(labelKey).obj(), kind);
  }

  /** Wants to be near pods that lack the label. */
  public PodFixture podAffinityNotExists(String labelKey, String topologyKey, AffinityKind kind) {
    return podAffinity(topologyKey, Fixtures.selector().notExist(labelKey).obj(), kind);
  }

  /** Wants to be away from pods that lack the label. */
  public PodFixture podAntiAffinityNotExists(String labelKey, String topologyKey, AffinityKind kind) {
    return podAntiAffinity(topologyKey, Fixtures.selector().notExist(labelKey).obj(), kind);
  }

  /** Wants to be near pods whose label has one of the values. */
  public PodFixture podAffinityIn(String labelKey, String topologyKey, AffinityKind kind, String... values) {
    return podAffinity(topologyKey, Fixtures.selector().in(labelKey, values).obj(), kind);
  }

  /** Wants to be away from pods whose label has one of the values. */
  public PodFixture podAntiAffinityIn(String labelKey, String topologyKey, AffinityKind kind, String... values) {
    return podAntiAffinity(topologyKey, Fixtures.selector().in(labelKey, values).obj(), kind);
  }

  /** Wants to be near pods whose label has none of the values. */
  public PodFixture podAffinityNotIn(String labelKey, String topologyKey, AffinityKind kind, String... values) {
    return podAffinity(topologyKey, Fixtures.selector().notIn(labelKey, values).obj(), kind);
  }

  /** Wants to be away from pods whose label has none of the values. */
  public PodFixture podAntiAffinityNotIn(String labelKey, String topologyKey, AffinityKind kind, String... values) {
    return podAntiAffinity(topologyKey, Fixtures.selector().notIn(labelKey, values).obj(), kind);
  }

  /**
   * Adds a spread constraint.
   *
   * @param whenUnsatisfiable {@code DoNotSchedule} or {@code ScheduleAnyway}
   */
  public PodFixture spreadConstraint(int maxSkew, String topologyKey, String whenUnsatisfiable, LabelSelector selector) {
    return spreadConstraint(
        new TopologySpreadConstraint(selector, List.of(), maxSkew, null, null, null, topologyKey, whenUnsatisfiable));
  }

  /** Adds a spread constraint with everything in it. */
  public PodFixture spreadConstraint(TopologySpreadConstraint constraint) {
    spec.getTopologySpreadConstraints().add(constraint);
    return self();
  }

  /** Tolerates every taint with this key. */
  public PodFixture toleration(String key) {
    return tolerations(new Toleration(null, key, "Exists", null, null));
  }

  /** Tolerates the taint with this key, value and effect; an empty effect stands for all. */
  public PodFixture toleration(String key, String value, String effect) {
    return tolerations(new Toleration(effect.isEmpty() ? null : effect, key, "Equal", null, value));
  }

  /** Adds tolerations. */
  public PodFixture tolerations(Toleration... tolerations) {
    spec.getTolerations().addAll(List.of(tolerations));
    return self();
  }

  private PodFixture requiredNodeTerm(NodeSelectorTerm term) {
    nodeAffinity().setRequiredDuringSchedulingIgnoredDuringExecution(new NodeSelector(List.of(term)));
    return self();
  }

  private Affinity affinity() {
    if (spec.getAffinity() == null) {
      spec.setAffinity(new Affinity());
    }
    return spec.getAffinity();
  }

  private NodeAffinity nodeAffinity() {
    if (affinity().getNodeAffinity() == null) {
      affinity().setNodeAffinity(new NodeAffinity());
    }
    return affinity().getNodeAffinity();
  }

  private static NodeSelectorRequirement requirement(String key, String operator, String... values) {
    return new NodeSelectorRequirement(key, operator, List.of(values));
  }

  private static PodAffinityTerm term(String topologyKey, LabelSelector selector) {
    return new PodAffinityTermBuilder().withTopologyKey(topologyKey).withLabelSelector(selector).build();
  }
}
