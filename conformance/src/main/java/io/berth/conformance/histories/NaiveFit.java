package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a pod fits on a node, by the independent evaluation of a {@link NaiveWorld} and of the themes: with what the scheduler knows, or
 * with what the cluster has. Nominated pods of the same or a higher priority count as if they were on their node, and as if they were not.
 */
final class NaiveFit {
  private final List<ThemeRun> themes;
  private final Map<Pod, NaivePod> pods = new IdentityHashMap<>();
  private final Map<Node, NaiveNode> nodes = new IdentityHashMap<>();

  NaiveFit(List<ThemeRun> themes) {
    this.themes = List.copyOf(themes);
  }

  /**
   * What the answer is for.
   *
   * @param gone pods that count as gone
   * @param surely whether it counts that a pod fits, else that it does not
   */
  record Asked(World world, Seen seen, Set<String> gone, boolean surely) {
    /** Whether the pod certainly fits. */
    static Asked surely(World world, Seen seen) {
      return new Asked(world, seen, Set.of(), true);
    }

    /** Whether the pod may fit. */
    static Asked may(World world, KnownCluster known) {
      return new Asked(world, Seen.by(known), Set.of(), false);
    }
  }

  /** Why the pod does not fit on the node, or {@code null} when it does. */
  @Nullable String objection(Asked asks, NaiveWorld seen, NaivePod asking, NaiveNode node) {
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
    ThemeRun.Question question = new ThemeRun.Question(asks.seen, pod.bean(), node.bean(), beside, asks.gone, asks.surely);
    for (ThemeRun theme : themes) {
      String objection = theme.objection(question);
      if (objection != null) {
        return objection;
      }
    }
    return null;
  }

  /** The first node on which the pod fits, or {@code null}. */
  @Nullable String nodeFor(Asked asks, NaiveWorld seen, NaivePod pod) {
    for (NaiveNode node : seen.nodes()) {
      if (objection(asks, seen, pod, node) == null) {
        return node.name();
      }
    }
    return null;
  }

  /** Why the pod would not fit on the node if these pods were not there, or {@code null} when it would. */
  @Nullable String objectionWithout(World world, KnownCluster known, Pod pod, String nodeName, Set<String> gone) {
    Node node = known.node(nodeName);
    if (node == null) {
      return "is not there";
    }
    return objection(new Asked(world, Seen.by(known), gone, false), without(see(known), gone), read(pod), read(node));
  }

  /** Whether the pod would certainly fit on the node if these pods were not there. */
  boolean surelyFitsWithout(World world, KnownCluster known, Pod pod, String nodeName, Set<String> gone) {
    return surelyFitsWithout(world, known, pod, nodeName::equals, gone) != null;
  }

  /** The first node on which the pod certainly fits, or {@code null}. */
  @Nullable String sureNodeFor(World world, KnownCluster known, Pod pod) {
    return surelyFitsWithout(world, known, pod, name -> true, Set.of());
  }

  /** Whether the scheduler still counts a leaving pod is its own affair: it may be in the way of this one, or what this one wants near. */
  private @Nullable String surelyFitsWithout(World world, KnownCluster known, Pod pod, Predicate<String> nodeNames, Set<String> gone) {
    NaiveWorld without = without(see(known), gone);
    NaiveWorld with = without;
    for (PodInfo leaving : known.leaving()) {
      with = gone.contains(leaving.uid()) ? with : with.with(leaving.nodeName(), List.of(read(leaving.pod())));
    }
    Asked asks = new Asked(world, Seen.by(known), gone, true);
    NaivePod read = read(pod);
    for (NaiveNode node : without.nodes()) {
      if (nodeNames.test(node.name()) && objection(asks, with, read, node) == null && objection(asks, without, read, node) == null) {
        return node.name();
      }
    }
    return null;
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
        if (other.priority() < priority) {
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

  /** Whether there are pods that keep the pod away from places. */
  boolean isKeptAway(World world, Pod pod) {
    return see(world).isKeptAway(read(pod));
  }

  private static NaiveWorld without(NaiveWorld seen, Set<String> gone) {
    NaiveWorld fewer = seen;
    for (String uid : gone) {
      fewer = fewer.without(uid);
    }
    return fewer;
  }

  /** What the scheduler knows. */
  NaiveWorld see(KnownCluster known) {
    return see(known.nodes(), known.namespaces(), known::podsOn);
  }

  /** What the cluster has. */
  NaiveWorld see(World world) {
    Map<String, List<Pod>> there = new HashMap<>();
    for (Pod pod : world.cluster().list(ResourceKind.PODS)) {
      if (PodStates.hasNode(pod) && !PodStates.isEnded(pod)) {
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

  /** Each is read once. */
  NaivePod read(Pod pod) {
    return pods.computeIfAbsent(pod, NaivePod::of);
  }

  /** Each is read once. */
  NaiveNode read(Node node) {
    return nodes.computeIfAbsent(node, NaiveNode::of);
  }
}
