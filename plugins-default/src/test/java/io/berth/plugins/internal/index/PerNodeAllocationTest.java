package io.berth.plugins.internal.index;

import static io.berth.testkit.AffinityKind.REQUIRED_AND_PREFERRED;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScorePlugin;
import io.berth.framework.SnapshotListener;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.interpodaffinity.InterPodAffinity;
import io.berth.plugins.interpodaffinity.InterPodAffinityArgs;
import io.berth.plugins.podtopologyspread.PodTopologySpread;
import io.berth.plugins.podtopologyspread.PodTopologySpreadArgs;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Filter and Score allocate nothing, however many nodes there are. */
class PerNodeAllocationTest {
  private static final int NODES = 50;
  private static final int ROUNDS = 400;

  private final TestCluster cluster = new TestCluster();

  @Test
  void spreadingAllocatesNothingForANode() {
    PodTopologySpread plugin = new PodTopologySpread(cluster.handle(), PodTopologySpreadArgs.DEFAULT);
    PodInfo pod =
        pod("p")
            .label("app", "x")
            .spreadConstraint(1, "zone", "DoNotSchedule", selector().label("app", "x").obj())
            .spreadConstraint(1, "zone", "ScheduleAnyway", selector().label("app", "x").obj())
            .spreadConstraint(1, "kubernetes.io/hostname", "ScheduleAnyway", selector().label("app", "x").obj())
            .info();
    assertThat(bytesPerNode(plugin, pod)).isLessThan(1);
  }

  @Test
  void affinityAllocatesNothingForANode() {
    InterPodAffinity plugin = new InterPodAffinity(cluster.handle(), InterPodAffinityArgs.DEFAULT);
    PodInfo pod =
        pod("p")
            .label("app", "x")
            .podAffinityIn("app", "zone", REQUIRED_AND_PREFERRED, "x")
            .podAntiAffinityIn("app", "kubernetes.io/hostname", REQUIRED_AND_PREFERRED, "x")
            .info();
    assertThat(bytesPerNode(plugin, pod)).isLessThan(1);
  }

  private <P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin & SnapshotListener>
      double bytesPerNode(P plugin, PodInfo pod) {
    cluster.listen(plugin);
    for (int i = 0; i < NODES; i++) {
      cluster.put(node("n" + i).hostname().label("zone", "z" + i % 3).obj());
    }
    for (int i = 0; i < NODES; i += 4) {
      cluster.put(RandomObjects.info(pod("e" + i).label("app", "x").on("n" + i).obj()));
    }
    CycleState state = new CycleState();
    plugin.preFilter(state, pod, cluster.snapshot());
    List<NodeInfo> nodes = cluster.nodes();
    plugin.preScore(state, pod, nodes);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    run(plugin, state, pod, nodes);
    long before = threads.getCurrentThreadAllocatedBytes();
    run(plugin, state, pod, nodes);
    long after = threads.getCurrentThreadAllocatedBytes();
    return (after - before) / (double) (NODES * ROUNDS);
  }

  private static <P extends FilterPlugin & ScorePlugin> void run(
      P plugin, CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < nodes.size(); i++) {
        plugin.filter(state, pod, nodes.get(i));
        plugin.score(state, pod, nodes.get(i));
      }
    }
  }
}
