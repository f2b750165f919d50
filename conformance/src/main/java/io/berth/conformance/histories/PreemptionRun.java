package io.berth.conformance.histories;

import io.berth.dynamicresources.DynamicResources;
import io.berth.framework.FeatureGates;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.preemption.Candidate;
import io.berth.preemption.DefaultPreemption;
import io.berth.preemption.DefaultPreemptionArgs;
import io.berth.preemption.PreemptionRules;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of every preemption: the preemptor fits on each candidate node without the victims, which all have lower priorities; nobody
 * is evicted whom no decision named; a preemptor does not choose again while the victims of its last choice are going, unless its node
 * cannot take it in any case; and in the end no pod waits that could preempt somebody.
 */
final class PreemptionRun implements ThemeRun, WorldObserver {
  private NaiveFit fit = new NaiveFit(List.of());
  private List<ThemeRun> others = List.of();
  private final Map<String, Candidate> chosen = new HashMap<>();
  private final Set<String> named = new HashSet<>();
  private final Map<String, Long> triedAt = new HashMap<>();
  /** When a pod became one that can be preempted, or that gives back more when it is: placed, or given a claim. */
  private final Map<String, Long> placedAt = new HashMap<>();
  private long newPlaceAt;
  /** The nodes that lacked devices for a pod in the dry runs of an attempt that is under way; of its last attempt. */
  private final Map<String, Set<String>> lacking = new HashMap<>();
  private final Map<String, Set<String>> lacked = new HashMap<>();
  private @Nullable World world;

  @Override
  public void afterEvent(World here) {
    KnownCluster.Told told = here.known() == null ? null : here.known().told();
    if (WaitingChecks.isNewPlace(told)) {
      newPlaceAt = here.time().eventsRun();
    }
    if (told != null && told.after() instanceof ResourceClaim claim && claim.getStatus() != null) {
      List<ResourceClaimConsumerReference> before =
          told.before() instanceof ResourceClaim was && was.getStatus() != null ? was.getStatus().getReservedFor() : List.of();
      claim.getStatus().getReservedFor().stream()
          .filter(user -> !before.contains(user))
          .forEach(user -> placedAt.put(user.getUid(), here.time().eventsRun()));
    }
  }

  @Override
  public void meet(List<ThemeRun> themes) {
    others = themes;
    fit = new NaiveFit(themes);
  }

  /** Devices are taken from victims, too, where a history has any. */
  @Override
  public FeatureGates gates(FeatureGates gates) {
    return gates.with(FeatureGates.DRA_PREEMPTION, true);
  }

  @Override
  public void enable(Profile.Builder profile) {
    var plugin =
        DefaultPreemption.factory(new DefaultPreemptionArgs(10, 2), PreemptionRules.UPSTREAM, this::considered);
    profile.enableBefore("NodeResourcesBalancedAllocation", new Profile.EnabledPlugin(DefaultPreemption.NAME, plugin, 1));
  }

  @Override
  public void unfit(World here, PodInfo pod) {
    triedAt.put(pod.uid(), here.time().eventsRun());
    Set<String> nodes = lacking.remove(pod.uid());
    lacked.put(pod.uid(), nodes == null ? Set.of() : nodes);
  }

  @Override
  public void placed(World here, PodInfo pod, String nodeName, KnownCluster known) {
    placedAt.put(pod.uid(), here.time().eventsRun());
  }

  @Override
  public void begin(World begun) {
    world = begun;
    begun.observe(this);
  }

  @Override
  public boolean mayWake(String plugin, PodInfo pod, KnownCluster.@Nullable Told told) {
    return chosen.containsKey(pod.uid());
  }

  private void considered(
      PodInfo preemptor, List<Candidate> candidates, Map<String, Status> rejected, @Nullable Candidate choice) {
    World here = world;
    KnownCluster known = here == null ? null : here.known();
    if (here == null || known == null) {
      return;
    }
    candidates.forEach(candidate -> check(here, known, preemptor, candidate));
    if (!PodRules.dependOnOthers(preemptor.pod())) {
      candidates.forEach(candidate -> nobodyGoesInVain(here, known, preemptor, candidate));
      rejected.keySet().forEach(node -> isRightlyRejected(here, known, preemptor, node));
    }
    if (choice == null) {
      lacking.put(preemptor.uid(), withoutDevices(rejected));
      return;
    }
    Candidate before = chosen.put(preemptor.uid(), choice);
    if (before != null) {
      onlyOneSetOfVictims(here, known, preemptor, before);
    }
    others.forEach(theme -> theme.preempts(here, preemptor, choice.node(), choice.victims()));
    choice.victims().forEach(victim -> named.add(victim.uid()));
  }

  private void check(World here, KnownCluster known, PodInfo preemptor, Candidate candidate) {
    String what = "pod " + preemptor.key() + " may preempt " + candidate.victims() + " on node " + candidate.node();
    if (preemptor.neverPreempts()) {
      here.violated("preemption", what + ", and never preempts");
    }
    for (PodInfo victim : candidate.victims()) {
      if (victim.priority() >= preemptor.priority() || !victim.nodeName().equals(candidate.node())) {
        here.violated("preemption", what + ", but " + victim + " has priority " + victim.priority());
      }
    }
    boolean goingAlready = candidate.victims().stream().anyMatch(PodInfo::terminating);
    if (goingAlready && !preemptor.topologySpreadConstraints().isEmpty()) {
      return; // as upstream, a dry run takes it out of a count in which it is no more
    }
    Set<String> gone = candidate.victims().stream().map(PodInfo::uid).collect(Collectors.toSet());
    String objection = fit.objectionWithout(here, known, preemptor.pod(), candidate.node(), gone);
    if (objection != null) {
      here.violated("preemption", what + ", and does not fit there without them: " + objection);
    }
  }

