package io.berth.scenario;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * A decision takes no node over what it has, by what the scheduler knows then, chosen pods and pods that are ending included. Of what the
 * pod does not ask for there may be too little before. An extended resource of which the node has nothing may be devices: where there are
 * device classes, it is not looked at.
 */
final class Overcommitment implements WorldObserver {
  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    Node node = known.node(nodeName);
    if (node == null) {
      world.violated("decision", "pod " + pod.key() + " is placed on node " + nodeName + ", which the scheduler does not know");
      return;
    }
    NodeInfo info = NodeInfo.of(node);
    List<Pod> there = known.podsOn(nodeName);
    if (there.size() + 1 > info.allowedPodNumber()) {
      world.violated(
          "overcommitment",
          "pod " + pod.key() + " is placed on node " + nodeName + ", which has " + there.size() + " pods of " + info.allowedPodNumber());
    }
    Resources used = Resources.EMPTY;
    for (Pod other : there) {
      used = used.plus(EffectiveRequests.upstream().of(other).onNode());
    }
    Resources wanted = pod.resources().incoming();
    if (!fits(world, wanted, info.allocatable(), used)) {
      world.violated(
          "overcommitment",
          "pod " + pod.key() + " wants " + wanted + " and is placed on node " + nodeName + ", which has " + info.allocatable() + ", of which "
              + used + " are used");
    }
  }

  private static boolean fits(World world, Resources wanted, Resources allocatable, Resources used) {
    if (wanted.fits(allocatable, used)) {
      return true;
    }
    boolean classes = !world.cluster().list(ResourceKind.DEVICE_CLASSES).isEmpty();
    for (ResourceName name : wanted.names()) {
      boolean devices = classes && name.isDraExtended() && allocatable.get(name) == 0;
      if (!devices && !wanted.fits(name, allocatable, used)) {
        return false;
      }
    }
    return true;
  }
}
