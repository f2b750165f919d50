package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.ProgressLine;
import io.berth.app.simulate.TraceReport.TracedPod;
import io.berth.simulator.trace.TracePlayer;
import io.berth.simulator.trace.TracePlayer.Replicas;
import io.berth.simulator.trace.WorkloadTrace;
import io.berth.simulator.trace.WorkloadTrace.Workload;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trace in virtual time: pods are created at their arrival and taken away at their departure. One that departs before it was
 * placed has failed.
 */
final class TraceReplay {

  private final WorkloadTrace trace;
  private final World world;
  private final ProgressLine progress;
  private final TracePlayer player;
  private final Map<Integer, List<TracedPod>> done = new TreeMap<>();
  private int arrived;
  private int departed;
  private int failed;

  private TraceReplay(WorkloadTrace trace, World world, Console console) {
    this.trace = trace;
    this.world = world;
    progress = new ProgressLine(console);
    player = new TracePlayer(trace, world.cluster(), Replicas.BY_PLAYER);
  }

  /** Runs it to the last departure, or for so long: of pods that are there then, those that were not placed have failed. */
  static TraceReport run(WorkloadTrace trace, World world, @Nullable Duration until, Console console) {
    return new TraceReplay(trace, world, console).run(until);
  }

  private TraceReport run(@Nullable Duration until) {
    player.prepare();
    world.start();
    Instant start = world.time().now();
    for (WorkloadTrace.Event event : trace.events()) {
      if (until != null && event.time().compareTo(until) > 0) {
        break;
      }
      progress.show(this::progressText);
      world.goTo(start.plus(event.time()));
      Workload workload = trace.workloads().get(event.index());
      if (event.arrival()) {
        player.arrive(workload);
        arrived++;
      } else {
        done.put(event.index(), player.pods(workload).stream().map(pod -> ending(pod, workload, start)).toList());
        player.remove(workload);
        departed++;
      }
    }
    if (until == null) {
      world.time().run();
    } else {
      world.goTo(start.plus(until));
      stillThere(start);
    }
    world.check();
    progress.clear();
    List<TracedPod> pods = done.values().stream().flatMap(List::stream).toList();
    return new TraceReport(trace.nodes().size(), Duration.between(start, world.time().now()), pods);
  }

  private void stillThere(Instant start) {
    for (int i = 0; i < trace.workloads().size(); i++) {
      Workload workload = trace.workloads().get(i);
      if (!done.containsKey(i)) {
        done.put(i, player.pods(workload).stream().map(pod -> ending(pod, workload, start)).toList());
      }
    }
  }

  private TracedPod ending(Pod pod, Workload workload, Instant start) {
    var meta = pod.getMetadata();
    Instant boundAt = world.boundAt(meta.getNamespace() + "/" + meta.getName());
    Duration placed = boundAt == null ? null : Duration.between(start, boundAt);
    String node = pod.getSpec().getNodeName();
    String message = placed == null ? PendingReasons.conditionMessage(pod) : "";
    failed += placed == null ? 1 : 0;
    return new TracedPod(meta.getName(), node == null ? "" : node, workload.arrival(), placed, workload.departure(), message);
  }

  private String progressText() {
    int total = trace.workloads().size();
    return "replaying " + trace.podCount() + " pods: " + 100 * (arrived + departed) / Math.max(1, 2 * total) + "%, " + failed + " failed";
  }
}
