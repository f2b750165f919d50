package io.berth.scenario;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.simulator.WriteInterceptor.Verb;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kubelets never give the pods that run more than their node has. Looked at when a pod begins to run or is given more; not while a
 * node's change, or a status that was written late, may tell less than the kubelet knew, nor just after a kubelet's start, which goes on
 * with what it had given before, nor when a pod begins to run that was let in before its node changed: it may have waited for devices.
 */
final class KubeletInvariants implements WorldObserver {
  private static final Duration SETTLED_AFTER = Duration.ofSeconds(30);

  private final Map<String, Seen> nodes = new HashMap<>();
  private Map<String, Given> pods = new HashMap<>();
  private final Map<String, Instant> thereSince = new HashMap<>();
  private long version = -1;
  private @Nullable Instant runningSince;

  /** A node as it was last seen, and since when it has been like that. */
  private record Seen(Node node, Resources allocatable, Instant since) {}

  /** What a pod has of its node. */
  private record Given(String node, Resources amounts) {}

  @Override
  public void afterEvent(World world) {
    if (!world.kubelets().isRunning()) {
      runningSince = null;
    } else if (runningSince == null) {
      runningSince = world.time().now();
    }
    long now = world.cluster().resourceVersion();
    if (now != version) {
      version = now;
      lookAtNodes(world);
      Map<String, Given> before = pods;
      pods = lookAtPods(world);
      pods.forEach(
          (uid, pod) -> {
            Given had = before.get(uid);
            Seen node = nodes.get(pod.node);
            boolean waited = had == null && node != null && thereSince.getOrDefault(uid, Instant.MAX).isBefore(node.since);
            if (!waited && (had == null || !had.amounts.equals(pod.amounts))) {
              check(world, pod, had == null ? Resources.EMPTY : had.amounts);
            }
          });
    }
  }

  private void lookAtNodes(World world) {
    for (Node node : world.cluster().list(ResourceKind.NODES)) {
      Seen before = nodes.get(node.getMetadata().getName());
      if (before == null || before.node != node) {
        Resources allocatable = NodeInfo.of(node).allocatable();
        boolean same =
            before != null
                && before.allocatable.equals(allocatable)
                && before.node.getMetadata().getUid().equals(node.getMetadata().getUid());
        nodes.put(node.getMetadata().getName(), new Seen(node, allocatable, same ? before.since : world.time().now()));
      }
    }
  }

  private Map<String, Given> lookAtPods(World world) {
    Map<String, Given> all = new HashMap<>();
    for (Pod pod : world.cluster().list(ResourceKind.PODS)) {
      if (!RestInvariants.nodeName(pod).isEmpty()) {
        thereSince.putIfAbsent(pod.getMetadata().getUid(), world.time().now());
      }
      if ("Running".equals(pod.getStatus().getPhase()) && !RestInvariants.nodeName(pod).isEmpty()) {
        all.put(pod.getMetadata().getUid(), new Given(RestInvariants.nodeName(pod), given(pod)));
      }
    }
    return all;
  }

  /** What has been allocated to its containers, whatever they ask for meanwhile; what they ask for as long as nothing is said of that. */
  private static Resources given(Pod pod) {
    Map<String, ContainerStatus> statuses = new HashMap<>();
    pod.getStatus().getContainerStatuses().forEach(status -> statuses.put(status.getName(), status));
    if (statuses.isEmpty()) {
      return EffectiveRequests.upstream().of(pod).incoming();
    }
    Resources sum = Resources.EMPTY;
    for (Container container : pod.getSpec().getContainers()) {
      ContainerStatus status = statuses.get(container.getName());
      boolean allocated = status != null && (!status.getAllocatedResources().isEmpty() || status.getResources() != null);
      sum = sum.plus(Resources.of(allocated ? status.getAllocatedResources() : container.getResources().getRequests()));
    }
    return sum;
  }

  private void check(World world, Given grown, Resources had) {
    Seen node = nodes.get(grown.node);
    Instant settled = world.time().now().minus(SETTLED_AFTER);
    boolean justStarted = runningSince == null || runningSince.isAfter(settled);
    if (node == null || justStarted || node.since.isAfter(settled) || world.faultLog().lastHit(Verb.UPDATE_STATUS).isAfter(settled)) {
      return;
    }
    Resources sum = Resources.EMPTY;
    for (Given pod : pods.values()) {
      if (pod.node.equals(grown.node)) {
        sum = sum.plus(pod.amounts);
      }
    }
    for (ResourceName name : grown.amounts.names()) {
      boolean more = grown.amounts.get(name) > had.get(name);
      boolean unknown = name.isDraExtended() && node.allocatable.get(name) == 0; // no kubelet's business
      if (more && !unknown && sum.get(name) > node.allocatable.get(name)) {
        world.violated("kubelet", "the kubelet of node " + grown.node + " gives " + sum + " of " + node.allocatable);
        return;
      }
    }
  }
}
