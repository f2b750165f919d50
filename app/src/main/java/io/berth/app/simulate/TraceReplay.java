package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.ProgressLine;
import io.berth.app.simulate.TraceReport.TracedPod;
import io.berth.app.trace.WorkloadTrace;
import io.berth.app.trace.WorkloadTrace.TracePod;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trace in virtual time: pods are created at their arrival and taken away at their departure. One that departs before it was
 * placed has failed.
 */
final class TraceReplay {

  private final WorkloadTrace trace;
  private final World world;
  private final ProgressLine progress;
  private final @Nullable TracedPod[] done;
  private int arrived;
  private int departed;
  private int failed;

  private TraceReplay(WorkloadTrace trace, World world, Console console) {
    this.trace = trace;
    this.world = world;
    progress = new ProgressLine(console);
    done = new TracedPod[trace.pods().size()];
  }

  /** Runs it to the last departure. */
  static TraceReport run(WorkloadTrace trace, World world, Console console) {
    return new TraceReplay(trace, world, console).run();
  }

  private TraceReport run() {
    world.cluster().createAll(trace.nodes());
    world.start();
    Instant start = world.time().now();
    for (WorkloadTrace.Event event : trace.events()) {
      progress.show(this::progressText);
      world.time().runUntil(start.plus(event.time()));
      TracePod pod = trace.pods().get(event.index());
      if (event.arrival()) {
        world.cluster().create(pod.pod());
        arrived++;
      } else {
        depart(event.index(), pod, start);
      }
    }
    world.time().run();
    world.check();
    progress.clear();
    var pods = new ArrayList<TracedPod>(done.length);
    for (TracedPod pod : done) {
      if (pod != null) {
        pods.add(pod);
      }
    }
    return new TraceReport(trace.nodes().size(), Duration.between(start, world.time().now()), pods);
  }

  private void depart(int index, TracePod traced, Instant start) {
    var meta = traced.pod().getMetadata();
    Pod pod = world.cluster().get(ResourceKind.PODS, meta.getNamespace(), meta.getName());
    String key = meta.getNamespace() + "/" + meta.getName();
    departed++;
    if (pod == null) {
      return;
    }
    Instant boundAt = world.boundAt(key);
    Duration placed = boundAt == null ? null : Duration.between(start, boundAt);
    String node = pod.getSpec().getNodeName();
    String message = placed == null ? PendingReasons.conditionMessage(pod) : "";
    failed += placed == null ? 1 : 0;
    done[index] = new TracedPod(meta.getName(), node == null ? "" : node, traced.arrival(), placed, traced.departure(), message);
    world.cluster().remove(pod);
  }

  private String progressText() {
    int total = trace.pods().size();
    return "replaying " + total + " pods: " + 100 * (arrived + departed) / Math.max(1, 2 * total) + "%, " + failed + " failed";
  }
}
