package io.berth.plugins.internal.index;

import io.berth.framework.model.NodeInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One topology key: which value each node has, as a small number. */
public final class TopologyKey {
  /** The node lacks the label. */
  public static final int ABSENT = -1;

  /** The node has the label with a value that no known node has. */
  public static final int UNKNOWN = -2;

  /** The id of the empty value, which is always the same. */
  public static final int EMPTY_VALUE = 0;

  final String name;
  int uses;
  private final Map<String, Integer> ids = new HashMap<>();
  private int[] nodesWith = new int[4];
  private int[] valueOfNode;
  private final IdPool pool = new IdPool();

  TopologyKey(String name, int nodeCapacity) {
    this.name = name;
    this.valueOfNode = new int[nodeCapacity];
    Arrays.fill(valueOfNode, ABSENT);
    ids.put("", pool.take());
  }

  /** The label's key. */
  public String name() {
    return name;
  }

  /** The value of a known node, or {@link #ABSENT}. */
  public int valueOf(int node) {
    return valueOfNode[node];
  }

  /**
   * The value of any node.
   *
   * @param id what {@link NodeTable#find} said of the node
   */
  public int valueOf(int id, NodeInfo node) {
    if (id >= 0) {
      return valueOfNode[id];
    }
    String value = node.labels().get(name);
    return value == null ? ABSENT : idOf(value);
  }

  /** The id of a value, or {@link #UNKNOWN}. */
  public int idOf(String value) {
    Integer id = ids.get(value);
    return id == null ? UNKNOWN : id;
  }

  void set(int node, @Nullable String value) {
    if (node >= valueOfNode.length) {
      int before = valueOfNode.length;
      valueOfNode = Arrays.copyOf(valueOfNode, Math.max(node + 1, before * 2));
      Arrays.fill(valueOfNode, before, valueOfNode.length, ABSENT);
    }
    valueOfNode[node] = value == null ? ABSENT : take(value);
  }

  void clear(int node, @Nullable String value) {
    int id = valueOfNode[node];
    valueOfNode[node] = ABSENT;
    if (id == ABSENT || value == null || --nodesWith[id] > 0 || id == EMPTY_VALUE) {
      return;
    }
    ids.remove(value);
    pool.giveBack(id);
  }

  private int take(String value) {
    Integer known = ids.get(value);
    int id = known != null ? known : pool.take();
    if (known == null) {
      ids.put(value, id);
    }
    if (id >= nodesWith.length) {
      nodesWith = Arrays.copyOf(nodesWith, Math.max(id + 1, nodesWith.length * 2));
    }
    nodesWith[id]++;
    return id;
  }
}
