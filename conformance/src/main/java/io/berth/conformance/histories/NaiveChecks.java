package io.berth.conformance.histories;

import io.berth.conformance.histories.NaiveFit.Asked;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Each decision is the right one by what the scheduler knows at that moment: a pod that is placed fits on its node, one that is not
 * fits on none, and what the scheduler explains is so.
 */
final class NaiveChecks implements WorldObserver {
  private final NaiveFit fit;
  private final WaitingChecks waiting;
  private final boolean asked;
  private final boolean themed;
  private final Set<String> doublePorts = new HashSet<>();
  private KnownCluster.@Nullable Told told;

  /**
   * Checks a history.
   *
   * @param waiting hears who was not placed
   * @param asked whether a plugin asks by itself, {@link #unfit(World, PodInfo)}, since the failure is told later
   * @param themes which have something to say, too
   */
  NaiveChecks(NaiveFit fit, WaitingChecks waiting, boolean asked, List<ThemeRun> themes) {
    this.fit = fit;
    this.waiting = waiting;
    this.asked = asked;
    this.themed = !themes.isEmpty();
  }

  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    if (known != world.known()) {
      return;
    }
    String objection = fit.objectionWithout(world, known, pod.pod(), nodeName, Set.of());
    if (objection != null && !isDoublePort(objection, nodeName)) {
      world.violated("decision", "pod " + pod.key() + " is placed on node " + nodeName + ", where it does not fit: " + objection);
    }
  }

  @Override
  public void unfit(World world, PodInfo pod, KnownCluster known) {
    if (!asked && known == world.known()) {
      unfit(world, pod);
    }
  }

  /** No node was found for the pod. */
  void unfit(World world, PodInfo pod) {
    KnownCluster known = world.known();
    if (known == null) {
      return;
    }
    waiting.tried(world, pod);
    String node = fit.sureNodeFor(world, known, pod.pod());
    if (node != null) {
      world.violated("decision", "pod " + pod.key() + " is not placed, and fits on node " + node);
    }
  }

  /** What the scheduler says of the pod on each node must be right, too; a cycle that is under way leaves it no time to say it. */
  void explain(World world, Pod pod) {
    KnownCluster known = world.known();
    Scheduler scheduler = world.scheduler();
    if (known == null || scheduler == null || known.isAhead() || !scheduler.isSynced()) {
      return;
    }
    String key = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    if (themed && isOnItsWay(scheduler, key, pod)) {
      return; // it may hold already what it is asked about
    }
    Optional<Explanation> explained;
    try {
      explained = scheduler.explain(key);
    } catch (IllegalStateException busy) {
      world.story().tell("the scheduler does not answer: " + busy.getMessage());
      return;
    }
    explained.ifPresent(explanation -> check(world, known, explanation));
  }

  private static boolean isOnItsWay(Scheduler scheduler, String key, Pod pod) {
    Optional<PendingPod> waiting = scheduler.queue().pod(key);
    return waiting.isEmpty() || waiting.get().place() == PendingPod.Place.IN_FLIGHT || pod.getMetadata().getDeletionTimestamp() != null;
  }

  private void check(World world, KnownCluster known, Explanation explanation) {
    NaiveWorld seen = fit.see(known).without(explanation.pod().uid());
    NaivePod pod = fit.read(explanation.pod().pod());
    for (Explanation.NodeExplanation said : explanation.nodes()) {
      NaiveNode node = fit.read(Objects.requireNonNull(known.node(said.nodeName())));
      Asked asks = said.fits() ? Asked.may(world, known) : Asked.surely(world, Seen.by(known));
      String objection = fit.objection(asks, seen, pod, node);
      boolean excused = objection != null && isDoublePort(objection, said.nodeName());
      if (said.fits() != (objection == null) && !excused) {
        world.violated("explanation", "of pod " + pod.key() + " on " + said + ", where the objection is " + objection);
      }
    }
  }

  @Override
  public void afterEvent(World world) {
    KnownCluster known = world.known();
    KnownCluster.Told now = known == null ? null : known.told();
    if (known != null && now != told && now != null && now.after() instanceof Pod pod && PodStates.hasNode(pod)) {
      noteDoublePorts(known, pod.getSpec().getNodeName());
    }
    told = now;
  }

  /** As upstream, a port that two pods of a node take counts as free as soon as one of them is gone. */
  private boolean isDoublePort(String objection, String node) {
    return objection.startsWith("port taken") && doublePorts.contains(node);
  }

  private void noteDoublePorts(KnownCluster known, String node) {
    Set<Integer> ports = new HashSet<>();
    for (Pod pod : known.podsOn(node)) {
      for (int port : fit.read(pod).ports()) {
        if (!ports.add(port)) {
          doublePorts.add(node);
        }
      }
    }
  }
}
