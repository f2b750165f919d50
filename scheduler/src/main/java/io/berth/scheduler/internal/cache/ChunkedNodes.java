package io.berth.scheduler.internal.cache;

import io.berth.framework.model.NodeInfo;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * An immutable list of nodes in chunks of 64, so that a changed copy shares all chunks but the touched ones. Reading an element costs
 * two array accesses.
 */
public final class ChunkedNodes extends AbstractList<NodeInfo> implements RandomAccess {
  static final ChunkedNodes EMPTY = new ChunkedNodes(new NodeInfo[0][], 0);

  private static final int SHIFT = 6;
  private static final int MASK = (1 << SHIFT) - 1;

  private final NodeInfo[][] chunks;
  private final int size;

  private ChunkedNodes(NodeInfo[][] chunks, int size) {
    this.chunks = chunks;
    this.size = size;
  }

  static ChunkedNodes of(NodeInfo[] nodes) {
    NodeInfo[][] chunks = new NodeInfo[(nodes.length + MASK) >>> SHIFT][];
    for (int i = 0; i < chunks.length; i++) {
      int from = i << SHIFT;
      int to = Math.min(nodes.length, from + MASK + 1);
      chunks[i] = Arrays.copyOfRange(nodes, from, to);
    }
    return new ChunkedNodes(chunks, nodes.length);
  }

  @Override
  public NodeInfo get(int index) {
    return chunks[index >>> SHIFT][index & MASK];
  }

  @Override
  public int size() {
    return size;
  }

  /** Starts a changed copy. */
  Editor edit() {
    return new Editor(this);
  }

  /** Makes one changed copy; copies each chunk at most once. */
  static final class Editor {
    private final ChunkedNodes base;
    private final NodeInfo[][] chunks;

    private Editor(ChunkedNodes base) {
      this.base = base;
      this.chunks = base.chunks.clone();
    }

    void set(int index, NodeInfo node) {
      int c = index >>> SHIFT;
      if (chunks[c] == base.chunks[c]) {
        chunks[c] = base.chunks[c].clone();
      }
      chunks[c][index & MASK] = node;
    }

    ChunkedNodes done() {
      return new ChunkedNodes(chunks, base.size);
    }
  }
}
