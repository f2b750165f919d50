package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.PodStates;
import io.berth.conformance.histories.Seen;
import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.dynamicresources.DynamicResourcesInvariants.Held;
import io.berth.dynamicresources.DynamicResourcesInvariants.InFlight;
import io.berth.framework.Handle;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What must hold of preemption for devices: a preemptor evicts nobody else while claims are being released for it; where it does not fit
 * afterwards, something has happened that explains it; nobody of the same or a lower priority is given what is held for it.
 */
final class NominationChecks implements WorldObserver {
  private static final String RULE = "nomination of claims";

  private final DraRun run;
  private final Map<String, Decision> decisions = new HashMap<>();
  /** Those of pods that have been placed: claims of their victims may still be to be released. */
  private final List<Decision> past = new ArrayList<>();
  private final Map<String, PodInfo> takenBack = new HashMap<>();
  /** The UIDs of claims that our schedulers have taken the last consumer out of. */
  private final Set<String> emptied = new HashSet<>();
  private final Spoilers spoilers = new Spoilers();

  NominationChecks(DraRun run) {
    this.run = run;
  }

  @Override
  public void schedulerStarted(World world, Scheduler scheduler) {
    decisions.clear();
    past.clear();
    takenBack.clear();
  }

  /** The pod is about to be nominated to the node. */
  void decided(World world, PodInfo preemptor, String node, List<PodInfo> victims) {
    KnownCluster known = world.known();
    Handle handle = run.handle();
    if (known == null || handle == null) {
      return;
    }
    Decision before = decisions.get(preemptor.uid());
    if (before != null) {
      again(world, handle, before, victims);
    }
    Set<String> leaving = new HashSet<>();
    victims.forEach(victim -> leaving.add(victim.uid()));
    List<InFlight> inFlight = DynamicResourcesInvariants.inFlight(handle);
    Set<String> claims = new HashSet<>();
    Set<String> own = new HashSet<>();
    List<ResourceClaim> all = DynamicResourcesInvariants.claims(handle);
    List<ResourceClaim> ownClaims = Devices.claims(preemptor.pod(), all);
    boolean wantsDevices = ownClaims != null && Devices.gpus(preemptor.pod()) == 0 && ownClaims.stream().anyMatch(claim -> !Devices.isAllocated(claim));
    if (ownClaims != null) {
      ownClaims.forEach(claim -> own.add(claim.getMetadata().getUid()));
    }
    for (ResourceClaim claim : wantsDevices ? all : List.<ResourceClaim>of()) {
      Set<String> users = NaiveBooks.users(claim, inFlight);
      boolean released =
          !own.contains(claim.getMetadata().getUid())
              && !Devices.isSpecial(claim)
              && leaving.stream().anyMatch(users::contains)
              && isBooked(claim, inFlight)
              && NaiveBooks.isLeft(Seen.by(known), claim, inFlight, node, leaving)
              && NaiveBooks.isLocal(Seen.by(known), devices(claim, inFlight), node);
      if (released) {
        claims.add(claim.getMetadata().getUid());
      }
    }
    claims.forEach(claim -> othersWait(handle, claim));
    for (Decision other : decisions.values()) {
      if (other.node.equals(node) && other.preemptor.priority() < preemptor.priority()) {
        other.because(Decision.Cause.NOMINEE); // also if that one was nominated there before, for other devices
      }
    }
    Set<String> consumers = new HashSet<>(leaving);
    all.stream().filter(claim -> claims.contains(claim.getMetadata().getUid())).forEach(claim -> consumers.addAll(NaiveBooks.users(claim, inFlight)));
    List<String> nominees = world.nominations().stream().filter(pod -> pod.nodeName().equals(node)).map(PodInfo::uid).toList();
    decisions.put(preemptor.uid(), new Decision(known, preemptor, node, victims, claims, consumers, nominees));
  }

  private static boolean isBooked(ResourceClaim claim, List<InFlight> inFlight) {
    return Devices.isAllocated(claim) || inFlight.stream().anyMatch(other -> other.claimUid().equals(claim.getMetadata().getUid()));
  }

  private static List<DeviceRequestAllocationResult> devices(ResourceClaim claim, List<InFlight> inFlight) {
    List<DeviceRequestAllocationResult> devices = new ArrayList<>(Devices.of(claim));
    for (InFlight other : inFlight) {
      if (devices.isEmpty() && other.claimUid().equals(claim.getMetadata().getUid())) {
        devices.addAll(Devices.of(other.allocation()));
      }
    }
    return devices;
  }

