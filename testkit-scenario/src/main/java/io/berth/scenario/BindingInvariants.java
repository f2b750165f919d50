package io.berth.scenario;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * No pod is placed that the scheduler knows to have a node or to be gone, nor is it placed or bound while an earlier binding is under way
 * or after one has succeeded; and no pod of the cluster ever changes its node.
 */
final class BindingInvariants implements WorldObserver {
  private final Set<String> underWay = new HashSet<>();
  private final Set<String> done = new HashSet<>();
  private Map<String, String> nodes = new HashMap<>();
  private long version = -1;

  @Override
  public void schedulerStarted(World world, Scheduler scheduler) {
    underWay.clear();
    done.clear();
  }

  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    String what = "pod " + pod.key() + " is placed on node " + nodeName;
    checkFirst(world, pod.uid(), what, known);
    Pod shown = known.pod(pod.key());
    if (known == world.known() && (shown == null || !shown.getMetadata().getUid().equals(pod.uid()))) {
      world.violated("bound twice", what + " and is gone");
    } else if (known == world.known() && !RestInvariants.nodeName(shown).isEmpty()) {
      world.violated("bound twice", what + " and is on node " + RestInvariants.nodeName(shown));
    }
    for (PodInfo chosen : known.chosen()) {
      if (chosen.uid().equals(pod.uid())) {
        world.violated("bound twice", what + " while it is placed on " + chosen.nodeName());
      }
    }
  }

  @Override
  public void binding(World world, ObjectRef<Pod> pod, String nodeName, KnownCluster known) {
    checkFirst(world, pod.uid(), "pod " + pod.key() + " is bound to node " + nodeName, known);
    if (known == world.known()) {
      underWay.add(pod.uid());
    }
  }

  private void checkFirst(World world, String uid, String what, KnownCluster known) {
    if (known == world.known() && (underWay.contains(uid) || done.contains(uid))) {
      world.violated("bound twice", what + ", and was before");
    }
  }

  @Override
  public void bound(World world, ObjectRef<Pod> pod, String nodeName, WriteOutcome<Pod> outcome, KnownCluster known) {
    if (known == world.known()) {
      underWay.remove(pod.uid());
      if (outcome.isDone()) {
        done.add(pod.uid());
      }
    }
  }

  @Override
  public void afterEvent(World world) {
    long now = world.cluster().resourceVersion();
    if (now == version) {
      return;
    }
    version = now;
    Map<String, String> seen = new HashMap<>();
    for (Pod pod : world.cluster().list(ResourceKind.PODS)) {
      String node = RestInvariants.nodeName(pod);
      String before = nodes.getOrDefault(pod.getMetadata().getUid(), "");
      if (!before.isEmpty() && !before.equals(node)) {
        world.violated("bound twice", "pod " + KnownCluster.key(pod) + " was on node " + before + " and is on " + node);
      }
      seen.put(pod.getMetadata().getUid(), node);
    }
    nodes = seen;
  }
}
