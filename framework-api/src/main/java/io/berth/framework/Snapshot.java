package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one scheduling cycle sees it. Immutable; successive snapshots share structure.
 *
 * <p>Source: kube-scheduler/framework/listers.go and pkg/scheduler/backend/cache/snapshot.go, v1.37.2.
 */
public interface Snapshot {
  /** All nodes, zone by zone in turn. Unmodifiable, random access. */
  List<NodeInfo> nodes();

  /** The node of that name, or {@code null}. */
  @Nullable NodeInfo node(String name);

  /** On how many nodes the image is, by its normalised name. */
  int imageNodes(String image);

  /** How many pods are on nodes, assumed ones included. */
  int podCount();

  /** Grows with each snapshot that differs from the one before. */
  long version();
}
