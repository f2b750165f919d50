package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A pod that was rejected for one reason is not tried again because of something that has nothing to do with that reason. */
final class UnrelatedRetries implements WorldObserver {
  private Map<String, PendingPod> before = new HashMap<>();
  private Set<String> nominations = new HashSet<>();
  private final Set<String> activated = new HashSet<>();
  private final List<ThemeRun> themes;

  UnrelatedRetries(List<ThemeRun> themes) {
    this.themes = List.copyOf(themes);
  }

  /** What may be the matter. */
  private enum Matter {
    NODE_ADDED,
    NODE_GONE,
    NODE_LABELS,
    NODE_TAINTS,
    NODE_ROOM,
    POD_PLACED,
    POD_GONE,
    POD_LABELS,
    POD_SHRUNK,
    OWN_LABELS,
    OWN_SIZE,
    OWN_TOLERATIONS,
    OWN_GATES
  }

  private static final Map<String, Set<Matter>> CONCERNS =
      Map.of(
          "NodeResourcesFit", EnumSet.of(Matter.NODE_ADDED, Matter.NODE_ROOM, Matter.POD_GONE, Matter.POD_SHRUNK, Matter.OWN_SIZE),
          "NodePorts", EnumSet.of(Matter.NODE_ADDED, Matter.POD_GONE),
          "NodeAffinity", EnumSet.of(Matter.NODE_ADDED, Matter.NODE_LABELS),
          "NodeName", EnumSet.of(Matter.NODE_ADDED),
          "TaintToleration", EnumSet.of(Matter.NODE_ADDED, Matter.NODE_TAINTS, Matter.OWN_TOLERATIONS),
          "NodeUnschedulable", EnumSet.of(Matter.NODE_ADDED, Matter.NODE_TAINTS, Matter.OWN_TOLERATIONS),
          "InterPodAffinity",
              EnumSet.of(
                  Matter.NODE_ADDED, Matter.NODE_LABELS, Matter.POD_PLACED, Matter.POD_GONE, Matter.POD_LABELS, Matter.OWN_LABELS),
          "PodTopologySpread",
              EnumSet.of(
                  Matter.NODE_ADDED,
                  Matter.NODE_GONE,
                  Matter.NODE_LABELS,
                  Matter.NODE_TAINTS,
                  Matter.POD_PLACED,
                  Matter.POD_GONE,
                  Matter.POD_LABELS,
                  Matter.OWN_LABELS,
                  Matter.OWN_TOLERATIONS),
          "SchedulingGates", EnumSet.of(Matter.OWN_GATES),
          SlowPlugins.NAME, EnumSet.noneOf(Matter.class));

  /** Whether all of these plugins are of the default profile, so that changes of the cluster wake whom they turned down. */
  static boolean knowsAll(Collection<String> plugins) {
    return CONCERNS.keySet().containsAll(plugins) && !plugins.contains(SlowPlugins.NAME);
  }

  /** Somebody wants the pod tried whatever rejected it. */
  void activated(String uid) {
    activated.add(uid);
  }

  @Override
  public void schedulerStarted(World world, Scheduler scheduler) {
    before = new HashMap<>();
    nominations = new HashSet<>();
    activated.clear();
  }

  @Override
  public void afterEvent(World world) {
    Scheduler scheduler = world.scheduler();
    KnownCluster known = world.known();
    if (scheduler == null || known == null) {
      return;
    }
    Set<String> nominated = new HashSet<>();
    world.nominations().forEach(pod -> nominated.add(pod.uid() + " " + pod.nodeName()));
    boolean lost = !nominated.containsAll(nominations);
    nominations = nominated;
    Map<String, PendingPod> now = new HashMap<>();
    for (PendingPod pod : scheduler.queue().pods()) {
      now.put(pod.pod().uid(), pod);
      PendingPod was = before.get(pod.pod().uid());
      if (was != null && hasLeftThePool(was, pod) && !activated.remove(pod.pod().uid())) {
        check(world, was, pod, known, lost);
      }
    }
    before = now;
  }

  private static boolean hasLeftThePool(PendingPod was, PendingPod is) {
    boolean rested = was.place() == PendingPod.Place.UNSCHEDULABLE || was.place() == PendingPod.Place.GATED;
    return rested && was.attempts() == is.attempts() && (is.place() == PendingPod.Place.ACTIVE || is.place() == PendingPod.Place.BACKOFF);
  }

  /**
   * Checks a pod that is tried again.
   *
   * @param lost whether a nomination has been lost meanwhile, which counts as the end of an assigned pod even if only the scheduler knew of it
   */
  private void check(World world, PendingPod was, PendingPod is, KnownCluster known, boolean lost) {
    KnownCluster.Told told = known.told();
    Instant now = world.time().now();
    if (was.retryAt() != null && !now.isBefore(was.retryAt())) {
      return; // it has waited long enough
    }
    if (was.rejectedBy().contains(SlowPlugins.NAME)) {
      return; // activated by its plugin
    }
    Set<Matter> matters = told == null ? EnumSet.of(Matter.POD_GONE) : matters(told, is.pod());
    if (lost) {
      matters.add(Matter.POD_GONE);
    }
    for (String plugin : was.rejectedBy()) {
      if (themes.stream().anyMatch(theme -> theme.mayWake(plugin, was.pod(), told))) {
        return;
      }
      Set<Matter> concerns = EnumSet.noneOf(Matter.class);
      concerns.addAll(CONCERNS.getOrDefault(plugin, Set.of()));
      concerns.retainAll(matters);
      if (!concerns.isEmpty() && (told == null || lost || mayHelp(plugin, without(was.pod(), told, Seen.by(known)), told))) {
        return;
      }
    }
    world.violated(
        "unrelated retry",
        "pod " + was.key() + " was rejected by " + was.rejectedBy() + " and is tried again because of " + matters + ": " + describe(told));
  }

