package io.berth.plugins.internal.index;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the snapshot, each with a small number that it keeps as long as it is there, and its topology values.
 *
 * <p>Nodes are asked for in much the same order in every cycle, so the table notes for each which one came after it last time, and
 * looks there first. Notes are guesses that are checked: threads that ask at once may spoil them, and never an answer.
 */
public final class NodeTable {
  /** What {@link #find} says of a node that is not the snapshot's. */
  public static final int FOREIGN = NameTable.NONE;

  private final NameTable ids = new NameTable();
  private final Map<String, TopologyKey> keys = new HashMap<>();
  private final IdPool pool = new IdPool();
  private @Nullable NodeInfo[] infos = new NodeInfo[16];
  private int[] successors = new int[16];
  private int latest;

  /** The id of the node if the snapshot has this very node object, or {@link #FOREIGN} for a node of somebody's simulation. */
  public int find(NodeInfo node) {
    int guess = successors[latest];
    if (infos[guess] == node) {
      latest = guess;
      return guess;
    }
    int id = search(node);
    if (id >= 0) {
      successors[latest] = id;
      latest = id;
    }
    return id;
  }

  private int search(NodeInfo node) {
    int id = ids.get(node.name());
    if (id < 0) {
      return FOREIGN;
    }
    NodeInfo known = infos[id];
    return known == node || known != null && node.hasNode() && known.node() == node.node() ? id : FOREIGN;
  }

  /** The id of the snapshot's node of that name, or {@link #FOREIGN}. */
  public int find(String name) {
    return ids.get(name);
  }

  /** Whether this is the very node that the snapshot has, pods included. */
  public boolean isCurrent(int id, NodeInfo node) {
    return id >= 0 && infos[id] == node;
  }

  /** The snapshot's node with this id, or {@code null}. */
  public @Nullable NodeInfo info(int id) {
    return infos[id];
  }

  /** One more than the largest id. */
  public int capacity() {
    return infos.length;
  }

  /** How many nodes there are. */
  public int size() {
    return ids.size();
  }

  /** Visits all pods of all nodes, each with its node's id. */
  public void forEachPod(ObjIntConsumer<PodInfo> visitor) {
    for (int id = 0; id < infos.length; id++) {
      NodeInfo node = infos[id];
      if (node != null) {
        for (PodInfo pod : node.pods()) {
          visitor.accept(pod, id);
        }
      }
    }
  }

  /** Adds a node and returns its id. */
  public int add(NodeInfo node) {
    int id = pool.take();
    if (id >= infos.length) {
      infos = Arrays.copyOf(infos, infos.length * 2);
      successors = Arrays.copyOf(successors, infos.length);
    }
    ids.add(node.name(), id);
    infos[id] = node;
    for (TopologyKey key : keys.values()) {
      key.set(id, node.labels().get(key.name));
    }
    return id;
  }

  /** Removes a node. */
  public void remove(int id) {
    NodeInfo node = known(id);
    for (TopologyKey key : keys.values()) {
      key.clear(id, node.labels().get(key.name));
    }
    ids.remove(node.name());
    infos[id] = null;
    pool.giveBack(id);
  }

  /** Shows a node as it is now. */
  public void replace(int id, NodeInfo now) {
    NodeInfo before = known(id);
    if (!before.labels().equals(now.labels())) {
      for (TopologyKey key : keys.values()) {
        key.clear(id, before.labels().get(key.name));
        key.set(id, now.labels().get(key.name));
      }
    }
    infos[id] = now;
  }

  /** The topology key of that name, kept in step from now on, until it is {@linkplain #release released}. */
  public TopologyKey acquire(String name) {
    TopologyKey key = keys.get(name);
    if (key == null) {
      key = new TopologyKey(name, infos.length);
      for (int id = 0; id < infos.length; id++) {
        NodeInfo node = infos[id];
        if (node != null) {
          key.set(id, node.labels().get(name));
        }
      }
      keys.put(name, key);
    }
    key.uses++;
    return key;
  }

  /** Ends one use of the key. */
  public void release(TopologyKey key) {
    if (--key.uses == 0) {
      keys.remove(key.name);
    }
  }

  private NodeInfo known(int id) {
    NodeInfo node = infos[id];
    if (node == null) {
      throw new IllegalStateException("no node has the id " + id);
    }
    return node;
  }
}
