package io.berth.testkit.contract;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.ReservePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.StateData;
import io.berth.framework.StateKey;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** At most two pods of a pod's application on a node. Well-behaved; subclasses spoil one thing each. */
class CountingPlugin implements PreFilterPlugin, FilterPlugin, ScorePlugin, ReservePlugin, EnqueueExtensions {
  private static final StateKey<Counts> COUNTS = StateKey.of("Counting");

  final Set<String> reserved = new TreeSet<>();

  private static final class Counts implements StateData<Counts> {
    private final Map<String, Integer> byNode = new HashMap<>();

    @Override
    public Counts copy() {
      Counts copy = new Counts();
      copy.byNode.putAll(byNode);
      return copy;
    }
  }

  @Override
  public String name() {
    return "Counting";
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    Counts counts = new Counts();
    snapshot.nodes().forEach(node -> node.pods().forEach(other -> count(counts, pod, other, node.name(), 1)));
    state.write(COUNTS, counts);
    return PreFilterDecision.ALL_NODES;
  }

  @Override
  public PreFilterExtensions preFilterExtensions() {
    return new PreFilterExtensions() {
      @Override
      public Status addPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node) {
        count(state.read(COUNTS), podToSchedule, added, node.name(), 1);
        return Status.SUCCESS;
      }

      @Override
      public Status removePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node) {
        count(state.read(COUNTS), podToSchedule, removed, node.name(), -removal());
        return Status.SUCCESS;
      }
    };
  }

  int removal() {
    return 1;
  }

  private static void count(Counts counts, PodInfo pod, PodInfo other, String node, int difference) {
    if (other.labels().get("app").equals(pod.labels().get("app"))) {
      counts.byNode.merge(node, difference, Integer::sum);
    }
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    return state.read(COUNTS).byNode.getOrDefault(node.name(), 0) < 2
        ? Status.SUCCESS
        : Status.unschedulable("too many pods of the application");
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return node.pods().size();
  }

  @Override
  public ScoreExtensions scoreExtensions() {
    return (CycleState state, PodInfo pod, NodeScoreList scores) -> {
      ScoreExtensions.defaultNormalizeScore(MAX_NODE_SCORE, true, scores);
      return Status.SUCCESS;
    };
  }

  @Override
  public Status reserve(CycleState state, PodInfo pod, String nodeName) {
    reserved.add(pod.uid());
    return Status.SUCCESS;
  }

  @Override
  public void unreserve(CycleState state, PodInfo pod, String nodeName) {
    reserved.remove(pod.uid());
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(EventResource.ASSIGNED_POD, ActionType.DELETE),
        ClusterEventWithHint.of(EventResource.NODE, ActionType.ADD));
  }
}