  /** The pod as it asks the node that was told of. */
  private NaivePod without(PodInfo pod, KnownCluster.Told told, Seen seen) {
    NaivePod read = NaivePod.of(pod.pod());
    if (told.after() instanceof Node node) {
      for (ThemeRun theme : themes) {
        read = read.without(theme.given(seen, node));
      }
    }
    return read;
  }

  /** Where it is easily said: whether the change can be of any help. */
  private static boolean mayHelp(String plugin, NaivePod pod, KnownCluster.Told told) {
    if (!(told.object() instanceof Node bean) || told.after() == null) {
      return true;
    }
    NaiveNode node = NaiveNode.of(bean);
    NaiveWorld empty = new NaiveWorld(List.of(node), Map.of(), Map.of(), true);
    String objection = empty.objection(pod, node);
    return switch (plugin) {
      case "NodeResourcesFit" -> empty.lacks(pod, node) == null;
      case "NodeAffinity" -> !"labels of the node".equals(objection);
      case "TaintToleration" -> !"tainted".equals(objection);
      case "NodeUnschedulable" -> !"cordoned".equals(objection);
      default -> true;
    };
  }

  private static Set<Matter> matters(KnownCluster.Told told, PodInfo waiting) {
    HasMetadata before = told.before();
    HasMetadata after = told.after();
    if (told.object() instanceof Node) {
      return nodeMatters((Node) before, (Node) after);
    }
    if (told.object() instanceof Pod pod) {
      boolean own = pod.getMetadata().getUid().equals(waiting.uid());
      return own && before != null && after != null ? ownMatters((Pod) before, (Pod) after) : podMatters((Pod) before, (Pod) after);
    }
    return EnumSet.noneOf(Matter.class);
  }

  private static Set<Matter> nodeMatters(@Nullable Node before, @Nullable Node after) {
    if (before == null) {
      return EnumSet.of(Matter.NODE_ADDED);
    }
    if (after == null) {
      return EnumSet.of(Matter.NODE_GONE);
    }
    EnumSet<Matter> matters = EnumSet.noneOf(Matter.class);
    if (!Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())) {
      matters.add(Matter.NODE_LABELS);
    }
    if (!Objects.equals(before.getSpec(), after.getSpec())) {
      matters.add(Matter.NODE_TAINTS);
    }
    if (!Objects.equals(before.getStatus().getAllocatable(), after.getStatus().getAllocatable())) {
      matters.add(Matter.NODE_ROOM);
    }
    return matters;
  }

  private static Set<Matter> ownMatters(Pod before, Pod after) {
    EnumSet<Matter> matters = EnumSet.noneOf(Matter.class);
    if (!Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())) {
      matters.add(Matter.OWN_LABELS);
    }
    if (!NaivePod.of(before).takes().equals(NaivePod.of(after).takes())) {
      matters.add(Matter.OWN_SIZE);
    }
    if (!Objects.equals(before.getStatus().getNominatedNodeName(), after.getStatus().getNominatedNodeName())) {
      matters.add(Matter.POD_GONE); // a nomination that is lost counts as the end of an assigned pod, as upstream, for the pod itself, too
    }
    if (!before.getSpec().getTolerations().equals(after.getSpec().getTolerations())) {
      matters.add(Matter.OWN_TOLERATIONS);
    }
    if (!before.getSpec().getSchedulingGates().equals(after.getSpec().getSchedulingGates())) {
      matters.add(Matter.OWN_GATES);
    }
    if (!nominated(before).isEmpty() && !nominated(before).equals(nominated(after))) {
      matters.add(Matter.POD_GONE); // as upstream: whoever loses a nomination is among those who are woken by that
    }
    return matters;
  }

  private static Set<Matter> podMatters(@Nullable Pod before, @Nullable Pod after) {
    boolean was = before != null && hasPlace(before);
    boolean is = after != null && hasPlace(after);
    EnumSet<Matter> matters = EnumSet.noneOf(Matter.class);
    boolean nominationLost = before != null && !nominated(before).isEmpty() && (after == null || !nominated(after).equals(nominated(before)));
    if (nominationLost || (was && !is) || before != null && after == null) {
      matters.add(Matter.POD_GONE); // or what was chosen for it
    }
    boolean ends = after != null && (after.getMetadata().getDeletionTimestamp() != null || PodStates.isEnded(after));
    if (ends && !is) {
      matters.add(Matter.POD_GONE); // it may have been placed, with nobody told
    }
    if (is && !was) {
      matters.add(Matter.POD_PLACED);
      matters.add(Matter.POD_GONE); // if it was nominated elsewhere
    }
    if (was && is) {
      if (!Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())) {
        matters.add(Matter.POD_LABELS);
      }
      if (!NaivePod.of(before).takes().equals(NaivePod.of(after).takes())) {
        matters.add(Matter.POD_SHRUNK);
      }
    }
    return matters;
  }

  private static boolean hasPlace(Pod pod) {
    return PodStates.hasNode(pod) && !PodStates.isEnded(pod);
  }

  private static String nominated(Pod pod) {
    return pod.getStatus().getNominatedNodeName() == null ? "" : pod.getStatus().getNominatedNodeName();
  }

  private static String describe(KnownCluster.@Nullable Told told) {
    if (told == null) {
      return "nothing that was told";
    }
    String kind = told.object() instanceof Node ? "node" : told.object() instanceof Pod ? "pod" : ResourceKind.NAMESPACES.plural();
    String what = told.before() == null ? " is new" : told.after() == null ? " is gone" : " has changed";
    return kind + " " + told.object().getMetadata().getName() + what;
  }
}
