package io.berth.scheduler.internal.cycle;

import io.berth.framework.model.NodeInfo;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/** The nodes found so far; a list that only its maker grows. */
final class FeasibleNodes extends AbstractList<NodeInfo> implements RandomAccess {
  private NodeInfo[] nodes;
  private int size;

  FeasibleNodes(int expected) {
    nodes = new NodeInfo[Math.max(1, expected)];
  }

  /** Grows the list. Not the list interface's method, so that readers cannot. */
  void found(NodeInfo node) {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, size * 2);
    }
    nodes[size++] = node;
  }

  @Override
  public NodeInfo get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return nodes[index];
  }

  @Override
  public int size() {
    return size;
  }
}
