package io.berth.scheduler.internal.events;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.queue.SchedulingQueue;
import io.fabric8.kubernetes.api.model.Node;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells cache and queue of nodes.
 *
 * <p>Source: pkg/scheduler/eventhandlers.go (addNodeToCache, updateNodeInCache, deleteNodeFromCache), v1.37.2.
 */
public final class NodeHandler implements Feed.ObjectHandler<Node> {
  private static final Logger LOG = LoggerFactory.getLogger(NodeHandler.class);
  private static final ClusterEvent<NodeInfo> ADD = ClusterEvent.of(EventResource.NODE, ActionType.ADD);
  private static final ClusterEvent<NodeInfo> DELETE = ClusterEvent.of(EventResource.NODE, ActionType.DELETE);

  private final SchedulerCache cache;
  private final SchedulingQueue queue;
  private final NodeChanges changes;
  private final @Nullable ObjectStore<Node> store;
  private final EventMeter meter;
  private final Map<String, NodeInfo> known = new HashMap<>();

  /** Tells these. */
  public NodeHandler(SchedulerCache cache, SchedulingQueue queue, NodeChanges changes, Stores stores, EventMeter meter) {
    this.cache = cache;
    this.queue = queue;
    this.changes = changes;
    this.store = stores.find(ResourceKind.NODES);
    this.meter = meter;
  }

  @Override
  public void added(Node node) {
    NodeInfo before = known.get(name(node));
    NodeInfo after = read(node);
    if (after != null) {
      set(before, after);
    }
  }

  @Override
  public void updated(Node oldNode, Node newNode) {
    added(newNode);
  }

  private void set(@Nullable NodeInfo before, NodeInfo after) {
    long start = meter.start();
    known.put(after.name(), after);
    if (store != null) {
      store.put(after.node());
    }
    cache.setNode(after.node());
    if (before == null) {
      queue.moveAllToActiveOrBackoffQueue(ADD, null, after, null);
      meter.handled(ADD, start);
      return;
    }
    for (ClusterEvent<NodeInfo> event : changes.between(before, after)) {
      queue.moveAllToActiveOrBackoffQueue(event, before, after, null);
      meter.handled(event, start);
    }
  }

  @Override
  public void deleted(Node last, boolean finalStateUnknown) {
    NodeInfo before = known.remove(name(last));
    if (before == null) {
      return;
    }
    long start = meter.start();
    NodeInfo final_ = read(last);
    queue.moveAllToActiveOrBackoffQueue(DELETE, final_ == null ? before : final_, null, null);
    if (store != null) {
      store.remove(last, finalStateUnknown);
    }
    cache.removeNode(name(last));
    meter.handled(DELETE, start);
  }

  private @Nullable NodeInfo read(Node node) {
    try {
      return NodeInfo.of(node);
    } catch (IllegalArgumentException e) {
      LOG.error("node {} cannot be read; what was known of it stands", name(node), e);
      meter.ignored("unreadable node");
      return null;
    }
  }

  private static String name(Node node) {
    return node.getMetadata().getName();
  }
}
