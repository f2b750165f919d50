package io.berth.plugins.internal.index;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScorePlugin;
import io.berth.framework.SnapshotListener;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Runs one indexed plugin for one pod on a {@link TestCluster}, point by point, as the framework would.
 *
 * @param <P> the plugin
 */
public final class TestCycle<P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin & SnapshotListener> {
  private final TestCluster cluster;
  private final P plugin;
  private final PodInfo pod;
  private final CycleState state;

  private TestCycle(TestCluster cluster, P plugin, PodInfo pod, CycleState state) {
    this.cluster = cluster;
    this.plugin = plugin;
    this.pod = pod;
    this.state = state;
  }

  /** A cycle of a pod; the plugin must listen to the cluster. */
  public static <P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin & SnapshotListener>
      TestCycle<P> of(TestCluster cluster, P plugin, Pod pod) {
    return new TestCycle<>(cluster, plugin, RandomObjects.info(pod), new CycleState());
  }

  /** PreFilter, on a new snapshot. */
  public PreFilterDecision preFilter() {
    return plugin.preFilter(state, pod, cluster.snapshot());
  }

  /** PreFilter and Filter of each node: what the status says, by node; empty for success. */
  public Map<String, String> verdicts() {
    Map<String, String> verdicts = new TreeMap<>();
    boolean skipped = preFilter() == PreFilterDecision.SKIP;
    for (NodeInfo node : cluster.nodes()) {
      Status status = skipped ? Status.SUCCESS : plugin.filter(state, pod, node);
      verdicts.put(node.name(), status.message());
    }
    return verdicts;
  }

  /** Filter of a node, after PreFilter. */
  public Status filter(String node) {
    return filter(node(node));
  }

  /** Filter of any node, after PreFilter. */
  public Status filter(NodeInfo node) {
    return plugin.filter(state, pod, node);
  }

  /** A cycle with a copy of the state. */
  public TestCycle<P> copy() {
    return new TestCycle<>(cluster, plugin, pod, state.copy());
  }

  /** Simulates that a pod comes to its node. */
  public TestCycle<P> add(Pod added) {
    PodInfo info = RandomObjects.info(added);
    extensions().addPod(state, pod, info, node(info.nodeName()));
    return this;
  }

  /** Simulates that a pod comes to any node. */
  public TestCycle<P> add(Pod added, Node node) {
    extensions().addPod(state, pod, RandomObjects.info(added), NodeInfo.of(node));
    return this;
  }

  /** Simulates that a pod leaves its node. */
  public TestCycle<P> remove(Pod removed) {
    PodInfo info = RandomObjects.info(removed);
    extensions().removePod(state, pod, info, node(info.nodeName()));
    return this;
  }

  /** Simulates that a pod leaves any node. */
  public TestCycle<P> remove(Pod removed, Node node) {
    extensions().removePod(state, pod, RandomObjects.info(removed), NodeInfo.of(node));
    return this;
  }

  private PreFilterExtensions extensions() {
    return Objects.requireNonNull(plugin.preFilterExtensions());
  }

  /** PreScore, for these nodes. */
  public Status preScore(String... nodes) {
    cluster.snapshot();
    return plugin.preScore(state, pod, nodes(nodes));
  }

  /** The normalised scores of these nodes, in this order. */
  public long[] scores(String... names) {
    List<NodeInfo> nodes = nodes(names);
    Status status = preScore(names);
    if (!status.isSuccess()) {
      throw new AssertionError(status);
    }
    long[] scores = nodes.stream().mapToLong(node -> plugin.score(state, pod, node)).toArray();
    Objects.requireNonNull(plugin.scoreExtensions()).normalizeScore(state, pod, new NodeScoreList(nodes, scores));
    return scores;
  }

  private List<NodeInfo> nodes(String... names) {
    return Arrays.stream(names).map(this::node).toList();
  }

  private NodeInfo node(String name) {
    return cluster.nodes().stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }
}
