package io.berth.scheduler.internal.queue;

import io.berth.framework.NodeChanges;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.PodNominator;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which pods are nominated to which nodes. What the API server says of a pod may differ from what stands here, and what stands here
 * counts.
 *
 * <p>A pod keeps its place among the pods of its node when it is nominated to the same node again or when its object changes.
 *
 * <p>Thread-safety: owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/backend/queue/nominator.go, v1.37.2.
 */
public final class Nominator implements PodNominator {
  private final Predicate<PodInfo> waiting;
  private final Map<String, List<PodInfo>> podsByNode = new HashMap<>();
  private final Map<String, String> nodeByPod = new HashMap<>();
  /** By pod: the nodes that it was nominated to here before the present one, so that statuses may still show them when they are told late. */
  private final Map<String, Set<String>> earlierByPod = new HashMap<>();
  private final List<NominationLossListener> listeners = new ArrayList<>();
  private final NodeChanges changes;

  /**
   * Makes an empty one.
   *
   * @param waiting whether the cluster still has a pod of this namespace and name, and it has no node; others are not nominated
   * @param changes is told of each node whose nominated pods change
   */
  public Nominator(Predicate<PodInfo> waiting, NodeChanges changes) {
    this.waiting = waiting;
    this.changes = changes;
  }

  /** Tells the listener of each loss from now on. */
  public void onLoss(NominationLossListener listener) {
    listeners.add(listener);
  }

  @Override
  public void addNominatedPod(PodInfo pod, NominatingInfo info) {
    boolean ours = info.mode() == NominatingInfo.Mode.OVERRIDE;
    String before = nodeByPod.get(pod.uid());
    nominate(pod, ours ? info.nominatedNodeName() : pod.nominatedNodeName());
    String now = nodeByPod.get(pod.uid());
    if (ours && before != null && now != null && !now.equals(before)) {
      earlierByPod.computeIfAbsent(pod.uid(), uid -> new HashSet<>(2)).add(before);
    }
  }

  @Override
  public void updateNominatedPod(PodInfo oldPod, PodInfo newPod) {
    if (!oldPod.uid().equals(newPod.uid())) {
      forget(oldPod.uid(), NominationLoss.DELETED);
    }
    String node = newPod.nominatedNodeName();
    String current = nodeByPod.get(newPod.uid());
    if (node.equals(current)) {
      earlierByPod.remove(newPod.uid());
    } else if (current != null && (node.equals(oldPod.nominatedNodeName()) || isEarlier(newPod, node))) {
      // The update is about something else or comes late, and knows nothing of a nomination that has not been written yet.
      node = current;
    }
    nominate(newPod, node);
  }

  private boolean isEarlier(PodInfo pod, String node) {
    Set<String> earlier = earlierByPod.get(pod.uid());
    return earlier != null && earlier.contains(node);
  }

  @Override
  public void deleteNominatedPodIfExists(PodInfo pod) {
    deleteNominatedPodIfExists(pod, NominationLoss.CLEARED);
  }

  /** Forgets the pod's nomination, if there is one, for the given reason. */
  public void deleteNominatedPodIfExists(PodInfo pod, NominationLoss loss) {
    forget(pod.uid(), loss);
  }

  @Override
  public List<PodInfo> nominatedPodsForNode(String nodeName) {
    return podsByNode.getOrDefault(nodeName, List.of());
  }

  @Override
  public @Nullable String nominatedNode(String podUid) {
    return nodeByPod.get(podUid);
  }

  @Override
  public boolean isEmpty() {
    return nodeByPod.isEmpty();
  }

  private void nominate(PodInfo pod, String node) {
    if (node.isEmpty() || !waiting.test(pod)) {
      forget(pod.uid(), NominationLoss.CLEARED);
      return;
    }
    String before = nodeByPod.put(pod.uid(), node);
    PodInfo replaced = before == null || before.equals(node) ? null : removeFrom(before, pod.uid());
    List<PodInfo> pods = new ArrayList<>(nominatedPodsForNode(node));
    int place = before == null || replaced != null ? -1 : indexOf(pods, pod.uid());
    if (place < 0) {
      pods.add(pod);
    } else {
      pods.set(place, pod);
    }
    podsByNode.put(node, List.copyOf(pods));
    changes.changed(node);
    if (before != null && replaced != null) {
      report(replaced, before, NominationLoss.REPLACED);
    }
  }

  private void forget(String uid, NominationLoss loss) {
    earlierByPod.remove(uid);
    String node = nodeByPod.remove(uid);
    PodInfo pod = node == null ? null : removeFrom(node, uid);
    if (node != null && pod != null) {
      report(pod, node, loss);
    }
  }

  private @Nullable PodInfo removeFrom(String node, String uid) {
    List<PodInfo> pods = new ArrayList<>(nominatedPodsForNode(node));
    int place = indexOf(pods, uid);
    PodInfo pod = place < 0 ? null : pods.remove(place);
    if (pods.isEmpty()) {
      podsByNode.remove(node);
    } else {
      podsByNode.put(node, List.copyOf(pods));
    }
    changes.changed(node);
    return pod;
  }

  private static int indexOf(List<PodInfo> pods, String uid) {
    for (int i = 0; i < pods.size(); i++) {
      if (pods.get(i).uid().equals(uid)) {
        return i;
      }
    }
    return -1;
  }

  private void report(PodInfo pod, String node, NominationLoss loss) {
    // A copy: a listener may add another.
    List.copyOf(listeners).forEach(listener -> listener.lost(pod, node, loss));
  }

  /** What does not hold, one sentence each; empty when all is well. */
  List<String> violations() {
    List<String> found = new ArrayList<>();
    int pods = 0;
    for (Map.Entry<String, List<PodInfo>> entry : podsByNode.entrySet()) {
      if (entry.getValue().isEmpty()) {
        found.add("nominator: node " + entry.getKey() + " is kept without a pod");
      }
      for (PodInfo pod : entry.getValue()) {
        pods++;
        if (!entry.getKey().equals(nodeByPod.get(pod.uid()))) {
          found.add("nominator: " + pod.key() + " is listed on " + entry.getKey() + " but nominated to " + nodeByPod.get(pod.uid()));
        }
      }
    }
    if (pods != nodeByPod.size()) {
      found.add("nominator: " + pods + " pods on nodes, " + nodeByPod.size() + " nominations");
    }
    Collections.sort(found);
    return found;
  }
}
