package io.berth.scenario;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.Resources;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * A decision takes no node over what it has, by what the scheduler knows then, chosen pods and pods that are ending included. Of what the
 * pod does not ask for there may be too little before.
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
    if (!wanted.fits(info.allocatable(), used)) {
      world.violated(
          "overcommitment",
          "pod " + pod.key() + " wants " + wanted + " and is placed on node " + nodeName + ", which has " + info.allocatable() + ", of which "
              + used + " are used");
    }
  }
}
