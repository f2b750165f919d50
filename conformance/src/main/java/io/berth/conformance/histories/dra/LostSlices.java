package io.berth.conformance.histories.dra;

import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.HashMap;
import java.util.Map;

/**
 * As upstream, nobody who waits hears of a slice that is gone. Fewer devices help only a pod that asks for all of a kind: such a pod is
 * not asked about if a slice went since it was last tried.
 */
final class LostSlices implements WorldObserver {
  private final Map<String, Long> triedAt = new HashMap<>();
  private long goneAt = -1;

  @Override
  public void unfit(World world, PodInfo pod, KnownCluster known) {
    triedAt.put(pod.uid(), world.time().eventsRun());
  }

  @Override
  public void afterEvent(World world) {
    KnownCluster.Told told = world.known() == null ? null : world.known().told();
    if (told != null && told.object() instanceof ResourceSlice && told.after() == null) {
      goneAt = world.time().eventsRun();
    }
  }

  boolean mayHelp(Pod pod, Situation situation) {
    return situation.wanting().stream().anyMatch(NaiveClaim::asksForAll)
        && goneAt >= triedAt.getOrDefault(pod.getMetadata().getUid(), 0L);
  }
}