  /** Each victim is needed: with it, and without the others, the preemptor would not fit. Those that are going anyway are not asked about. */
  private void nobodyGoesInVain(World here, KnownCluster known, PodInfo preemptor, Candidate candidate) {
    for (PodInfo victim : candidate.victims()) {
      Set<String> gone = new HashSet<>();
      candidate.victims().stream().filter(other -> other != victim).forEach(other -> gone.add(other.uid()));
      if (!victim.terminating() && fit.surelyFitsWithout(here, known, preemptor.pod(), candidate.node(), gone)) {
        here.violated(
            "preemption",
            "pod " + preemptor.key() + " may preempt " + candidate.victims() + " on node " + candidate.node() + ", and need not preempt " + victim);
      }
    }
  }

  /** On a node that is no candidate the preemptor would not even fit if nobody of lower priority was there. */
  private void isRightlyRejected(World here, KnownCluster known, PodInfo preemptor, String node) {
    Set<String> lower = new HashSet<>();
    for (Pod pod : known.podsOn(node)) {
      Integer priority = pod.getSpec().getPriority();
      if ((priority == null ? 0 : priority) < preemptor.priority()) {
        lower.add(pod.getMetadata().getUid());
      }
    }
    if (!lower.isEmpty() && fit.surelyFitsWithout(here, known, preemptor.pod(), node, lower)) {
      here.violated("preemption", "pod " + preemptor.key() + " could preempt " + lower + " on node " + node + ", which is not a candidate");
    }
  }

  private void onlyOneSetOfVictims(World here, KnownCluster known, PodInfo preemptor, Candidate before) {
    boolean nominated =
        here.nominations().stream().anyMatch(pod -> pod.uid().equals(preemptor.uid()) && pod.nodeName().equals(before.node()));
    List<Pod> there = known.podsOn(before.node());
    Set<String> victims = before.victims().stream().map(PodInfo::uid).collect(Collectors.toSet());
    boolean going = there.stream().anyMatch(pod -> victims.contains(pod.getMetadata().getUid()) && isGoing(pod));
    Set<String> all = there.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    if (nominated && going && fit.objectionWithout(here, known, preemptor.pod(), before.node(), all) == null) {
      here.violated("preemption", "pod " + preemptor.key() + " preempts again, and its victims on node " + before.node() + " are still going");
    }
  }

  private static boolean isGoing(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("DisruptionTarget") && "PreemptionByScheduler".equals(c.getReason()));
  }

  @Override
  public void atRest(World here) {
    for (RecordedEvent event : here.cluster().events()) {
      if (event.reason().equals("Preempted") && !named.contains(event.regardingUid())) {
        here.violated("preemption", "pod " + event.regarding() + " was evicted for " + event.related() + ", and no decision named it");
      }
    }
    for (Pod pod : here.cluster().list(ResourceKind.PODS)) {
      Integer priority = pod.getSpec().getPriority();
      if (waits(here, pod) && priority != null && !mayNotHear(here, pod)) {
        long tried = triedAt.getOrDefault(pod.getMetadata().getUid(), 0L);
        String node =
            fit.nodeWithoutLower(here, pod, priority, hearsNothingOf(here, pod), other -> placedAt.getOrDefault(other, 0L) > tried);
        if (node != null) {
          here.violated("preemption", "pod " + pod.getMetadata().getName() + " waits, and could preempt pods on node " + node);
        }
      }
    }
  }

  /** As upstream, nobody whom others keep away hears that a new node, or a node's new labels, offer a place away from them. */
  private boolean mayNotHear(World here, Pod pod) {
    return newPlaceAt > triedAt.getOrDefault(pod.getMetadata().getUid(), 0L) && fit.isKeptAway(here, pod);
  }

  private static Set<String> withoutDevices(Map<String, Status> rejected) {
    return rejected.entrySet().stream()
        .filter(node -> DynamicResources.NAME.equals(node.getValue().plugin()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * The nodes that may have devices by now without the pod being tried again. As upstream, only plugins that turned a pod down wake it,
   * and what a dry run without lower pods was turned down for does not count: a pod that every node turned down for something else before
   * devices were looked at does not hear of devices, though they were all that its dry runs lacked.
   */
  private Set<String> hearsNothingOf(World here, Pod pod) {
    Scheduler scheduler = here.scheduler();
    boolean fellOutEarlier =
        scheduler != null
            && scheduler.queue().pod(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName())
                .filter(waiting -> !waiting.rejectedBy().contains(DynamicResources.NAME))
                .isPresent();
    return fellOutEarlier ? lacked.getOrDefault(pod.getMetadata().getUid(), Set.of()) : Set.of();
  }

  /** Not those with rules about other pods: such rules may be about the victims. */
  private static boolean waits(World here, Pod pod) {
    return PodStates.waits(here, pod) && !"Never".equals(pod.getSpec().getPreemptionPolicy()) && !PodRules.dependOnOthers(pod);
  }
}
