package io.berth.simulator.trace;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.simulator.trace.TraceStatistics.PodStatistics;
import io.berth.simulator.trace.WorkloadTrace.Workload;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches what becomes of a trace's pods. Each second it looks at how much of the cluster runs and who waits; times of single pods are
 * exact. A pod that takes another's place after an eviction is a pod of its own, and so is its wait; a deletion counts when the pod had
 * run. Works on its serial executor, beside any cluster.
 */
public final class TraceMonitor {

  private static final Duration STEP = Duration.ofSeconds(1);

  private final Timers timers;
  private final Executor executor;
  private final EffectiveRequests requests;
  private final Set<String> initial;
  private final Resources capacity;
  private final Map<String, Seen> pods = new HashMap<>();
  private final TreeMap<Integer, PodStatistics> byPriority = new TreeMap<>();
  private long runningCpu;
  private long runningMemory;
  private int waiting;
  private int samples;
  private double usage;
  private long pending;
  private int contended;

  /** What is known of a pod. */
  private static final class Seen {
    final long since;
    boolean waiting;
    boolean running;
    boolean hasRun;
    boolean deleted;

    Seen(long since) {
      this.since = since;
    }
  }

  private TraceMonitor(WorkloadTrace trace, Timers timers, Executor executor, EffectiveRequests requests) {
    this.timers = timers;
    this.executor = executor;
    this.requests = requests;
    this.initial = trace.workloads().stream().filter(Workload::initial).map(Workload::name).collect(Collectors.toSet());
    Resources all = Resources.EMPTY;
    for (Node node : trace.nodes()) {
      all = all.plus(Resources.of(node.getStatus().getAllocatable()));
    }
    this.capacity = all;
  }

  /**
   * Watches from now on.
   *
   * @param executor serial
   * @param settle when the first sample is taken
   * @param length from the first sample to the last
   */
  public static TraceMonitor start(
      WorkloadTrace trace, Cluster cluster, Timers timers, Executor executor, Duration settle, Duration length) {
    var monitor = new TraceMonitor(trace, timers, executor, EffectiveRequests.upstream());
    cluster.watch(ResourceKind.PODS, monitor.new Sink());
    monitor.sampleAfter(settle, length.toSeconds() + 1);
    return monitor;
  }

  /** What was seen until now. On the executor. */
  public TraceStatistics statistics() {
    double seconds = Math.max(1, samples);
    return new TraceStatistics(samples, usage / seconds, pending / seconds, contended / seconds, byPriority);
  }

  private void sampleAfter(Duration delay, long left) {
    if (left > 0) {
      timers.schedule(
          delay,
          () -> {
            sampleAfter(STEP, left - 1);
            executor.execute(this::sample);
          });
    }
  }

  private void sample() {
    samples++;
    usage += Math.max(share(runningCpu, ResourceName.CPU), share(runningMemory, ResourceName.MEMORY));
    pending += waiting;
    contended += waiting > 0 ? 1 : 0;
  }

  private double share(long running, ResourceName name) {
    long all = capacity.get(name);
    return all == 0 ? 0 : (double) running / all;
  }

  private void see(Pod pod, boolean gone) {
    Seen seen = pods.computeIfAbsent(pod.getMetadata().getUid(), uid -> new Seen(timers.nanoTime()));
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    boolean terminating = gone || pod.getMetadata().getDeletionTimestamp() != null;
    boolean running = !gone && "Running".equals(phase);
    if (running && !seen.hasRun) {
      seen.hasRun = true;
      count(pod, new PodStatistics(1, (timers.nanoTime() - seen.since) / 1e9, 0));
    }
    if (terminating && seen.hasRun && !seen.deleted) {
      seen.deleted = true;
      count(pod, new PodStatistics(0, 0, 1));
    }
    if (running != seen.running) {
      seen.running = running;
      Resources takes = requests.of(pod).incoming();
      runningCpu += (running ? 1 : -1) * takes.get(ResourceName.CPU);
      runningMemory += (running ? 1 : -1) * takes.get(ResourceName.MEMORY);
    }
    boolean waits = !terminating && (phase == null || "Pending".equals(phase));
    waiting += (waits ? 1 : 0) - (seen.waiting ? 1 : 0);
    seen.waiting = waits;
    if (gone) {
      pods.remove(pod.getMetadata().getUid());
    }
  }

  private void count(Pod pod, PodStatistics one) {
    if (!initial.contains(workload(pod))) {
      Integer priority = pod.getSpec().getPriority();
      byPriority.merge(priority == null ? 0 : priority, one, PodStatistics::plus);
    }
  }

  private static String workload(Pod pod) {
    for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController())) {
        return owner.getName();
      }
    }
    return pod.getMetadata().getName();
  }

  private final class Sink implements EventSink<Pod> {
    @Override
    public void added(Pod pod) {
      executor.execute(() -> see(pod, false));
    }

    @Override
    public void updated(Pod oldPod, Pod newPod) {
      executor.execute(() -> see(newPod, false));
    }

    @Override
    public void deleted(Pod last, boolean finalStateUnknown) {
      executor.execute(() -> see(last, true));
    }

    @Override
    public void synced() {
      // what is there counts from when it is seen
    }

    @Override
    public void stopped(@Nullable Throwable cause) {
      // what was seen until then remains
    }
  }
}
