package io.berth.conformance.histories;

import io.berth.conformance.histories.History.Step;
import io.berth.framework.cluster.ResourceKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Makes a history out of a seed. The same seed and options make the same history. */
final class HistoryGenerator {
  static final String OTHER_NAMESPACE = "elsewhere";
  private static final int ALONE = 85;

  /**
   * How histories are made.
   *
   * @param maxNodes how many nodes there are at most, at least 2
   * @param faults whether anything goes wrong
   * @param themes what they are about beside pods and nodes
   */
  record Options(int maxNodes, boolean faults, List<Theme> themes) {
    static final Options DEFAULTS = new Options(8, true, List.of());

    Options {
      themes = List.copyOf(themes);
    }
  }

  private final RandomGenerator random;
  private final Options options;
  private final long seed;
  private final boolean slow;
  private final boolean flushes;
  private final RandomSpecs specs;
  private final RandomFaults faults;
  private final List<ThemeDraft> themes = new ArrayList<>();
  private final ThemeDraft.Sizes sizes;
  private final List<Step> steps = new ArrayList<>();
  private final TreeMap<String, NodeSpec> nodes = new TreeMap<>();
  private final TreeMap<String, PodSpec> pods = new TreeMap<>();
  private int podNames;
  private String last = "";
  private String nominated = "";

  private HistoryGenerator(long seed, Options options) {
    this.seed = seed;
    this.options = options;
    // Twice, since the streams of seeds that follow each other are the same one, shifted.
    this.random = new SplittableRandom(new SplittableRandom(seed).nextLong());
    this.slow = random.nextInt(100) < 40;
    this.flushes = random.nextInt(100) < 15;
    this.specs = new RandomSpecs(random, slow, flushes);
    options.themes().forEach(theme -> themes.add(theme.draft(random)));
    for (int i = 0; i < themes.size(); i++) {
      Theme own = options.themes().get(i);
      themes.get(i).meet(options.themes().stream().filter(theme -> theme != own).toList());
    }
    this.faults = new RandomFaults(random, themes.stream().<ResourceKind<?>>flatMap(theme -> theme.kinds().stream()).distinct().toList());
    ThemeDraft.Sizes narrowed = new ThemeDraft.Sizes(options.maxNodes(), 5, 30);
    for (ThemeDraft theme : themes) {
      narrowed = theme.narrow(narrowed);
    }
    this.sizes = narrowed;
  }

  /** The history of the seed. */
  static History of(long seed, Options options) {
    return new HistoryGenerator(seed, options).make();
  }

  private History make() {
    int nodeCount = random.nextInt(2, sizes.nodes() + 1);
    for (int i = 0; i < nodeCount; i++) {
      setNode(0, Duration.ZERO, specs.node("n" + i));
    }
    int podCount = random.nextInt(sizes.fewestPods(), sizes.mostPods() + 1);
    for (ThemeDraft theme : themes) {
      theme.opening(there()).forEach(action -> add(0, Duration.ZERO, action));
    }
    int placed = random.nextInt(Math.min(podCount, nodeCount) + 1);
    for (int i = 0; i < placed; i++) {
      PodSpec pod = pod("p" + podNames++);
      pods.put(pod.name(), pod);
      add(0, Duration.ZERO, new Action.AddPodOn(pod, "n" + random.nextInt(nodeCount)));
    }
    add(0, Duration.ZERO, new Action.Start());
    int most = podCount + random.nextInt(10, 50);
    for (int i = 0; i < most || podNames < podCount; i++) {
      next(podCount);
    }
    add(random.nextInt(6), gap(), new Action.Rest());
    return new History(seed, slow, flushes, options.themes(), steps);
  }

  private void next(int podCount) {
    int events = random.nextInt(100) < 50 ? random.nextInt(8) : 0;
    Duration after = gap();
    for (ThemeDraft theme : themes) {
      if (theme.isAlone() && random.nextInt(100) < ALONE) {
        add(events, after, theme.next(there()));
        return;
      }
    }
    for (ThemeDraft theme : themes) {
      if (random.nextInt(100) < theme.share()) {
        add(events, after, theme.next(there()));
        return;
      }
    }
    if (!nominated.isEmpty() && random.nextInt(100) < 25) {
      // A nomination that others wait behind, and that is lost.
      add(events, after, new Action.NominatePod(nominated, ""));
      nominated = "";
      return;
    }
    int draw = random.nextInt(100);
    if (draw < 34 && podNames < podCount) {
      addPod(events, after);
    } else if (draw < 72) {
      aboutPods(events, after);
    } else if (draw < 86) {
      aboutNodes(events, after);
    } else if (draw < 98) {
      if (options.faults) {
        trouble(events, after);
      } else {
        aboutPods(events, after);
      }
    } else {
      add(events, after, new Action.Rest());
    }
  }

