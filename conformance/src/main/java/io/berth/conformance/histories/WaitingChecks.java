package io.berth.conformance.histories;

import io.berth.conformance.histories.NaiveFit.Asked;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No pod waits that fits: whoever fits when room has become free has been woken, and when nothing happens any more nobody waits who fits.
 */
final class WaitingChecks implements WorldObserver {
  private static final NaiveWorld NOWHERE = new NaiveWorld(List.of(), Map.of(), Map.of(), true);

  private final NaiveFit fit;
  private final boolean flushes;
  private final Map<String, Long> triedAt = new HashMap<>();
  private long relabelled;
  private long nodeGone;
  private long nomineeChanged = -1;
  private boolean freed;
  private KnownCluster.@Nullable Told told;
  private Set<String> nominations = new HashSet<>();

  /**
   * Checks a history.
   *
   * @param flushes whether pods are tried again without an event, too
   */
  WaitingChecks(NaiveFit fit, boolean flushes) {
    this.fit = fit;
    this.flushes = flushes;
  }

  @Override
  public void unreserved(World world, PodInfo pod, String nodeName, KnownCluster known) {
    freed |= known == world.known();
  }

  /** No node was found for the pod. */
  void tried(World world, PodInfo pod) {
    triedAt.put(pod.uid(), world.time().eventsRun());
  }

  @Override
  public void afterEvent(World world) {
    KnownCluster known = world.known();
    if (known == null) {
      return;
    }
    Scheduler scheduler = world.scheduler();
    freed |= isPodChange(known.told(), world.time().eventsRun()) || nominationIsLost(world);
    if (freed && !flushes && scheduler != null && !known.isAhead()) {
      freed = false;
      nobodySleeps(world, scheduler, known);
    }
    if (isNewPlace(told)) {
      relabelled = world.time().eventsRun();
    } else if (told != null && told.before() instanceof Node && told.after() == null) {
      nodeGone = world.time().eventsRun();
    }
  }

  /** Whether the scheduler was told something new of a pod that it knew. */
  private boolean isPodChange(KnownCluster.@Nullable Told now, long eventsRun) {
    boolean isNew = now != told;
    told = now;
    if (!isNew || now == null || !(now.before() instanceof Pod before)) {
      return false;
    }
    if (now.after() instanceof Pod after && !nominations.isEmpty() && !PodStates.hasNode(after)) {
      NaivePod was = NaivePod.of(before);
      NaivePod is = NaivePod.of(after);
      boolean changed = !was.wants().equals(is.wants()) || !was.labels().equals(is.labels());
      nomineeChanged = changed ? eventsRun : nomineeChanged;
    }
    return true;
  }

  private boolean nominationIsLost(World world) {
    Set<String> before = nominations;
    nominations = new HashSet<>();
    world.nominations().forEach(pod -> nominations.add(pod.uid() + " " + pod.nodeName()));
    return !nominations.containsAll(before);
  }

  /**
   * Room may have become free: whoever fits now must have been woken. Not asked of pods that may fit since
   * somebody was placed near them or elsewhere: they hear of that when the cluster shows it; nor of pods that a theme's plugin
   * turned down.
   */
  private void nobodySleeps(World world, Scheduler scheduler, KnownCluster known) {
    if (showsLostNomination(world, known)) {
      freed = true; // whoever waits for it is woken when the pod's status shows the loss
      return;
    }
    NaiveWorld seen = fit.see(known);
    for (PendingPod pod : scheduler.queue().pods()) {
      NaivePod read = fit.read(pod.pod().pod());
      boolean alone = read.affinity().isEmpty() && pod.pod().pod().getSpec().getTopologySpreadConstraints().isEmpty();
      // Pods of a node that is gone keep nobody away any more; as upstream, this is heard when they are removed themselves.
      boolean keptAwayFromThere =
          pod.rejectedBy().contains("InterPodAffinity") && nodeGone > triedAt.getOrDefault(pod.pod().uid(), 0L);
      if (alone && !keptAwayFromThere && pod.place() == PendingPod.Place.UNSCHEDULABLE && UnrelatedRetries.knowsAll(pod.rejectedBy())) {
        String node = fit.nodeFor(Asked.surely(world, Seen.by(known)), expected(seen, read), read);
        if (node != null) {
          world.violated("sleeps", "pod " + pod.key() + " was not woken when room became free, and fits on node " + node);
        }
      }
    }
  }

  /** Whether a pod's status, as it is known or as it will be told, has a nomination that the scheduler has not. */
  private static boolean showsLostNomination(World world, KnownCluster known) {
    List<Pod> pods = new ArrayList<>(world.cluster().list(ResourceKind.PODS));
    known.pods().forEach(pods::add);
    for (Pod pod : pods) {
      String node = pod.getStatus().getNominatedNodeName();
      boolean shown = node != null && !node.isEmpty() && world.isOurs(pod) && !PodStates.hasNode(pod);
      if (shown && world.nominations().stream().noneMatch(it -> it.uid().equals(pod.getMetadata().getUid()) && it.nodeName().equals(node))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void atRest(World world) {
    NaiveWorld seen = fit.see(world);
    for (Pod pod : world.cluster().list(ResourceKind.PODS)) {
      if (PodStates.waits(world, pod)) {
        NaivePod read = fit.read(pod);
        String node = fit.nodeFor(Asked.surely(world, Seen.in(world)), expected(seen, read), read);
        if (node != null) {
          world.violated("waits in vain", "pod " + pod.getMetadata().getName() + " waits, and fits on node " + node);
        }
      }
    }
  }

  /**
   * What a pod can be expected to know of without being tried again by itself. Upstream's hints say nothing when a pod becomes the first
   * of its kind since the others go, and when a new node, or a node's new labels, offer a place away from pods that keep the waiting pod
   * away; and nobody hears that a nominated pod has changed before it is placed.
   */
  private NaiveWorld expected(NaiveWorld seen, NaivePod pod) {
    if (flushes) {
      return seen;
    }
    long tried = triedAt.getOrDefault(pod.uid(), 0L);
    return nomineeChanged >= tried || relabelled > tried && seen.isKeptAway(pod) ? NOWHERE : seen.withoutFirsts();
  }

  /** Whether it is of a new node, or of a node's new labels. */
  static boolean isNewPlace(KnownCluster.@Nullable Told told) {
    return told != null
        && told.after() instanceof Node after
        && (told.before() == null || !Objects.equals(told.before().getMetadata().getLabels(), after.getMetadata().getLabels()));
  }
}
