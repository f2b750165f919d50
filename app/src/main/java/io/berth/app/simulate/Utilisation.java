package io.berth.app.simulate;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.simulator.ClaimedResources;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What nodes have and what their pods take of it, by requests.
 *
 * @param nodes node by node
 */
record Utilisation(List<NodeUse> nodes) {

  Utilisation {
    nodes = List.copyOf(nodes);
  }

  /**
   * One node.
   *
   * @param pods how many pods are on it
   * @param allowedPods how many it takes
   */
  record NodeUse(String node, Resources allocatable, Resources requested, long pods, long allowedPods) {

    static NodeUse of(NodeInfo node) {
      return new NodeUse(node.name(), node.allocatable(), fromNode(node), node.pods().size(), node.allowedPodNumber());
    }

    /** What its pods request of the node; what claims give them is told beside the devices. */
    private static Resources fromNode(NodeInfo node) {
      Resources requested = node.requested();
      for (PodInfo pod : node.pods()) {
        Resources wanted = pod.resources().onNode();
        Resources rest = ClaimedResources.without(pod.pod(), wanted);
        if (rest != wanted) {
          requested = requested.minus(wanted).plus(rest);
        }
      }
      return requested;
    }

    /** Exact at any size, as are sums over nodes. */
    BigInteger allocatable(ResourceName name) {
      return name == ResourceName.PODS ? BigInteger.valueOf(allowedPods) : allocatable.getExact(name);
    }

    BigInteger requested(ResourceName name) {
      return name == ResourceName.PODS ? BigInteger.valueOf(pods) : requested.getExact(name);
    }

    /** Whether it has any of it, or its pods take any. */
    boolean concerns(ResourceName name) {
      return allocatable(name).signum() != 0 || requested(name).signum() != 0;
    }
  }

  /** The same and further nodes that have nothing. */
  Utilisation with(List<String> names) {
    var more = new ArrayList<>(nodes);
    names.forEach(name -> more.add(new NodeUse(name, Resources.EMPTY, Resources.EMPTY, 0, 0)));
    return new Utilisation(more);
  }

  /** All nodes together, under a name. */
  NodeUse total(String name) {
    Resources allocatable = Resources.EMPTY;
    Resources requested = Resources.EMPTY;
    long pods = 0;
    long allowed = 0;
    for (NodeUse node : nodes) {
      allocatable = allocatable.plus(node.allocatable);
      requested = requested.plus(node.requested);
      pods += node.pods;
      allowed += node.allowedPods;
    }
    return new NodeUse(name, allocatable, requested, pods, allowed);
  }

  /** The resources that any node has or any pod takes: CPU, memory and pods first, the others by name. */
  List<ResourceName> resources() {
    var others = new TreeSet<ResourceName>();
    for (NodeUse node : nodes) {
      others.addAll(node.allocatable.names());
      others.addAll(node.requested.names());
    }
    var names = new ArrayList<>(List.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.PODS));
    others.removeAll(names);
    names.addAll(others);
    return List.copyOf(names);
  }

  /** How much of it is taken, in percent; 0 when there is none of it. */
  static double percent(BigInteger requested, BigInteger allocatable) {
    return allocatable.signum() == 0 ? 0 : 100 * (requested.doubleValue() / allocatable.doubleValue());
  }
}
