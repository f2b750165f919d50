package io.berth.scenario;

import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Pod;

/** Only pods that wait are nominated: none that is gone, has a node, or has been placed. */
final class NominationInvariants implements WorldObserver {
  @Override
  public void afterEvent(World world) {
    KnownCluster known = world.known();
    if (known == null || known.isAhead()) {
      return;
    }
    for (PodInfo nominated : world.nominations()) {
      String what = "pod " + nominated.key() + " is nominated to " + nominated.nodeName();
      Pod pod = known.pod(nominated.key());
      if (pod == null || !pod.getMetadata().getUid().equals(nominated.uid())) {
        world.violated("nomination", what + " and is gone");
      } else if (!RestInvariants.nodeName(pod).isEmpty()) {
        world.violated("nomination", what + " and is on " + RestInvariants.nodeName(pod));
      } else if (known.chosen().stream().anyMatch(chosen -> chosen.uid().equals(nominated.uid()))) {
        world.violated("nomination", what + " and has been placed");
      }
    }
  }
}
