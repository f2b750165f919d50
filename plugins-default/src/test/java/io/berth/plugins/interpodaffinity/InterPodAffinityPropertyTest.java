package io.berth.plugins.interpodaffinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.internal.index.PodChurn;
import io.berth.plugins.internal.index.RandomObjects;
import io.berth.plugins.internal.index.TestCluster;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The index answers as a look at all nodes and pods does, whatever happens to the cluster and in simulations. */
class InterPodAffinityPropertyTest {
  private static final int STEPS = 20;

  private RandomObjects random;
  private TestCluster cluster;
  private PodChurn churn;
  private List<PodInfo> asked;
  private List<Affinity> affinities;
  private Map<String, Map<String, String>> namespaces;

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void answersAsALookAtAllPodsDoes(long seed) {
    random = new RandomObjects(new SplittableRandom(seed));
    cluster = new TestCluster();
    churn = new PodChurn(random, cluster);
    asked = new ArrayList<>();
    affinities = Stream.generate(this::affinity).limit(6).toList();
    namespaces = new TreeMap<>();
    InterPodAffinityArgs args = new InterPodAffinityArgs(random.any(0, 1, 7), random.chance(30));
    int kept = random.chance(50) ? 2 : 100;
    InterPodAffinity plugin =
        new InterPodAffinity(cluster.handle(), args, new AffinityIndex(args.hardPodAffinityWeight(), kept));
    for (int i = random.below(5); i > 0; i--) {
      change();
    }
    cluster.snapshot();
    cluster.listen(plugin);
    for (int step = 0; step < STEPS; step++) {
      for (int i = random.below(6); i > 0; i--) {
        change();
      }
      Snapshot snapshot = cluster.snapshot();
      PodInfo pod = incoming();
      filterIsRight(plugin, args, pod, snapshot);
      scoreIsRight(plugin, args, pod);
    }
  }

  private void change() {
    String name = "n" + random.below(9);
    switch (random.below(11)) {
      case 0, 1, 2 -> cluster.put(random.node(name));
      case 3 -> {
        if (random.chance(30)) {
          churn.removeNode(name);
        }
      }
      case 4 -> churn.removePod();
      case 5 -> churn.relabelPod();
      case 6 -> changeNamespace(random.any(RandomObjects.NAMESPACES));
      default -> churn.place(withAffinity(random.pod(), 60));
    }
  }

  private void changeNamespace(String name) {
    if (random.chance(15)) {
      namespaces.remove(name);
      cluster.remove(ResourceKind.NAMESPACES, "", name);
      return;
    }
    Map<String, String> labels = random.chance(80) ? Map.of("team", random.any("red", "blue")) : Map.of();
    namespaces.put(name, labels);
    cluster.put(ResourceKind.NAMESPACES, new NamespaceBuilder().withNewMetadata().withName(name).withLabels(labels).endMetadata().build());
  }

  /** Often a pod that came before, whose answers are in the index. */
  private PodInfo incoming() {
    if (!asked.isEmpty() && random.chance(60)) {
      return random.any(asked);
    }
    PodInfo pod = RandomObjects.info(withAffinity(random.pod(), 80).build());
    asked.add(pod);
    return pod;
  }

  /** The affinity is one of a few, so that pods share terms. */
  private PodBuilder withAffinity(PodBuilder pod, int percent) {
    return random.chance(percent) ? pod.editSpec().withAffinity(random.any(affinities)).endSpec() : pod;
  }

  private Affinity affinity() {
    PodAffinity near = new PodAffinity(weighted(), terms(random.any(0, 0, 1, 1, 2)));
    PodAntiAffinity away = new PodAntiAffinity(weighted(), terms(random.any(0, 1, 1, 2, 6)));
    return new Affinity(null, random.chance(60) ? near : null, random.chance(60) ? away : null);
  }

  private List<PodAffinityTerm> terms(int count) {
    return Stream.generate(this::term).limit(count).toList();
  }

  private List<WeightedPodAffinityTerm> weighted() {
    return terms(random.any(0, 0, 1, 2, 6)).stream()
        .map(term -> new WeightedPodAffinityTerm(term, 1 + random.below(3)))
        .toList();
  }

  private PodAffinityTerm term() {
    PodAffinityTermBuilder term =
        new PodAffinityTermBuilder()
            .withTopologyKey(random.chance(3) ? "none" : random.any(RandomObjects.KEYS.subList(0, 4)))
            .withLabelSelector(random.selector());
    if (random.chance(25)) {
      term.withNamespaces(random.any(List.of("a"), List.of("b", "c")));
    }
    if (random.chance(25)) {
      term.withNamespaceSelector(
          random.chance(30)
              ? new LabelSelectorBuilder().build()
              : new LabelSelectorBuilder().addToMatchLabels("team", random.any("red", "blue")).build());
    }
    return term.build();
  }

