package io.berth.plugins.podtopologyspread;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.model.SpreadConstraint;
import io.berth.plugins.internal.index.PodChurn;
import io.berth.plugins.internal.index.RandomObjects;
import io.berth.plugins.internal.index.TestCluster;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The index answers as a count over all nodes and pods does, whatever happens to the cluster and in simulations. */
class PodTopologySpreadPropertyTest {
  private static final int STEPS = 20;

  private RandomObjects random;
  private TestCluster cluster;
  private PodChurn churn;
  private List<PodInfo> asked;

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void answersAsACountOverAllPodsDoes(long seed) {
    random = new RandomObjects(new SplittableRandom(seed));
    cluster = new TestCluster();
    churn = new PodChurn(random, cluster);
    asked = new ArrayList<>();
    SpreadIndex index = random.chance(30) ? new SpreadIndex(2, 2) : new SpreadIndex(100, 100);
    PodTopologySpread plugin = new PodTopologySpread(cluster.handle(), PodTopologySpreadArgs.DEFAULT, index);
    cluster.put(ResourceKind.SERVICES, service("a"));
    cluster.put(ResourceKind.SERVICES, service("b"));
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
      filterIsRight(plugin, pod, snapshot);
      scoreIsRight(plugin, pod);
    }
  }

  private static Service service(String namespace) {
    return new ServiceBuilder()
        .withNewMetadata().withName("all").withNamespace(namespace).endMetadata()
        .withNewSpec().addToSelector("app", "x").endSpec()
        .build();
  }

  private void change() {
    String name = "n" + random.below(9);
    switch (random.below(11)) {
      case 0, 1 -> cluster.put(random.node(name));
      case 2, 10 -> {
        List<NodeInfo> nodes = cluster.nodes();
        if (!nodes.isEmpty()) {
          cluster.put(random.withOtherTaints(random.any(nodes).node()));
        }
      }
      case 3 -> {
        if (random.chance(30)) {
          churn.removeNode(name);
        }
      }
      case 4 -> churn.removePod();
      case 5 -> churn.relabelPod();
      default -> churn.place(random.pod());
    }
  }

  /** Often a pod that came before, whose counts are in the index. */
  private PodInfo incoming() {
    if (!asked.isEmpty() && random.chance(70)) {
      return random.any(asked);
    }
    PodInfo pod = drawIncoming();
    asked.add(pod);
    return pod;
  }

  private PodInfo drawIncoming() {
    PodBuilder pod = random.pod();
    List<TopologySpreadConstraint> constraints = new ArrayList<>();
    for (int i = random.below(4); i > 0; i--) {
      TopologySpreadConstraintBuilder constraint =
          new TopologySpreadConstraintBuilder()
              .withMaxSkew(1 + random.below(2))
              .withTopologyKey(random.chance(3) ? "none" : random.any(RandomObjects.KEYS.subList(0, 4)))
              .withWhenUnsatisfiable(random.any("DoNotSchedule", "DoNotSchedule", "ScheduleAnyway"))
              .withLabelSelector(random.selector());
      if (random.chance(25)) {
        constraint.withMinDomains(1 + random.below(4));
      }
      if (random.chance(30)) {
        constraint.withNodeAffinityPolicy(random.any("Honor", "Ignore"));
      }
      if (random.chance(50)) {
        constraint.withNodeTaintsPolicy(random.any("Honor", "Honor", "Ignore"));
      }
      if (random.chance(20)) {
        constraint.withMatchLabelKeys("version", "tier");
      }
      constraints.add(constraint.build());
    }
    pod.editSpec().withTopologySpreadConstraints(constraints).endSpec();
    if (random.chance(20)) {
      pod.editSpec().addToNodeSelector("disk", random.any("ssd", "hdd")).endSpec();
    }
    if (random.chance(20)) {
      pod.editSpec().addNewToleration().withKey("spot").withOperator("Exists").endToleration().endSpec();
    }
    return RandomObjects.info(pod.build());
  }

  private void filterIsRight(PodTopologySpread plugin, PodInfo pod, Snapshot snapshot) {
    PlainSpread plain = new PlainSpread(pod, SpreadConstraint.DO_NOT_SCHEDULE, snapshot.nodes());
    CycleState state = new CycleState();
    PreFilterDecision decision = plugin.preFilter(state, pod, snapshot);
    if (plain.constraints.isEmpty()) {
      assertThat(decision).isInstanceOf(PreFilterDecision.Skip.class);
      return;
    }
    assertThat(decision).isInstanceOf(PreFilterDecision.AllNodes.class);
    filtersAre(plugin, state, pod, plain);
    if (!snapshot.nodes().isEmpty()) {
      simulationIsRight(plugin, state, pod, snapshot, plain);
      filtersAre(plugin, state, pod, plain);
    }
  }

  private void simulationIsRight(
      PodTopologySpread plugin, CycleState state, PodInfo pod, Snapshot snapshot, PlainSpread before) {
    PlainSpread plain = new PlainSpread(pod, SpreadConstraint.DO_NOT_SCHEDULE, snapshot.nodes());
    CycleState copy = state.copy();
    List<Runnable> undo = new ArrayList<>();
    for (int i = 1 + random.below(5); i > 0; i--) {
      NodeInfo node = random.any(snapshot.nodes());
      boolean adds = node.pods().isEmpty() || random.chance(50);
      PodInfo changed =
          adds
              ? RandomObjects.info(random.pod().editSpec().withNodeName(node.name()).endSpec().build())
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

  private void filtersAre(PodTopologySpread plugin, CycleState state, PodInfo pod, PlainSpread plain) {
    List<NodeInfo> nodes = new ArrayList<>(cluster.nodes());
    nodes.add(NodeInfo.of(random.node("n" + random.below(12))));
    for (NodeInfo node : nodes) {
      assertThat(shortly(plugin.filter(state, pod, node))).as("%s with %s", node, node.labels()).isEqualTo(plain.filter(node));
    }
  }

  private static String shortly(Status status) {
    return switch (status.code()) {
      case SUCCESS -> "fits";
      case UNSCHEDULABLE -> "uneven";
      case UNSCHEDULABLE_AND_UNRESOLVABLE -> "missing";
      default -> status.toString();
    };
  }

  private void scoreIsRight(PodTopologySpread plugin, PodInfo pod) {
    List<NodeInfo> all = cluster.nodes();
    List<NodeInfo> passed = all.stream().filter(node -> random.chance(70)).toList();
    PlainSpread plain = PlainSpread.forScore(pod, all);
    plain.candidates(passed);
    CycleState state = new CycleState();
    Status status = plugin.preScore(state, pod, passed);
    if (all.isEmpty() || plain.constraints.isEmpty()) {
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
