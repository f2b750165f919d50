package io.berth.scheduler.internal.cycle;

import io.berth.framework.Code;
import io.berth.framework.NodeToStatus;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The status of each node that was turned down, and one status for all others. Kept as a list in the order of the nodes' turn; a table
 * by node is made only when somebody asks.
 *
 * <p>Source: pkg/scheduler/framework/interface.go (NodeToStatus), v1.37.2.
 */
final class NodeStatuses implements NodeToStatus {
  private final ClusterSnapshot snapshot;
  private int[] indexes = new int[16];
  private Status[] statuses = new Status[16];
  private int size;
  private Status absent = Status.unresolvable();
  private @Nullable Status @Nullable [] byNode;

  NodeStatuses(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Sets the status of a node by its place in the snapshot; one node may come twice, first and again later, and then the latter counts. */
  void set(int index, Status status) {
    byNode = null;
    if (size > 0 && indexes[0] == index) {
      statuses[0] = status;
      return;
    }
    if (size == indexes.length) {
      int room = Math.min(size * 4, Math.max(size + 1, snapshot.nodes().size()));
      indexes = Arrays.copyOf(indexes, room);
      statuses = Arrays.copyOf(statuses, room);
    }
    indexes[size] = index;
    statuses[size++] = status;
  }

  /** Sets the status of all nodes that have none of their own. */
  void setAbsent(Status status) {
    absent = status;
  }

  Status absent() {
    return absent;
  }

  /** How many nodes have a status of their own. */
  int size() {
    return size;
  }

  /** Visits each node's status with its place, in the order of the nodes' turn. */
  void forEach(ObjIntConsumer<Status> visitor) {
    for (int i = 0; i < size; i++) {
      visitor.accept(statuses[i], indexes[i]);
    }
  }

  /** Visits each different status with the number of nodes that have it. Often there are two of them by turns, as there are two kinds of nodes. */
  void forEachDistinct(ObjIntConsumer<Status> visitor) {
    Map<Status, int[]> counts = new IdentityHashMap<>();
    List<Status> order = new ArrayList<>();
    Status last = null;
    int[] count = new int[1];
    Status other = null;
    int[] countOfOther = count;
    for (int i = 0; i < size; i++) {
      Status status = statuses[i];
      if (status != last) {
        int[] known = status == other ? countOfOther : counts.get(status);
        if (known == null) {
          known = new int[1];
          counts.put(status, known);
          order.add(status);
        }
        other = last;
        countOfOther = count;
        last = status;
        count = known;
      }
      count[0]++;
    }
    order.forEach(status -> visitor.accept(status, counts.getOrDefault(status, new int[1])[0]));
  }

  @Override
  public Status get(String nodeName) {
    int index = snapshot.indexOf(nodeName);
    Status status = index < 0 ? null : table()[index];
    return status == null ? absent : status;
  }

  @Override
  public List<NodeInfo> nodesForStatusCode(Code code) {
    if (size == 0) {
      return absent.code() == code ? snapshot.nodes() : List.of();
    }
    @Nullable Status[] table = table();
    List<NodeInfo> nodes = new ArrayList<>(size);
    for (int i = 0; i < table.length; i++) {
      Status status = table[i] == null ? absent : table[i];
      if (status.code() == code) {
        nodes.add(snapshot.nodes().get(i));
      }
    }
    return nodes;
  }

  private @Nullable Status[] table() {
    @Nullable Status[] table = byNode;
    if (table == null) {
      table = new Status[snapshot.nodes().size()];
      for (int i = 0; i < size; i++) {
        table[indexes[i]] = statuses[i];
      }
      byNode = table;
    }
    return table;
  }
}