  private void filterIsRight(InterPodAffinity plugin, InterPodAffinityArgs args, PodInfo pod, Snapshot snapshot) {
    PlainAffinity plain = new PlainAffinity(pod, namespaces, snapshot.nodes(), args);
    CycleState state = new CycleState();
    PreFilterDecision decision = plugin.preFilter(state, pod, snapshot);
    if (plain.hasNothingToFilter()) {
      assertThat(decision).isInstanceOf(PreFilterDecision.Skip.class);
      return;
    }
    assertThat(decision).isInstanceOf(PreFilterDecision.AllNodes.class);
    filtersAre(plugin, state, pod, plain);
    if (!snapshot.nodes().isEmpty()) {
      PlainAffinity simulated = new PlainAffinity(pod, namespaces, snapshot.nodes(), args);
      simulationIsRight(plugin, state, pod, plain, simulated);
      filtersAre(plugin, state, pod, plain);
    }
  }

  private void simulationIsRight(
      InterPodAffinity plugin, CycleState state, PodInfo pod, PlainAffinity before, PlainAffinity plain) {
    CycleState copy = state.copy();
    List<Runnable> undo = new ArrayList<>();
    for (int i = 1 + random.below(5); i > 0; i--) {
      NodeInfo node = random.any(cluster.nodes());
      boolean adds = node.pods().isEmpty() || random.chance(50);
      PodInfo changed =
          adds
              ? RandomObjects.info(
                  withAffinity(random.pod(), 50).editSpec().withNodeName(node.name()).endSpec().build())
              : random.any(node.pods());
      if (adds) {
        plugin.addPod(copy, pod, changed, node);
        undo.add(() -> plugin.removePod(copy, pod, changed, node));
      } else {
        plugin.removePod(copy, pod, changed, node);
        undo.add(() -> plugin.addPod(copy, pod, changed, node));
      }
      plain.change(changed, node, adds ? 1 : -1);
      filtersAre(plugin, random.chance(50) ? copy : copy.copy(), pod, plain);
    }
    CycleState later = copy.copy();
    filtersAre(plugin, later, pod, plain);
    for (int i = undo.size() - 1; i >= 0; i--) {
      undo.get(i).run();
    }
    filtersAre(plugin, copy, pod, before);
    filtersAre(plugin, later, pod, plain);
  }

  private void filtersAre(InterPodAffinity plugin, CycleState state, PodInfo pod, PlainAffinity plain) {
    List<NodeInfo> nodes = new ArrayList<>(cluster.nodes());
    nodes.add(NodeInfo.of(random.node("n" + random.below(12))));
    for (NodeInfo node : nodes) {
      assertThat(shortly(plugin.filter(state, pod, node))).as("%s with %s", node, node.labels()).isEqualTo(plain.filter(node));
    }
  }

  private static String shortly(Status status) {
    return switch (status.message()) {
      case "" -> "fits";
      case "node(s) didn't match pod affinity rules" -> "affinity";
      case "node(s) didn't match pod anti-affinity rules" -> "anti-affinity";
      case "node(s) didn't satisfy existing pods anti-affinity rules" -> "existing anti-affinity";
      default -> status.toString();
    };
  }

  private void scoreIsRight(InterPodAffinity plugin, InterPodAffinityArgs args, PodInfo pod) {
    List<NodeInfo> all = cluster.nodes();
    List<NodeInfo> passed = all.stream().filter(node -> random.chance(70)).toList();
    PlainAffinity plain = new PlainAffinity(pod, namespaces, all, args);
    boolean prefers = !pod.preferredAffinityTerms().isEmpty() || !pod.preferredAntiAffinityTerms().isEmpty();
    CycleState state = new CycleState();
    Status status = plugin.preScore(state, pod, passed);
    if (plain.hasNothingToScore() || args.ignorePreferredTermsOfExistingPods() && !prefers) {
      assertThat(status.isSkip()).isTrue();
      return;
    }
    assertThat(status.isSuccess()).isTrue();
    long[] scores = new long[passed.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = plugin.score(state, pod, passed.get(i));
      assertThat(scores[i]).isEqualTo(plain.score(passed.get(i)));
    }
    plugin.normalizeScore(state, pod, new NodeScoreList(passed, scores));
    assertThat(scores).isEqualTo(plain.normalized(passed));
  }
}
