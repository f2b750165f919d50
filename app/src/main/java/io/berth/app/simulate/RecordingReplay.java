package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.ProgressLine;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.simulate.ReplayReport.ReplayedPod;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.Explanation.NodeExplanation;
import io.berth.simulator.record.Recording;
import io.berth.simulator.record.RecordingPlayer;
import io.berth.simulator.record.RecordingPlayer.Mode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plays a recording, and compares each decision of the recorded scheduler with the one that is made here. */
final class RecordingReplay implements RecordingPlayer.Listener {

  private final Mode mode;
  private final World world;
  private final ProgressLine progress;
  private final Instant start;
  private final Map<String, Comparison> open = new LinkedHashMap<>();
  private final List<Comparison> all = new ArrayList<>();
  private final Set<String> notServed = new TreeSet<>();

  private RecordingReplay(Mode mode, World world, Console console) {
    this.mode = mode;
    this.world = world;
    this.progress = new ProgressLine(console);
    this.start = world.time().now();
  }

  /** Runs it to its end, on a world without anything in it. */
  static ReplayReport run(Recording recording, Mode mode, World world, Console console, Problems problems) {
    var replay = new RecordingReplay(mode, world, console);
    var player = new RecordingPlayer(recording, world.cluster(), mode, replay::served);
    player.prepare(replay);
    world.start();
    player.play(world.time(), replay);
    world.check();
    replay.progress.clear();
    replay.tellOfOthers(problems);
    int nodes = (int) recording.initial().stream().filter(Node.class::isInstance).count();
    return new ReplayReport(mode, nodes, recording.length(), replay.all.stream().map(Comparison::result).toList());
  }

  private boolean served(Pod pod) {
    String name = pod.getSpec().getSchedulerName();
    boolean served = name == null || world.schedulerNames().contains(name);
    if (!served) {
      notServed.add(name);
    }
    return served;
  }

  private void tellOfOthers(Problems problems) {
    if (!notServed.isEmpty()) {
      String what = "pods ask for " + String.join(", ", notServed) + ", and only " + String.join(", ", world.schedulerNames()) + " is simulated";
      problems.warning("not served", new Problem(null, "", "", what, "those stay where they were; see --scheduler-name"));
    }
  }

  @Override
  public void waits(Pod pod) {
    var comparison = new Comparison(pod, since());
    open.put(key(pod), comparison);
    all.add(comparison);
    progress.show(() -> "replaying: " + all.size() + " pods came");
  }

  @Override
  public void wasBound(Pod pod, String node) {
    Comparison comparison = open.get(key(pod));
    if (comparison != null) {
      comparison.then = node;
      comparison.boundThen = since();
      Explanation explanation = mode == Mode.FOLLOW || !node.equals(nodeName(pod)) ? world.explain(key(pod)).orElse(null) : null;
      if (mode == Mode.FOLLOW) {
        comparison.now = choice(explanation, node);
      }
      String chosen = mode == Mode.FOLLOW ? comparison.now : nodeName(pod);
      comparison.why = node.equals(chosen) ? "" : why(explanation, node, chosen);
    }
  }

  @Override
  public void ends(Pod pod) {
    Comparison comparison = open.remove(key(pod));
    if (comparison == null) {
      return;
    }
    if (mode == Mode.DECIDE) {
      comparison.now = nodeName(pod);
      comparison.boundNow = comparison.now.isEmpty() ? null : Duration.between(start, boundAt(pod));
    } else if (comparison.then.isEmpty() && pod.getSpec().getSchedulingGates().isEmpty()) {
      Explanation explanation = world.explain(key(pod)).orElse(null);
      comparison.now = choice(explanation, "");
      comparison.why = explanation == null || explanation.message() == null ? "" : explanation.message();
    }
    if (comparison.now.isEmpty() && comparison.why.isEmpty()) {
      comparison.why = PendingReasons.conditionMessage(pod);
    }
  }

  private Instant boundAt(Pod pod) {
    Instant at = world.boundAt(key(pod));
    return at == null ? world.time().now() : at;
  }

  private Duration since() {
    return Duration.between(start, world.time().now());
  }

  /** The best node; the preferred one if it is among the best, and empty when none fits. */
  private static String choice(@Nullable Explanation explanation, String preferred) {
    if (explanation == null || explanation.message() != null) {
      return "";
    }
    List<NodeExplanation> fitting = explanation.nodes().stream().filter(NodeExplanation::fits).toList();
    long best = fitting.stream().mapToLong(NodeExplanation::total).max().orElse(0);
    List<String> names = fitting.stream().filter(node -> node.total() == best).map(NodeExplanation::nodeName).toList();
    return names.contains(preferred) || names.isEmpty() ? preferred : names.get(0);
  }

  /** What speaks against the node that was chosen then. */
  private static String why(@Nullable Explanation explanation, String then, String now) {
    if (explanation == null) {
      return "";
    }
    if (now.isEmpty() && explanation.message() != null) {
      return explanation.message();
    }
    NodeExplanation recorded = find(explanation, then);
    if (recorded == null) {
      return then + " is not known here";
    }
    if (!recorded.fits()) {
      return then + ": " + PendingReasons.rejections(explanation).stream()
          .filter(rejection -> rejection.nodes().contains(then))
          .map(rejection -> String.join(", ", rejection.reasons()) + " (" + rejection.plugin() + ")")
          .collect(Collectors.joining(", "));
    }
    NodeExplanation chosen = find(explanation, now);
    if (chosen == null) {
      return then + " fits, score " + recorded.total();
    }
    return recorded.total() == chosen.total()
        ? "both score " + recorded.total()
        : then + " scores " + recorded.total() + ", " + now + " " + chosen.total();
  }

  private static @Nullable NodeExplanation find(Explanation explanation, String node) {
    return explanation.nodes().stream().filter(each -> each.nodeName().equals(node)).findFirst().orElse(null);
  }

  private static String key(Pod pod) {
    return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
  }

  private static String nodeName(Pod pod) {
    String name = pod.getSpec().getNodeName();
    return name == null ? "" : name;
  }

  /** One pod's comparison as it grows. */
  private static final class Comparison {
    final Pod pod;
    final Duration arrival;
    String then = "";
    @Nullable Duration boundThen;
    String now = "";
    @Nullable Duration boundNow;
    String why = "";

    Comparison(Pod pod, Duration arrival) {
      this.pod = pod;
      this.arrival = arrival;
    }

    ReplayedPod result() {
      var meta = pod.getMetadata();
      return new ReplayedPod(meta.getNamespace(), meta.getName(), arrival, then, boundThen, now, boundNow, why);
    }
  }
}
