package io.berth.plugins.interpodaffinity;

import io.berth.framework.cluster.ResourceKind;
import io.berth.plugins.internal.index.RandomObjects;
import io.berth.plugins.internal.index.TestCluster;
import io.berth.plugins.internal.index.TestCycle;
import io.berth.testkit.Fixtures;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nodes named after their labels, and a plugin that follows them. */
final class AffinityScene {
  static final String AFFINITY = "node(s) didn't match pod affinity rules";
  static final String ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules";
  static final String EXISTING = "node(s) didn't satisfy existing pods anti-affinity rules";

  final TestCluster cluster = new TestCluster();
  private int pods;

  /** A node with these labels, keys and values in turn. */
  AffinityScene node(String name, String... labels) {
    NodeFixture node = Fixtures.node(name);
    for (int i = 0; i < labels.length; i += 2) {
      node.label(labels[i], labels[i + 1]);
    }
    cluster.put(node.obj());
    return this;
  }

  /** A namespace with a label {@code team}. */
  AffinityScene namespace(String name, String team) {
    cluster.put(ResourceKind.NAMESPACES, Fixtures.namespace(name, "team", team));
    return this;
  }

  /** A pod that is on its node. */
  AffinityScene with(PodFixture pod) {
    return with(pod.obj());
  }

  /** A pod that is on its node. */
  AffinityScene with(Pod pod) {
    cluster.put(RandomObjects.info(pod));
    return this;
  }

  /** A pod with one label on a node. */
  AffinityScene pod(String node, String key, String value) {
    return with(Fixtures.pod("existing-" + pods++).label(key, value).on(node));
  }

  TestCycle<InterPodAffinity> cycle(PodFixture pod) {
    return cycle(pod.obj(), InterPodAffinityArgs.DEFAULT);
  }

  TestCycle<InterPodAffinity> cycle(Pod pod, InterPodAffinityArgs args) {
    InterPodAffinity plugin = new InterPodAffinity(cluster.handle(), args);
    cluster.snapshot();
    cluster.listen(plugin);
    return TestCycle.of(cluster, plugin, pod);
  }

  /** The verdicts on the nodes by name, a letter each: Fits, Affinity, aNti-affinity, Existing pods' anti-affinity. */
  String verdicts(PodFixture pod) {
    return letters(cycle(pod));
  }

  static String letters(TestCycle<InterPodAffinity> cycle) {
    StringBuilder letters = new StringBuilder();
    for (String verdict : cycle.verdicts().values()) {
      letters.append(
          switch (verdict) {
            case "" -> 'F';
            case AFFINITY -> 'A';
            case ANTI_AFFINITY -> 'N';
            case EXISTING -> 'E';
            default -> throw new AssertionError(verdict);
          });
    }
    return letters.toString();
  }

  /** A term with a namespace selector for a team, and a namespace by name. */
  static PodAffinityTerm term(String key, LabelSelector pods, @Nullable LabelSelector teams, String... namespaces) {
    return new PodAffinityTermBuilder()
        .withTopologyKey(key)
        .withLabelSelector(pods)
        .withNamespaceSelector(teams)
        .withNamespaces(namespaces)
        .build();
  }

  /** The pod with preferred terms of these weights; a negative weight stands for anti-affinity. */
  static Pod prefers(PodFixture pod, Map<PodAffinityTerm, Integer> weights) {
    List<WeightedPodAffinityTerm> near = new ArrayList<>();
    List<WeightedPodAffinityTerm> away = new ArrayList<>();
    weights.forEach(
        (term, weight) ->
            (weight > 0 ? near : away).add(new WeightedPodAffinityTerm(term, Math.abs(weight))));
    return new PodBuilder(pod.obj())
        .editSpec()
        .editOrNewAffinity()
        .editOrNewPodAffinity()
        .withPreferredDuringSchedulingIgnoredDuringExecution(near)
        .endPodAffinity()
        .editOrNewPodAntiAffinity()
        .withPreferredDuringSchedulingIgnoredDuringExecution(away)
        .endPodAntiAffinity()
        .endAffinity()
        .endSpec()
        .build();
  }
}
