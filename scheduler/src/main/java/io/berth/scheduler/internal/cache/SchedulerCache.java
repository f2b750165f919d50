package io.berth.scheduler.internal.cache;

import io.berth.framework.SnapshotDelta;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is on which node, assumed pods included. An assumed pod stays until it is confirmed, forgotten or deleted; it never expires.
 * A node that vanishes before its pods is kept for them, out of sight of snapshots.
 *
 * <p>Where upstream's cache stops the process or refuses an event that contradicts what it knows (a second add, an update of an
 * unknown pod or under another node), this one believes the event.
 *
 * <p>Owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/backend/cache/cache.go, v1.37.2.
 */
public final class SchedulerCache {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerCache.class);

  private final Map<String, NodeEntry> entries = new HashMap<>();
  private final NodeTree tree = new NodeTree();
  private final ImageCounts.Live images = new ImageCounts.Live();
  private final Map<String, PodInfo> pods = new HashMap<>();
  private final Map<String, PodInfo> assumed = new LinkedHashMap<>();
  private final SnapshotBuilder snapshots = new SnapshotBuilder();

  /** Brings the snapshot up to date; the cost is that of what has changed. */
  public SnapshotDelta updateSnapshot() {
    SnapshotDelta delta = snapshots.update(tree, images);
    for (NodeEntry entry : snapshots.settled()) {
      if (entry.isVoid()) {
        entries.remove(entry.name, entry);
      }
    }
    return delta;
  }

  /** The last snapshot. */
  public ClusterSnapshot snapshot() {
    return snapshots.current();
  }

  /** Puts the pod on its node before the cluster knows; success, or an error when it is on a node already. */
  public Status assume(PodInfo pod) {
    if (pods.containsKey(pod.uid())) {
      return Status.error("pod " + pod.uid() + "(" + pod.key() + ") is in the cache, so can't be assumed");
    }
    put(pod);
    assumed.put(pod.uid(), pod);
    return Status.SUCCESS;
  }

  /**
   * Takes an assumed pod off its node.
   *
   * @return success, also when the pod is gone already; an error when it is confirmed or on another node
   */
  public Status forget(PodInfo pod) {
    PodInfo known = pods.get(pod.uid());
    if (known == null) {
      return Status.SUCCESS;
    }
    if (!known.nodeName().equals(pod.nodeName())) {
      return Status.error(
          "pod " + pod.uid() + "(" + pod.key() + ") was assumed on " + pod.nodeName() + " but assigned to " + known.nodeName());
    }
    if (!assumed.containsKey(pod.uid())) {
      return Status.error(
          "pod " + pod.uid() + "(" + pod.key() + ") is not assumed, so it cannot be removed or forgotten");
    }
    take(known);
    return Status.SUCCESS;
  }

  /** The cluster says that the pod is on its node: confirms an assumption, corrects it, or tells something new. */
  public void setPod(PodInfo pod) {
    PodInfo known = pods.get(pod.uid());
    if (known != null) {
      if (!known.nodeName().equals(pod.nodeName())) {
        LOG.warn("pod {} is on node {}, not on {}", pod.key(), pod.nodeName(), known.nodeName());
      }
      take(known);
    }
    put(pod);
  }

  /** The pod is gone, assumed or not. */
  public void removePod(PodInfo pod) {
    PodInfo known = pods.get(pod.uid());
    if (known != null) {
      take(known);
    }
  }

  /** Whether the pod is assumed. */
  public boolean isAssumed(String uid) {
    return assumed.containsKey(uid);
  }

  /** The pod as the cache has it, or {@code null}. */
  public @Nullable PodInfo pod(String uid) {
    return pods.get(uid);
  }

  /** The assumed pods, in the order in which they were assumed. */
  public Collection<PodInfo> assumedPods() {
    return Collections.unmodifiableCollection(assumed.values());
  }

  /** How many pods are on nodes, those on vanished nodes included. */
  public int podCount() {
    return pods.size();
  }

  /** How many nodes there are. */
  public int nodeCount() {
    return tree.size();
  }

  /** A node is new or has changed. */
  public void setNode(Node node) {
    String name = node.getMetadata().getName();
    NodeEntry entry = entry(name);
    countImages(nodeOf(entry), node);
    entry.info = entry.info.withNode(node);
    touch(entry);
    String zone = entry.info.zone();
    if (!zone.equals(entry.zone)) {
      if (entry.zone != null) {
        tree.remove(entry, entry.zone);
      }
      tree.add(entry, zone);
      entry.zone = zone;
      snapshots.orderChanged();
    }
  }

  /** A node is gone; pods that are still on it are kept until they go, or the node comes back. */
  public void removeNode(String name) {
    NodeEntry entry = entries.get(name);
    if (entry == null || entry.zone == null) {
      LOG.warn("node {} is gone, and was not known", name);
      return;
    }
    countImages(nodeOf(entry), null);
    tree.remove(entry, entry.zone);
    entry.zone = null;
    entry.info = entry.info.withoutNode();
    snapshots.orderChanged();
    touch(entry);
  }

  /** The node with its pods as the cache has it, without a node object if only pods are known; {@code null} if neither is. */
  public @Nullable NodeInfo node(String name) {
    NodeEntry entry = entries.get(name);
    return entry == null || entry.isVoid() ? null : entry.info;
  }

  /** Every contradiction in this cache, for people; none is right. */
  public List<String> violations() {
    return new CacheViolations(entries, tree, pods, assumed, snapshots.current()).find();
  }

  /**
   * Takes a pod off its node for the length of a question that must not see it. {@link Absence#end} puts everything back exactly.
   */
  public Absence absent(PodInfo pod) {
    return new Absence(pod);
  }

  private void put(PodInfo pod) {
    NodeEntry entry = entry(pod.nodeName());
    entry.addPod(pod);
    pods.put(pod.uid(), pod);
    touch(entry);
  }

  private void take(PodInfo pod) {
    NodeEntry entry = Objects.requireNonNull(entries.get(pod.nodeName()), "a cached pod has an entry");
    entry.removePod(pod);
    pods.remove(pod.uid());
    assumed.remove(pod.uid());
    touch(entry);
  }

  private NodeEntry entry(String name) {
    return entries.computeIfAbsent(name, NodeEntry::new);
  }

  private void touch(NodeEntry entry) {
    snapshots.touch(entry);
  }

  private static @Nullable Node nodeOf(NodeEntry entry) {
    return entry.info.hasNode() ? entry.info.node() : null;
  }

  private void countImages(@Nullable Node before, @Nullable Node after) {
    Set<String> old = imageNames(before);
    Set<String> now = imageNames(after);
    for (String image : old) {
      if (!now.contains(image)) {
        images.add(image, -1);
      }
    }
    for (String image : now) {
      if (!old.contains(image)) {
        images.add(image, 1);
      }
    }
  }

  private static Set<String> imageNames(@Nullable Node node) {
    if (node == null || node.getStatus() == null || node.getStatus().getImages().isEmpty()) {
      return Set.of();
    }
    Set<String> names = new LinkedHashSet<>();
    for (ContainerImage image : node.getStatus().getImages()) {
      names.addAll(image.getNames());
    }
    return names;
  }

  /** A pod that is out of sight. */
  public final class Absence {
    private final PodInfo pod;
    private final NodeEntry entry;
    private final NodeInfo before;

    private Absence(PodInfo pod) {
      this.pod = pod;
      this.entry = Objects.requireNonNull(entries.get(pod.nodeName()), "a cached pod has an entry");
      this.before = entry.info;
      entry.held = true;
      entry.removePod(pod);
      touch(entry);
    }

    /** Puts the pod back. Nothing else may have changed meanwhile. */
    public void end() {
      entry.held = false;
      entry.addPod(pod);
      entry.info = before;
      touch(entry);
    }
  }
}
