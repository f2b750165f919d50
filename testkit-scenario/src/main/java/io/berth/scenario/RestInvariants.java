package io.berth.scenario;

import io.berth.framework.Snapshot;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerInvariants;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** When nothing happens any more, the scheduler has nothing under way, and cache, queue and nominator show what the cluster has. */
final class RestInvariants implements WorldObserver {
  private static final String RULE = "rest";

  @Override
  public void atRest(World world) {
    Scheduler scheduler = world.scheduler();
    KnownCluster known = world.known();
    if (scheduler == null || known == null) {
      return;
    }
    List<String> unrest = SchedulerInvariants.unrest(scheduler);
    if (!unrest.isEmpty()) {
      unrest.forEach(violation -> world.violated(RULE, violation));
      return;
    }
    known.chosen().forEach(pod -> world.violated(RULE, "what pod " + pod.key() + " reserved on " + pod.nodeName() + " was never given back"));
    List<Pod> pods = world.cluster().list(ResourceKind.PODS).stream().filter(pod -> !KnownCluster.ended(pod)).toList();
    cacheAgrees(world, scheduler.updateSnapshot(), pods);
    queueAgrees(world, scheduler, pods);
    nominatorAgrees(world, pods);
  }

  private static void cacheAgrees(World world, Snapshot snapshot, List<Pod> pods) {
    Map<String, Map<String, String>> versions = new HashMap<>();
    for (Pod pod : pods) {
      versions.computeIfAbsent(nodeName(pod), name -> new TreeMap<>()).put(KnownCluster.key(pod), version(pod));
    }
    List<Node> nodes = world.cluster().list(ResourceKind.NODES);
    if (snapshot.nodes().size() != nodes.size()) {
      world.violated(RULE, "the cache has " + snapshot.nodes().size() + " nodes, the cluster " + nodes.size());
    }
    for (Node node : nodes) {
      String name = node.getMetadata().getName();
      NodeInfo info = snapshot.node(name);
      if (info == null || !version(info.node()).equals(version(node))) {
        world.violated(RULE, "the cache does not have node " + name + " as the cluster has it");
        continue;
      }
      Map<String, String> cached = new TreeMap<>();
      info.pods().forEach(pod -> cached.put(pod.key(), version(pod.pod())));
      Map<String, String> expected = versions.getOrDefault(name, Map.of());
      if (!cached.equals(expected)) {
        world.violated(RULE, "the cache has pods " + cached + " on node " + name + ", the cluster " + expected);
      }
    }
  }

  private static void queueAgrees(World world, Scheduler scheduler, List<Pod> pods) {
    Map<String, PendingPod> waiting = new HashMap<>();
    scheduler.queue().pods().forEach(pod -> waiting.put(pod.key(), pod));
    for (Pod pod : pods) {
      String key = KnownCluster.key(pod);
      PendingPod entry = waiting.remove(key);
      if (!nodeName(pod).isEmpty() || !world.isOurs(pod)) {
        if (entry != null) {
          world.violated(RULE, "pod " + key + " waits in the queue and should not");
        }
      } else if (entry == null) {
        if (pod.getMetadata().getDeletionTimestamp() == null) {
          world.violated(RULE, "pod " + key + " has no node and does not wait in the queue");
        }
      } else if (!version(entry.pod().pod()).equals(version(pod))) {
        world.violated(RULE, "pod " + key + " waits as it was at version " + version(entry.pod().pod()) + ", not " + version(pod));
      }
    }
    waiting.keySet().forEach(key -> world.violated(RULE, "pod " + key + " waits in the queue and is gone"));
  }

  private static void nominatorAgrees(World world, List<Pod> pods) {
    Set<String> nominated = new HashSet<>();
    for (Pod pod : pods) {
      String node = pod.getStatus().getNominatedNodeName() == null ? "" : pod.getStatus().getNominatedNodeName();
      if (!node.isEmpty() && nodeName(pod).isEmpty() && world.isOurs(pod)) {
        nominated.add(pod.getMetadata().getUid() + " to " + node);
      }
    }
    Set<String> noted = new HashSet<>();
    for (PodInfo pod : world.nominations()) {
      noted.add(pod.uid() + " to " + pod.nodeName());
    }
    nominated.removeIf(nomination -> noted.remove(nomination) || world.isUnwritten(nomination.split(" ")[0]));
    noted.removeIf(nomination -> world.isUnwritten(nomination.split(" ")[0]));
    if (!nominated.isEmpty() || !noted.isEmpty()) {
      world.violated(RULE, "by the cluster's word nominated: " + nominated + "; by the nominator's: " + noted);
    }
  }

  static String nodeName(Pod pod) {
    String name = pod.getSpec().getNodeName();
    return name == null ? "" : name;
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }
}
