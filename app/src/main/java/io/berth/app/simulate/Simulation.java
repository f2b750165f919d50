package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.ProgressLine;
import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.script.Script;
import io.berth.app.script.ScriptPlayer;
import io.berth.app.simulate.Report.Counts;
import io.berth.app.simulate.Report.PendingPod;
import io.berth.app.simulate.Report.Placement;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.plugins.volumes.UnsupportedVolumes;
import io.berth.scheduler.Explanation;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Schedules the waiting pods of an input around the running ones, until nothing moves any more. */
final class Simulation {

  private static final String DEVICE_API = "resource.k8s.io/";

  private final SimulationInput input;
  private final World world;
  private final Problems problems;
  private final ProgressLine progress;
  private final EffectiveRequests requests = EffectiveRequests.upstream();

  private Simulation(SimulationInput input, World world, Console console, Problems problems) {
    this.input = input;
    this.problems = problems;
    this.world = world;
    progress = new ProgressLine(console);
  }

  /**
   * What the user wants to know.
   *
   * @param explain names of pods
   * @param ignoreVolumes whether volumes were ignored, so that they are counted
   * @param plan what happens later, and when it ends
   * @param allRejections whether to find out for every pending pod why each node was turned down, or for the first groups only
   */
  record Wishes(List<String> explain, boolean ignoreVolumes, Plan plan, boolean allRejections) {}

  /** Runs it; {@code null} when the input turns out to be unusable, which is told. */
  static @Nullable Report run(
      SimulationInput input, World world, Wishes wishes, Console console, Problems problems) {
    List<String> explained = ExplainTargets.find(wishes.explain, input, problems);
    var simulation = new Simulation(input, world, console, problems);
    simulation.load();
    Report report = problems.hasErrors() ? null : simulation.run(wishes, explained);
    return problems.hasErrors() ? null : report;
  }

  private void load() {
    var loader = new ClusterLoader(world.cluster(), problems);
    loader.load(input.classes());
    loader.load(input.others());
    loader.load(input.nodes());
    loader.load(input.running());
    loader.load(input.waiting());
  }

  private Report run(Wishes wishes, List<String> explained) {
    var nodes = new ArrayList<>(input.nodes().stream().map(m -> m.object().getMetadata().getName()).toList());
    Utilisation before = ClusterLoader.utilisation(world.cluster(), nodes, requests);
    Devices devicesBefore = devices();
    Caveats.tellUncountedBudgets(input.others(), problems);
    Caveats.tellAbsentConsumers(devicesBefore, knownPods(), problems);
    if (usesDevices(wishes.plan.script())) {
      world.runDevices();
    }
    var player = new ScriptPlayer(world.cluster(), input.workloads(), problems);
    wishes.plan.run(world, player, () -> progress.show(this::progressText));
    world.check();
    player.createdNodes().stream().filter(name -> !nodes.contains(name)).forEach(nodes::add);
    Utilisation after = ClusterLoader.utilisation(world.cluster(), nodes, requests);
    Outcome outcome = outcome(wanted(player));
    List<PendingPod> reasons = new PendingReasons(world, progress).of(outcome.pending(), wishes.allRejections);
    List<Explanation> explanations = explained.stream().flatMap(this::explain).toList();
    progress.clear();
    Caveats.tellVolumes(reasons, problems);
    Caveats.tellIgnoredDevices(world.cluster().events(), problems);
    before = before.with(nodes.subList(before.nodes().size(), nodes.size()));
    return new Report(
        counts(wishes, outcome),
        outcome.placements(),
        reasons,
        leftOut(),
        world.preempted(),
        before,
        after,
        devicesBefore,
        devices(),
        explanations,
        problems.warnings());
  }

  /**
   * What became of the pods that were to be placed.
   *
   * @param gone how many are no longer there
   */
  private record Outcome(List<Placement> placements, List<Pod> pending, int gone) {
    int all() {
      return placements.size() + pending.size() + gone;
    }
  }

  private Outcome outcome(List<Manifest> wanted) {
    var placements = new ArrayList<Placement>();
    var pending = new ArrayList<Pod>();
    int gone = 0;
    for (Manifest manifest : wanted) {
      var meta = manifest.object().getMetadata();
      Pod pod = world.cluster().get(ResourceKind.PODS, meta.getNamespace(), meta.getName());
      String node = pod == null ? null : pod.getSpec().getNodeName();
      if (pod == null) {
        gone++;
      } else if (node == null || node.isEmpty()) {
        pending.add(pod);
      } else {
        placements.add(new Placement(meta.getNamespace(), meta.getName(), node));
      }
    }
    return new Outcome(placements, pending, gone);
  }

  private Set<String> knownPods() {
    return Stream.of(input.running(), input.waiting(), input.finished(), input.unknownNode())
        .flatMap(List::stream)
        .map(manifest -> manifest.object().getMetadata().getNamespace() + "/" + manifest.object().getMetadata().getName())
        .collect(Collectors.toSet());
  }

  private boolean usesDevices(Script script) {
    return Stream.of(input.others(), input.waiting(), script.brings())
        .flatMap(List::stream)
        .map(Manifest::object)
        .anyMatch(
            object ->
                object.getApiVersion().startsWith(DEVICE_API)
                    || object instanceof Pod pod && !pod.getSpec().getResourceClaims().isEmpty());
  }

  private Devices devices() {
    return Devices.of(
        world.cluster().list(ResourceKind.RESOURCE_SLICES), world.cluster().list(ResourceKind.RESOURCE_CLAIMS), world.held());
  }

  /** What was to be placed; a pod that was deleted and came again counts once. */
  private List<Manifest> wanted(ScriptPlayer player) {
    var wanted = new LinkedHashMap<String, Manifest>();
    Stream.concat(input.waiting().stream(), player.createdPods().stream())
        .forEach(manifest -> wanted.putIfAbsent(manifest.subject(), manifest));
    return List.copyOf(wanted.values());
  }

  private Stream<Explanation> explain(String key) {
    Optional<Explanation> explanation = world.explain(key);
    if (explanation.isEmpty()) {
      String served = String.join(", ", world.schedulerNames());
      String what = "the pod asks for a scheduler that is not simulated";
      String advice = "only " + served + " is; see --scheduler-name";
      problems.warning("explain " + key, new Problem(null, "--explain " + key, "", what, advice));
    }
    return explanation.stream();
  }

  private List<Placement> leftOut() {
    return input.unknownNode().stream()
        .map(m -> (Pod) m.object())
        .map(pod -> new Placement(pod.getMetadata().getNamespace(), pod.getMetadata().getName(), pod.getSpec().getNodeName()))
        .toList();
  }

  private String progressText() {
    return "placing " + input.waiting().size() + " pods: " + world.bound() + " placed";
  }

  private Counts counts(Wishes wishes, Outcome outcome) {
    int volumes = 0;
    if (wishes.ignoreVolumes) {
      volumes = (int) input.waiting().stream().filter(m -> !UnsupportedVolumes.in((Pod) m.object()).isEmpty()).count();
    }
    return new Counts(
        input.nodes().size(),
        input.running().size(),
        input.finished().size(),
        input.unknownNode().size(),
        input.fromWorkloads(),
        volumes,
        outcome.all(),
        outcome.gone());
  }
}
