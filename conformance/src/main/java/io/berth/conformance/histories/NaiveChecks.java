package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Each decision is the right one by what the scheduler knows at that moment: a pod that is placed fits on its node, one that is not
 * fits on none. And when nothing happens any more no pod waits that fits. Nominated pods of the same or a higher priority count as if
 * they were on their node, and as if they were not.
 */
final class NaiveChecks implements WorldObserver {
  private static final NaiveWorld NOWHERE = new NaiveWorld(List.of(), Map.of(), Map.of(), true);

  private final boolean asked;
  private final boolean flushes;
  private final List<ThemeRun> themes;
  private final Map<Pod, NaivePod> pods = new IdentityHashMap<>();
  private final Map<Node, NaiveNode> nodes = new IdentityHashMap<>();
  private final Map<String, Long> triedAt = new HashMap<>();
  private long relabelled;
  private long nodeGone;
  private long nomineeChanged = -1;
  private final Set<String> doublePorts = new HashSet<>();
  private boolean freed;
  private KnownCluster.@Nullable Told told;
  private Set<String> nominations = new HashSet<>();

  /**
   * Checks a history.
   *
   * @param asked whether a plugin asks by itself, {@link #unfit(World, PodInfo)}, since the failure is told later
   * @param flushes whether pods are tried again without an event, too
   * @param themes which have something to say, too
   */
  NaiveChecks(boolean asked, boolean flushes, List<ThemeRun> themes) {
    this.asked = asked;
    this.flushes = flushes;
    this.themes = List.copyOf(themes);
  }

  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    if (known != world.known()) {
      return;
    }
    Node node = known.node(nodeName);
    String objection = node == null ? "is not there" : objection(may(world, known), see(known), read(pod.pod()), read(node));
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
    if (known != null) {
      triedAt.put(pod.uid(), world.time().eventsRun());
      NaiveWorld without = see(known);
      NaiveWorld with = without;
      for (PodInfo leaving : known.leaving()) {
        with = with.with(leaving.nodeName(), List.of(read(leaving.pod())));
      }
      // Whether the scheduler still counts a leaving pod is its own affair: it may be in the way of this one, or what this one wants near.
      Asked surely = surely(world, Seen.by(known));
      NaivePod read = read(pod.pod());
      for (NaiveNode node : with.nodes()) {
        if (objection(surely, with, read, node) == null && objection(surely, without, read, node) == null) {
          world.violated("decision", "pod " + pod.key() + " is not placed, and fits on node " + node.name());
          return;
        }
      }
    }
  }

  /** Why the pod would not fit on the node if these pods were not there, or {@code null} when it would. */
  @Nullable String objectionWithout(World world, KnownCluster known, Pod pod, String nodeName, Set<String> gone) {
    Node node = known.node(nodeName);
    if (node == null) {
      return "is not there";
    }
    return objection(new Asked(world, Seen.by(known), gone, false), without(see(known), gone), read(pod), read(node));
  }

  /** Whether the pod would certainly fit on the node if these pods were not there, whatever the scheduler thinks of those that are leaving. */
  boolean fitsSurelyWithout(World world, KnownCluster known, Pod pod, String nodeName, Set<String> gone) {
    Node node = known.node(nodeName);
    if (node == null) {
      return false;
    }
    NaiveWorld without = without(see(known), gone);
    NaiveWorld with = without;
    for (PodInfo leaving : known.leaving()) {
      with = gone.contains(leaving.uid()) ? with : with.with(leaving.nodeName(), List.of(read(leaving.pod())));
    }
    Asked asked = new Asked(world, Seen.by(known), gone, true);
    NaivePod read = read(pod);
    return objection(asked, with, read, read(node)) == null && objection(asked, without, read, read(node)) == null;
  }

  private static NaiveWorld without(NaiveWorld seen, Set<String> gone) {
    NaiveWorld fewer = seen;
    for (String uid : gone) {
      fewer = fewer.without(uid);
    }
    return fewer;
  }

  /**
   * The first node on which the waiting pod would fit if no pods of lower priority were there, or {@code null}.
   *
   * @param excused names of nodes that are not asked about
   * @param late says of the UID of a pod whether it came to its node after the waiting pod was last tried; nobody hears of that
   */
  @Nullable String nodeWithoutLower(World world, Pod pod, int priority, Set<String> excused, Predicate<String> late) {
    NaiveWorld seen = see(world);
    for (NaiveNode node : seen.nodes()) {
      Set<String> lower = new HashSet<>();
      for (NaivePod other : seen.podsOn(node.name())) {
        Integer its = other.bean().getSpec().getPriority();
        if ((its == null ? 0 : its) < priority) {
          lower.add(other.uid());
        }
      }
      boolean asked = !lower.isEmpty() && !excused.contains(node.name()) && lower.stream().noneMatch(late);
      if (asked && objection(new Asked(world, Seen.in(world), lower, true), without(seen, lower), read(pod), node) == null) {
        return node.name();
      }
    }
    return null;
  }

  /** What the scheduler says of the pod on each node must be right, too; a cycle that is under way leaves it no time to say it. */
  void explain(World world, Pod pod) {
    KnownCluster known = world.known();
    Scheduler scheduler = world.scheduler();
    if (known == null || scheduler == null || known.isAhead() || !scheduler.isSynced()) {
      return;
    }
    if (!themes.isEmpty() && isOnItsWay(scheduler, pod)) {
      return; // it may hold already what it is asked about
    }
    Optional<Explanation> explained;
    try {
      explained = scheduler.explain(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName());
    } catch (IllegalStateException busy) {
      world.story().tell("the scheduler does not answer: " + busy.getMessage());
      return;
    }
    explained.ifPresent(
        explanation -> {
          NaiveWorld seen = see(known).without(explanation.pod().uid());
          NaivePod read = read(explanation.pod().pod());
          for (Explanation.NodeExplanation said : explanation.nodes()) {
            NaiveNode node = read(Objects.requireNonNull(known.node(said.nodeName())));
            Asked asks = said.fits() ? may(world, known) : surely(world, Seen.by(known));
            String objection = objection(asks, seen, read, node);
            boolean excused = objection != null && isDoublePort(objection, said.nodeName());
            if (said.fits() != (objection == null) && !excused) {
              world.violated("explanation", "of pod " + read.key() + " on " + said + ", where the objection is " + objection);
            }
          }
        });
  }

  @Override
  public void unreserved(World world, PodInfo pod, String nodeName, KnownCluster known) {
    freed |= known == world.known();
  }

  @Override
  public void afterEvent(World world) {
    Scheduler scheduler = world.scheduler();
    freed |= world.known() != null && (isPodChange(world.known(), world.time().eventsRun()) || nominationIsLost(world));
    if (freed && !flushes && scheduler != null && world.known() != null && !world.known().isAhead()) {
      freed = false;
      nobodySleeps(world, scheduler, world.known());
    }
    KnownCluster.Told told = world.known() == null ? null : world.known().told();
    if (isNewPlace(told)) {
      relabelled = world.time().eventsRun();
    } else if (told != null && told.before() instanceof Node && told.after() == null) {
      nodeGone = world.time().eventsRun();
    }
  }

  /** Whether the scheduler was told something new of a pod that it knew. */
  private boolean isPodChange(KnownCluster known, long eventsRun) {
    KnownCluster.Told now = known.told();
    boolean isNew = now != told;
    told = now;
    if (isNew && now != null && now.after() instanceof Pod pod && pod.getSpec().getNodeName() != null) {
      noteDoublePorts(known, pod.getSpec().getNodeName());
    }
    if (isNew && now != null && now.before() instanceof Pod before && now.after() instanceof Pod after) {
      boolean waits = after.getSpec().getNodeName() == null || after.getSpec().getNodeName().isEmpty();
      boolean changed = !NaivePod.of(before).wants().equals(NaivePod.of(after).wants()) || !NaivePod.of(before).labels().equals(NaivePod.of(after).labels());
      nomineeChanged = waits && changed && !nominations.isEmpty() ? eventsRun : nomineeChanged;
    }
    return isNew && now != null && now.before() instanceof Pod;
  }

  /** As upstream, a port that two pods of a node take counts as free as soon as one of them is gone. */
  private boolean isDoublePort(String objection, String node) {
    return objection.startsWith("port taken") && doublePorts.contains(node);
  }

  private void noteDoublePorts(KnownCluster known, String node) {
    Set<Integer> ports = new HashSet<>();
    for (Pod pod : known.podsOn(node)) {
      for (int port : read(pod).ports()) {
        if (!ports.add(port)) {
          doublePorts.add(node);
        }
      }
    }
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
    NaiveWorld seen = see(known);
    for (PendingPod pod : scheduler.queue().pods()) {
      NaivePod read = read(pod.pod().pod());
      boolean alone = read.affinity().isEmpty() && pod.pod().pod().getSpec().getTopologySpreadConstraints().isEmpty();
      // Pods of a node that is gone keep nobody away any more; as upstream, this is heard when they are removed themselves.
      boolean keptAwayFromThere =
          pod.rejectedBy().contains("InterPodAffinity") && nodeGone > triedAt.getOrDefault(pod.pod().uid(), 0L);
      if (alone && !keptAwayFromThere && pod.place() == PendingPod.Place.UNSCHEDULABLE && UnrelatedRetries.knowsAll(pod.rejectedBy())) {
        String node = fitsOn(surely(world, Seen.by(known)), expected(seen, read), read);
        if (node != null) {
          world.violated("sleeps", "pod " + pod.key() + " was not woken when room became free, and fits on node " + node);
        }
      }
    }
  }

  private static boolean isOnItsWay(Scheduler scheduler, Pod pod) {
    Optional<PendingPod> waiting = scheduler.queue().pod(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName());
    return waiting.isEmpty() || waiting.get().place() == PendingPod.Place.IN_FLIGHT || pod.getMetadata().getDeletionTimestamp() != null;
  }

  /** Whether a pod's status, as it is known or as it will be told, has a nomination that the scheduler has not. */
  private static boolean showsLostNomination(World world, KnownCluster known) {
    List<Pod> pods = new ArrayList<>(world.cluster().list(ResourceKind.PODS));
    known.pods().forEach(pods::add);
    for (Pod pod : pods) {
      String node = pod.getStatus().getNominatedNodeName();
      boolean shown = node != null && !node.isEmpty() && world.isOurs(pod) && (pod.getSpec().getNodeName() == null || pod.getSpec().getNodeName().isEmpty());
      if (shown && world.nominations().stream().noneMatch(it -> it.uid().equals(pod.getMetadata().getUid()) && it.nodeName().equals(node))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void atRest(World world) {
    NaiveWorld seen = see(world);
    for (Pod pod : world.cluster().list(ResourceKind.PODS)) {
      boolean waits =
          world.isOurs(pod)
              && (pod.getSpec().getNodeName() == null || pod.getSpec().getNodeName().isEmpty())
              && pod.getSpec().getSchedulingGates().isEmpty()
              && pod.getMetadata().getDeletionTimestamp() == null
              && !isEnded(pod);
      String node = waits ? fitsOn(surely(world, Seen.in(world)), expected(seen, read(pod)), read(pod)) : null;
      if (node != null) {
        world.violated("waits in vain", "pod " + pod.getMetadata().getName() + " waits, and fits on node " + node);
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

  /** Whether there are pods that keep the pod away from places. */
  boolean isKeptAway(World world, Pod pod) {
    return see(world).isKeptAway(read(pod));
  }

  private @Nullable String fitsOn(Asked asks, NaiveWorld seen, NaivePod pod) {
    for (NaiveNode node : seen.nodes()) {
      if (objection(asks, seen, pod, node) == null) {
        return node.name();
      }
    }
    return null;
  }

  /**
   * What the answer is for.
   *
   * @param gone pods that count as gone
   * @param surely whether it counts that a pod fits, else that it does not
   */
  private record Asked(World world, Seen seen, Set<String> gone, boolean surely) {}

  private static Asked surely(World world, Seen seen) {
    return new Asked(world, seen, Set.of(), true);
  }

  private static Asked may(World world, KnownCluster known) {
    return new Asked(world, Seen.by(known), Set.of(), false);
  }

  private @Nullable String objection(Asked asks, NaiveWorld seen, NaivePod asking, NaiveNode node) {
    NaivePod pod = asking;
    for (ThemeRun theme : themes) {
      pod = pod.without(theme.given(asks.seen, node.bean()));
    }
    List<PodInfo> beside = new ArrayList<>();
    for (PodInfo other : asks.world.nominations()) {
      if (other.nodeName().equals(node.name()) && other.priority() >= pod.priority() && !other.uid().equals(pod.uid())) {
        beside.add(other);
      }
    }
    if (!beside.isEmpty()) {
      NaiveWorld more = seen.with(node.name(), beside.stream().map(other -> read(other.pod())).toList());
      String objection = seen.careForPods(pod) ? more.objection(pod, node) : more.objectionOfNode(pod, node);
      objection = objection != null ? objection : objectionOfThemes(asks, pod, node, beside);
      if (objection != null) {
        return objection + " (beside nominated pods)";
      }
    }
    String objection = seen.objection(pod, node);
    return objection != null ? objection : objectionOfThemes(asks, pod, node, List.of());
  }

  private @Nullable String objectionOfThemes(Asked asks, NaivePod pod, NaiveNode node, List<PodInfo> beside) {
    ThemeRun.Question question =
        new ThemeRun.Question(asks.seen, pod.bean(), node.bean(), beside, asks.gone, asks.surely);
    for (ThemeRun theme : themes) {
      String objection = theme.objection(question);
      if (objection != null) {
        return objection;
      }
    }
    return null;
  }

  private NaiveWorld see(KnownCluster known) {
    return see(known.nodes(), known.namespaces(), known::podsOn);
  }

  private NaiveWorld see(World world) {
    Map<String, List<Pod>> there = new HashMap<>();
    for (Pod pod : world.cluster().list(ResourceKind.PODS)) {
      if (pod.getSpec().getNodeName() != null && !isEnded(pod)) {
        there.computeIfAbsent(pod.getSpec().getNodeName(), name -> new ArrayList<>()).add(pod);
      }
    }
    return see(
        world.cluster().list(ResourceKind.NODES),
        world.cluster().list(ResourceKind.NAMESPACES),
        name -> there.getOrDefault(name, List.of()));
  }

  private NaiveWorld see(Iterable<Node> nodesThere, Iterable<Namespace> namespaces, Function<String, List<Pod>> podsOn) {
    List<NaiveNode> all = new ArrayList<>();
    Map<String, List<NaivePod>> placed = new HashMap<>();
    for (Node node : nodesThere) {
      NaiveNode read = read(node);
      all.add(read);
      placed.put(read.name(), podsOn.apply(read.name()).stream().map(this::read).toList());
    }
    Map<String, Map<String, String>> labels = new HashMap<>();
    namespaces.forEach(namespace -> labels.put(namespace.getMetadata().getName(), namespace.getMetadata().getLabels()));
    return new NaiveWorld(all, placed, labels, true);
  }

  private NaivePod read(Pod pod) {
    return pods.computeIfAbsent(pod, NaivePod::of);
  }

  private NaiveNode read(Node node) {
    return nodes.computeIfAbsent(node, NaiveNode::of);
  }

  static boolean isEnded(Pod pod) {
    return List.of("Succeeded", "Failed").contains(pod.getStatus().getPhase());
  }
}
