package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import java.util.List;

/**
 * Why each node was turned down in this cycle.
 *
 * <p>Source: kube-scheduler/framework/interface.go (NodeToStatusReader), v1.37.2.
 */
public interface NodeToStatus {
  /** The status of a node; for nodes without one of their own, the status that stands for all such nodes. */
  Status get(String nodeName);

  /** The nodes of the snapshot whose status has this code, in the snapshot's order. */
  List<NodeInfo> nodesForStatusCode(Code code);
}
