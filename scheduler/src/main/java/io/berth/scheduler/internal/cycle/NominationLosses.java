package io.berth.scheduler.internal.cycle;

import io.berth.framework.NominationLoss;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.events.PodReactions;
import io.berth.scheduler.internal.events.PodStore;
import io.berth.scheduler.internal.queue.NominationLossListener;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.Map;

/**
 * What follows when a pod loses its nomination: plugins that hold something for it let go, and pods of equal or lower priority that
 * had to leave it room are tried again.
 *
 * <p>A nomination that stands in the pod's status wakes them when the status shows the loss, as upstream does. One that only the
 * scheduler knew of has no such echo, and one of a pod that went to another node none that wakes anybody; those wake them at once.
 */
public final class NominationLosses implements NominationLossListener {
  private final Map<String, ProfileRunner> profiles;
  private final SchedulerCache cache;
  private final PodStore pods;
  private final PodReactions reactions;

  /** Tells the plugins of these profiles. */
  public NominationLosses(
      Map<String, ProfileRunner> profiles, SchedulerCache cache, PodStore pods, PodReactions reactions) {
    this.profiles = profiles;
    this.cache = cache;
    this.pods = pods;
    this.reactions = reactions;
  }

  @Override
  public void lost(PodInfo pod, String nodeName, NominationLoss loss) {
    ProfileRunner profile = profiles.get(pod.schedulerName());
    if (profile != null) {
      profile.runNominationExtensionsRemoveNominatedPod(pod, nodeName, loss);
    }
    if (!echoWakes(pod, nodeName, loss)) {
      // As if it went from that node, since its status may know nothing of the nomination.
      reactions.nominationLost(pod.withNodeName(nodeName));
    }
  }

  /** Whether the others need not be woken, or are when the pod's status shows the loss. */
  private boolean echoWakes(PodInfo pod, String nodeName, NominationLoss loss) {
    return switch (loss) {
      case BOUND -> {
        PodInfo placed = cache.pod(pod.uid());
        yield placed == null || placed.nodeName().equals(nodeName);
      }
      case DELETED -> false;
      case CLEARED, REPLACED -> {
        PodInfo latest = pods.get(pod.key());
        yield latest != null && latest.uid().equals(pod.uid()) && latest.nominatedNodeName().equals(nodeName);
      }
    };
  }
}
