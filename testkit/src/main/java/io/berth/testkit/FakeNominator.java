package io.berth.testkit;

import io.berth.framework.NodeChanges;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PodNominator;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nominations in memory, without losses told to anybody. Not thread-safe. */
public final class FakeNominator implements PodNominator {
  private final Map<String, String> nodes = new LinkedHashMap<>();
  private final Map<String, PodInfo> pods = new LinkedHashMap<>();
  private final NodeChanges changes;

  /** Nobody is nominated; changes are told there. */
  public FakeNominator(NodeChanges changes) {
    this.changes = changes;
  }

  @Override
  public void addNominatedPod(PodInfo pod, NominatingInfo info) {
    deleteNominatedPodIfExists(pod);
    String node = info.mode() == NominatingInfo.Mode.OVERRIDE ? info.nominatedNodeName() : pod.nominatedNodeName();
    if (!node.isEmpty()) {
      nodes.put(pod.uid(), node);
      pods.put(pod.uid(), pod);
      changes.changed(node);
    }
  }

  @Override
  public void deleteNominatedPodIfExists(PodInfo pod) {
    String node = nodes.remove(pod.uid());
    pods.remove(pod.uid());
    if (node != null) {
      changes.changed(node);
    }
  }

  @Override
  public void updateNominatedPod(PodInfo oldPod, PodInfo newPod) {
    String node = newPod.nominatedNodeName().isEmpty() ? nodes.get(oldPod.uid()) : newPod.nominatedNodeName();
    deleteNominatedPodIfExists(oldPod);
    if (node != null && !node.isEmpty()) {
      addNominatedPod(newPod, NominatingInfo.override(node));
    }
  }

  @Override
  public List<PodInfo> nominatedPodsForNode(String nodeName) {
    List<PodInfo> there = new ArrayList<>();
    nodes.forEach(
        (uid, node) -> {
          if (node.equals(nodeName)) {
            there.add(pods.get(uid));
          }
        });
    return List.copyOf(there);
  }

  @Override
  public @Nullable String nominatedNode(String podUid) {
    return nodes.get(podUid);
  }

  @Override
  public boolean isEmpty() {
    return nodes.isEmpty();
  }
}