  private void again(World world, Handle handle, Decision before, List<PodInfo> victims) {
    List<String> open = open(handle, before);
    if (isNominated(world, before) && !open.isEmpty() && !before.mayBeHopeless()) {
      world.violated(RULE, before + ", preempts again, and claims " + open + " are still to be released");
    }
    boolean others = !victims.stream().map(PodInfo::uid).allMatch(victim -> isVictimOn(before.node, victim));
    if (others && !isGoingUntold(world, before) && !before.isWithoutHold() && !before.isSpoilt() && !before.dependsOnOthers() && !before.foundVictimsGoing()) {
      world.violated(RULE, before + ", preempts again, and nothing has happened that explains it");
    }
  }

  /** Whether a victim is on its way out, or gone, and the scheduler has not been told: as upstream, it counts as if nobody had evicted it. */
  private static boolean isGoingUntold(World world, Decision decision) {
    for (Pod pod : decision.known.podsOn(decision.node)) {
      ObjectMeta known = pod.getMetadata();
      if (decision.victims.contains(known.getUid()) && known.getDeletionTimestamp() == null) {
        Pod there = world.cluster().get(ResourceKind.PODS, known.getNamespace(), known.getName());
        if (there == null || !there.getMetadata().getUid().equals(known.getUid()) || there.getMetadata().getDeletionTimestamp() != null) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether somebody has decided already to evict the pod from the node, which may not have been told yet. */
  private boolean isVictimOn(String node, String uid) {
    return decisions.values().stream().anyMatch(decision -> decision.node.equals(node) && decision.victims.contains(uid));
  }

  private static boolean isNominated(World world, Decision decision) {
    return world.nominations().stream()
        .anyMatch(pod -> pod.uid().equals(decision.preemptor.uid()) && pod.nodeName().equals(decision.node));
  }

  /** The claims that are still to be released for the pod: those that somebody else uses meanwhile are not among them. */
  private static List<String> open(Handle handle, Decision decision) {
    List<InFlight> inFlight = DynamicResourcesInvariants.inFlight(handle);
    List<String> open = new ArrayList<>();
    for (ResourceClaim claim : DynamicResourcesInvariants.claims(handle)) {
      if (decision.claims.contains(claim.getMetadata().getUid())
          && isBooked(claim, inFlight)
          && NaiveBooks.isLeft(Seen.by(decision.known), claim, inFlight, decision.node, decision.leaving())) {
        open.add(claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName());
      }
    }
    return open;
  }

  /** No node was found for the pod. */
  void unfit(World world, PodInfo pod) {
    Decision decision = decisions.get(pod.uid());
    Handle handle = run.handle();
    KnownCluster known = world.known();
    if (decision == null || handle == null || known == null || decision.known != known) {
      return;
    }
    if (!decision.isWithoutHold() && !decision.isSpoilt() && !decision.dependsOnOthers() && isNominated(world, decision)
        && isSettled(handle, known, decision.node)) {
      world.violated(RULE, decision + ", does not fit there now, and nothing has happened that explains it");
    }
  }

  /** Whether all who were to be evicted from the node are gone, with their claims: whoever is nominated there counts as if they were. */
  private boolean isSettled(Handle handle, KnownCluster known, String node) {
    past.removeIf(decision -> isSettled(handle, known, decision));
    return Stream.concat(past.stream(), decisions.values().stream())
        .filter(decision -> decision.node.equals(node))
        .allMatch(decision -> isSettled(handle, known, decision));
  }

  private static boolean isSettled(Handle handle, KnownCluster known, Decision decision) {
    return known.podsOn(decision.node).stream().noneMatch(pod -> decision.victims.contains(pod.getMetadata().getUid()))
        && open(handle, decision).isEmpty();
  }

  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    if (known != world.known()) {
      return;
    }
    Decision fulfilled = decisions.remove(pod.uid());
    if (fulfilled != null) {
      past.add(fulfilled);
    }
    takenBack.remove(pod.uid());
    comesBack(pod.uid());
    spoilers.placed(pod, nodeName, decisions.values());
    Handle handle = run.handle();
    if (handle == null) {
      return;
    }
    for (InFlight taken : DynamicResourcesInvariants.inFlight(handle)) {
      if (taken.podUids().contains(pod.uid())) {
        nothingIsStolen(world, handle, pod, nodeName, taken);
        spoilers.taken(Devices.of(taken.allocation()), decisions.values());
        othersWait(handle, taken.claimUid());
      }
    }
  }

  /** Whoever names the claim has to do without it: until what is in flight for it is written, or since it is to be released. */
  private void othersWait(Handle handle, String claimUid) {
    for (Decision decision : decisions.values()) {
      List<ResourceClaim> own = Devices.claims(decision.preemptor.pod(), DynamicResourcesInvariants.claims(handle));
      if (own != null && own.stream().anyMatch(claim -> claim.getMetadata().getUid().equals(claimUid))) {
        decision.because(Decision.Cause.OWN);
      }
    }
  }

  private static void nothingIsStolen(World world, Handle handle, PodInfo pod, String node, InFlight taken) {
    Set<String> devices = HeldChecks.whole(Devices.of(taken.allocation()));
    for (Held held : DynamicResourcesInvariants.held(handle)) {
      boolean before =
          world.nominations().stream()
              .anyMatch(other -> other.uid().equals(held.podUid()) && other.nodeName().equals(node) && other.priority() >= pod.priority());
      if (before && held.node().equals(node) && !held.podUid().equals(pod.uid())) {
        held.allocations().forEach(
            (claim, allocation) -> {
              Set<String> both = HeldChecks.whole(Devices.of(allocation));
              both.retainAll(devices);
              if (!both.isEmpty() && !claim.equals(taken.claimUid())) {
                world.violated(RULE, "pod " + pod.key() + " is given " + both + ", which are held for pod " + held.podUid());
              }
            });
      }
    }
  }

  @Override
  public void binding(World world, ObjectRef<Pod> pod, String nodeName, KnownCluster known) {
    spoilers.binds(pod.uid(), nodeName);
  }

  @Override
  public void writing(World world, HasMetadata object, KnownCluster known) {
    if (object instanceof ResourceClaim claim && Devices.isAllocated(claim) && known == world.known()) {
      spoilers.writes(claim);
      if (claim.getStatus().getReservedFor().isEmpty()) {
        emptied.add(claim.getMetadata().getUid());
      }
    }
  }

  @Override
  public void unreserved(World world, PodInfo pod, String nodeName, KnownCluster known) {
    if (known == world.known()) {
      takenBack.put(pod.uid(), pod);
    }
  }

  /** Whether it has a node, or is gone. If it is bound all the same, and is not on its way out, it uses its claims like anybody else. */
  private boolean isDone(KnownCluster known, PodInfo pod) {
    Pod there = known.pod(pod.key());
    if (there == null || !there.getMetadata().getUid().equals(pod.uid())) {
      return true;
    }
    boolean bound = PodStates.hasNode(there);
    if (bound && there.getMetadata().getDeletionTimestamp() == null) {
      comesBack(pod.uid());
    }
    return bound;
  }

  private void comesBack(String podUid) {
    decisions.values().forEach(decision -> decision.comesBack(podUid));
    past.removeIf(decision -> decision.victims.contains(podUid));
  }

  /**
   * When nothing happens any more, nobody is on its way out who would release a claim. Where somebody else has taken all consumers out of a
   * claim and left it its devices, nobody does.
   */
  @Override
  public void atRest(World world) {
    Handle handle = run.handle();
    if (handle == null) {
      return;
    }
    Set<String> abandoned = new HashSet<>();
    for (ResourceClaim claim : world.cluster().list(ResourceKind.RESOURCE_CLAIMS)) {
      if (Devices.isAllocated(claim) && claim.getStatus().getReservedFor().isEmpty() && !emptied.contains(claim.getMetadata().getUid())) {
        abandoned.add(claim.getMetadata().getUid());
      }
    }
    for (Node node : world.cluster().list(ResourceKind.NODES)) {
      String name = node.getMetadata().getName();
      for (String claim : DynamicResourcesInvariants.outstanding(handle, name)) {
        if (!abandoned.contains(claim)) {
          world.violated(RULE, "claim " + claim + " is to be released on node " + name + ", and never is");
        }
      }
    }
  }

  @Override
  public void afterEvent(World world) {
    KnownCluster known = world.known();
    if (known == null) {
      decisions.clear();
      return;
    }
    spoilers.look(world, known, decisions);
    takenBack.values().removeIf(pod -> isDone(known, pod));
    decisions.values().removeIf(decision -> known.pod(decision.preemptor.key()) == null);
  }
}
