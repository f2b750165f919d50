package io.berth.scheduler.internal.cache;

import io.berth.framework.Snapshot;
import io.berth.framework.model.NodeInfo;
import org.jspecify.annotations.Nullable;

/**
 * The cluster at the start of a cycle. Immutable.
 *
 * <p>Source: pkg/scheduler/backend/cache/snapshot.go, v1.37.2.
 */
public final class ClusterSnapshot implements Snapshot {
  /** No nodes. */
  public static final ClusterSnapshot EMPTY =
      new ClusterSnapshot(ChunkedNodes.EMPTY, NodeOrder.EMPTY, ImageCounts.EMPTY, 0, 0);

  private final ChunkedNodes nodes;
  private final NodeOrder order;
  private final ImageCounts images;
  private final int podCount;
  private final long version;

  ClusterSnapshot(ChunkedNodes nodes, NodeOrder order, ImageCounts images, int podCount, long version) {
    this.nodes = nodes;
    this.order = order;
    this.images = images;
    this.podCount = podCount;
    this.version = version;
  }

  @Override
  public ChunkedNodes nodes() {
    return nodes;
  }

  @Override
  public @Nullable NodeInfo node(String name) {
    int position = order.of(name);
    return position < 0 ? null : nodes.get(position);
  }

  /** The node's place in {@link #nodes()}, or -1. */
  public int indexOf(String name) {
    return order.of(name);
  }

  /** Whether the same nodes stand in the same places in both. */
  public boolean hasOrderOf(ClusterSnapshot other) {
    return order == other.order;
  }

  @Override
  public int imageNodes(String image) {
    return images.of(image);
  }

  @Override
  public int podCount() {
    return podCount;
  }

  @Override
  public long version() {
    return version;
  }

  NodeOrder order() {
    return order;
  }
}