  private PodSpec pod(String name) {
    last = name;
    PodSpec pod = specs.pod(name);
    for (ThemeDraft theme : themes) {
      pod = theme.pod(pod);
    }
    return pod;
  }

  private ThemeDraft.Names there() {
    return new ThemeDraft.Names(List.copyOf(nodes.keySet()), List.copyOf(pods.keySet()));
  }

  private Duration gap() {
    int draw = random.nextInt(100);
    if (draw < 45) {
      return Duration.ZERO;
    }
    return Duration.ofMillis(draw < 85 ? random.nextInt(1, 900) : random.nextInt(1000, 6000));
  }

  private void addPod(int events, Duration after) {
    PodSpec pod = pod("p" + podNames++);
    pods.put(pod.name(), pod);
    boolean placed = random.nextInt(100) < 6 && !nodes.isEmpty();
    add(events, after, placed ? new Action.AddPodOn(pod, anyNode()) : new Action.AddPod(pod));
  }

  private void aboutPods(int events, Duration after) {
    if (pods.isEmpty()) {
      addPod(events, after);
      return;
    }
    List<String> names = List.copyOf(pods.keySet());
    // Often the last one that came, which may be on its way to its node.
    String name = random.nextInt(100) < 25 ? last : names.get(random.nextInt(names.size()));
    int draw = random.nextInt(100);
    if (draw < 6) {
      // Another pod of the name, as StatefulSets make them.
      add(events, after, new Action.DropPod(name));
      PodSpec again = pod(name);
      pods.put(name, again);
      add(0, random.nextBoolean() ? Duration.ZERO : gap(), new Action.AddPod(again));
    } else {
      Action change = aPodChanges(name, draw);
      if (change instanceof Action.NominatePod nominate && !nominate.node().isEmpty()) {
        nominated = nominate.name();
      }
      add(events, after, change);
    }
  }

  private Action aPodChanges(String name, int draw) {
    if (draw < 34) {
      return new Action.DeletePod(name);
    } else if (draw < 40) {
      return new Action.DropPod(name);
    } else if (draw < 46) {
      return new Action.FinishPod(name);
    } else if (draw < 63) {
      return new Action.ResizePod(name, random.nextInt(1, 9) * 250, random.nextInt(1, 9) * 256);
    } else if (draw < 69) {
      return new Action.RelabelPod(name, specs.app());
    } else if (draw < 72) {
      return new Action.TouchPod(name);
    } else if (draw < 77) {
      return new Action.ExplainPod(name);
    } else if (draw < 82) {
      return new Action.UngatePod(name);
    } else if (draw < 85) {
      return new Action.LetPodTolerate(name);
    } else if (draw < 89) {
      return new Action.BindPod(name, anyNode());
    } else if (draw < 97) {
      return new Action.NominatePod(name, random.nextInt(3) == 0 ? "" : anyNode());
    }
    return new Action.ActivatePod(name);
  }

  private void aboutNodes(int events, Duration after) {
    int draw = random.nextInt(100);
    if (flushes && draw < 6) {
      add(events, after, new Action.RelabelNamespace(specs.namespace(), specs.team()));
    } else if (draw < 60 && !nodes.isEmpty()) {
      setNode(events, after, specs.changed(nodes.get(anyNode())));
    } else if (draw < 70 && !nodes.isEmpty()) {
      NodeSpec node = random.nextBoolean() ? nodes.get(anyNode()) : specs.node(anyNode());
      nodes.put(node.name(), node);
      add(events, after, new Action.ReplaceNode(node));
    } else if (draw < 82 && nodes.size() > 1) {
      String name = anyNode();
      nodes.remove(name);
      add(events, after, new Action.RemoveNode(name));
    } else {
      setNode(events, after, specs.node("n" + random.nextInt(sizes.nodes())));
    }
  }

  private void trouble(int events, Duration after) {
    int draw = random.nextInt(100);
    if (draw < 76) {
      add(events, after, faults.fault());
    } else if (draw < 88) {
      add(events, after, new Action.Crash());
      add(random.nextInt(4), gap(), new Action.Start());
    } else if (draw < 93) {
      add(events, after, new Action.Replace());
    } else {
      add(events, after, random.nextBoolean() ? new Action.StopKubelets() : new Action.StartKubelets());
    }
  }

  private void setNode(int events, Duration after, NodeSpec node) {
    nodes.put(node.name(), node);
    add(events, after, new Action.SetNode(node));
  }

  private String anyNode() {
    List<String> names = List.copyOf(nodes.keySet());
    return names.isEmpty() ? "n0" : names.get(random.nextInt(names.size()));
  }

  private void add(int events, Duration after, Action action) {
    steps.add(new Step(events, after, action));
  }
}
