package io.berth.scheduler.internal.cycle;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.runtime.NodeFilter;
import io.berth.scheduler.internal.runtime.PreFilterOutcome;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds nodes that can take a pod: asks PreFilter, then the node that the pod is nominated to, then Filter on node after node, starting
 * where the last cycle stopped, until enough are found.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (findNodesThatFitPod and what it calls), v1.37.2.
 */
final class NodeFinder {
  private static final int MIN_FEASIBLE_NODES_TO_FIND = 100;
  private static final int MIN_FEASIBLE_NODES_PERCENTAGE_TO_FIND = 5;

  private final int percentageOfNodesToScore;
  private final @Nullable KnownRejections rejections;
  private int nextStartNodeIndex;

  /**
   * Finds nodes.
   *
   * @param rejections what searches before have come to; {@code null} to ask the plugins about every node
   */
  NodeFinder(int percentageOfNodesToScore, @Nullable KnownRejections rejections) {
    this.percentageOfNodesToScore = percentageOfNodesToScore;
    this.rejections = rejections;
  }

  NodeSearch find(ProfileRunner profile, CycleState state, PodInfo pod, ClusterSnapshot snapshot) {
    return new Search(profile, state, pod, snapshot).run();
  }

  /** After so many nodes that fit, no more are looked for. */
  int numFeasibleNodesToFind(ProfileRunner profile, int nodes) {
    if (nodes < MIN_FEASIBLE_NODES_TO_FIND) {
      return nodes;
    }
    Integer own = profile.percentageOfNodesToScore();
    int percentage = own == null ? percentageOfNodesToScore : own;
    if (percentage == 0) {
      percentage = Math.max(MIN_FEASIBLE_NODES_PERCENTAGE_TO_FIND, 50 - nodes / 125);
    }
    return Math.max(MIN_FEASIBLE_NODES_TO_FIND, (int) ((long) nodes * percentage / 100));
  }

  private final class Search {
    private final ProfileRunner profile;
    private final CycleState state;
    private final PodInfo pod;
    private final ClusterSnapshot snapshot;
    private final Diagnosis diagnosis;

    Search(ProfileRunner profile, CycleState state, PodInfo pod, ClusterSnapshot snapshot) {
      this.profile = profile;
      this.state = state;
      this.pod = pod;
      this.snapshot = snapshot;
      this.diagnosis = new Diagnosis(snapshot);
    }

    NodeSearch run() {
      PreFilterOutcome preFilter = profile.runPreFilterPlugins(state, pod, snapshot);
      diagnosis.addUnschedulable(preFilter.narrowedBy());
      if (!preFilter.status().isSuccess()) {
        if (!preFilter.status().isRejected()) {
          return new NodeSearch(preFilter.status(), List.of(), diagnosis);
        }
        diagnosis.rejectedByPreFilter(preFilter.status());
        return new NodeSearch(Status.SUCCESS, List.of(), diagnosis);
      }
      String nominated = pod.nominatedNodeName();
      int index = nominated.isEmpty() ? -1 : snapshot.indexOf(nominated);
      if (index >= 0 && fits(index)) {
        return new NodeSearch(Status.SUCCESS, List.of(snapshot.nodes().get(index)), diagnosis);
      }
      return findAmong(preFilter);
    }

    /** Looks at the node that the pod is nominated to, which most likely is the only one that fits. */
    private boolean fits(int index) {
      long start = profile.startFilter();
      Status status = profile.nodeFilter(state, pod).test(snapshot.nodes().get(index));
      profile.filtered(status.isError() ? Code.ERROR : Code.SUCCESS, start);
      if (status.isRejected()) {
        diagnosis.nodes().set(index, status);
      }
      return status.isSuccess();
    }

    private NodeSearch findAmong(PreFilterOutcome preFilter) {
      Set<String> names = preFilter.nodes();
      int[] only = null;
      if (names != null) {
        only = names.stream().mapToInt(snapshot::indexOf).filter(index -> index >= 0).sorted().toArray();
        String plugins = String.join(" ", preFilter.narrowedBy());
        diagnosis.nodes().setAbsent(Status.unresolvable("node(s) didn't satisfy plugin(s) [" + plugins + "]"));
      }
      int count = only == null ? snapshot.nodes().size() : only.length;
      int wanted = profile.hasScorePlugins() ? numFeasibleNodesToFind(profile, count) : Math.min(1, count);
      FeasibleNodes feasible = new FeasibleNodes(wanted);
      Status status = filter(only, count, wanted, feasible);
      int processed = feasible.size() + diagnosis.nodes().size();
      nextStartNodeIndex = (nextStartNodeIndex + processed) % snapshot.nodes().size();
      return new NodeSearch(status, feasible, diagnosis);
    }

    /** Looks at all nodes, or at those with the given places in the snapshot; an error ends it early, as enough nodes do. */
    private Status filter(int @Nullable [] only, int count, int wanted, FeasibleNodes feasible) {
      long start = profile.startFilter();
      boolean hasFilters = profile.hasFilterPlugins();
      NodeFilter filter = profile.nodeFilter(state, pod);
      Status result = Status.SUCCESS;
      KnownRejections.OfPod known =
          rejections == null || only != null || !hasFilters ? null : rejections.of(profile, state, pod, snapshot);
      int at = count == 0 ? 0 : nextStartNodeIndex % count;
      for (int i = 0; i < count && feasible.size() < wanted; i++) {
        int index = only == null ? at : only[at];
        at = at + 1 == count ? 0 : at + 1;
        NodeInfo node = snapshot.nodes().get(index);
        Status status = known == null ? null : known.find(index, node);
        if (status != null) {
          diagnosis.nodes().set(index, status);
          continue;
        }
        status = hasFilters ? filter.test(node) : Status.SUCCESS;
        if (status.isSuccess()) {
          feasible.found(node);
        } else if (status.isError()) {
          result = status;
          break;
        } else {
          diagnosis.nodes().set(index, status);
          if (known != null) {
            known.put(index, node, status);
          }
        }
      }
      if (known == null && rejections != null && only == null && feasible.isEmpty() && result.isSuccess()) {
        rejections.learn(profile, state, pod, snapshot, diagnosis.nodes());
      }
      profile.filtered(result.code(), start);
      return result;
    }
  }
}
