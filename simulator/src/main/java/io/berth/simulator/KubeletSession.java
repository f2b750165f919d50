package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.resource.QuantityFormatException;
import io.berth.framework.resource.Resources;
import io.berth.simulator.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The kubelets from one start to the next stop. Lives on their serial executor. */
final class KubeletSession {
  private final Cluster cluster;
  private final Timers timers;
  private final KubeletOptions options;
  private final Mirror<Pod> pods;
  private final Mirror<Node> nodes;
  private final WorkQueue<ObjectKey> queue;
  private final List<Watch> watches = new ArrayList<>();
  private final Map<String, NodeLedger> ledgers = new HashMap<>();
  private final Map<String, Set<ObjectKey>> waitingForNode = new HashMap<>();
  private final Map<String, PodRun> runs = new LinkedHashMap<>();

  /** What a kubelet knows of a pod, by its UID. */
  private static final class PodRun {
    final ObjectKey key;
    final String node;
    final Instant admitted;
    @Nullable Instant started;
    @Nullable Instant endsAt;

    PodRun(ObjectKey key, String node, Instant admitted) {
      this.key = key;
      this.node = node;
      this.admitted = admitted;
    }
  }

  KubeletSession(Cluster cluster, Timers timers, Executor executor, KubeletOptions options) {
    this.cluster = cluster;
    this.timers = timers;
    this.options = options;
    this.queue = new WorkQueue<>(timers, executor, this::reconcile);
    this.pods = new Mirror<>(executor, this::podChanged);
    this.nodes = new Mirror<>(executor, this::nodeChanged);
  }

  void open() {
    watches.add(cluster.watch(ResourceKind.NODES, nodes));
    watches.add(cluster.watch(ResourceKind.PODS, pods));
  }

  void close() {
    queue.stop();
    watches.forEach(Watch::close);
  }

  private void nodeChanged(ObjectKey key, @Nullable Node before, @Nullable Node after) {
    if (after == null) {
      ledgers.remove(key.name());
      List<PodRun> lost = runs.values().stream().filter(run -> run.node.equals(key.name())).toList();
      lost.forEach(run -> waitingForNode.computeIfAbsent(run.node, node -> new LinkedHashSet<>()).add(run.key));
      runs.values().removeAll(lost);
      return;
    }
    NodeLedger ledger = ledgers.get(key.name());
    if (ledger == null) {
      ledgers.put(key.name(), new NodeLedger(after));
      Set<ObjectKey> waiting = waitingForNode.remove(key.name());
      if (waiting != null) {
        waiting.forEach(queue::add);
      }
    } else {
      ledger.node(after);
    }
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    if (before != null && (after == null || !uid(before).equals(uid(after)))) {
      release(before);
    }
    if (after != null && !PodRules.nodeName(after).isEmpty()) {
      queue.add(key);
    }
  }

  private Next reconcile(ObjectKey key) {
    Pod pod = pods.get(key);
    if (pod == null || PodRules.nodeName(pod).isEmpty()) {
      return Next.DONE;
    }
    NodeLedger ledger = ledgers.get(PodRules.nodeName(pod));
    if (ledger == null) {
      waitingForNode.computeIfAbsent(PodRules.nodeName(pod), node -> new LinkedHashSet<>()).add(key);
      return Next.DONE;
    }
    if (PodRules.isFinished(pod)) {
      release(pod);
      return PodRules.isTerminating(pod) ? deleteNow(pod) : Next.DONE;
    }
    PodRun run = runs.get(uid(pod));
    boolean running = PodRules.phase(pod).equals("Running");
    if (PodRules.isTerminating(pod) && run == null && !running) {
      return deleteNow(pod); // it never began
    }
    if (run == null) {
      NodeLedger.Rejection rejection = take(pod, ledger);
      if (rejection != null) {
        return write(pod, KubeletStatus.rejected(pod, rejection));
      }
      run = runs.get(uid(pod));
    }
    if (PodRules.isTerminating(pod)) {
      return terminate(pod, run);
    }
    return running ? letRun(pod, run) : begin(pod, run);
  }

  private NodeLedger.@Nullable Rejection take(Pod pod, NodeLedger ledger) {
    Resources wanted;
    try {
      wanted = options.requests().of(pod).incoming();
    } catch (QuantityFormatException unreadable) {
      return new NodeLedger.Rejection("UnexpectedAdmissionError", "Pod was rejected: " + unreadable.getMessage());
    }
    if (PodRules.phase(pod).equals("Running")) {
      ledger.take(uid(pod), wanted); // runs since before this kubelet was started
    } else {
      NodeLedger.Rejection rejection = ledger.admit(uid(pod), wanted);
      if (rejection != null) {
        return rejection;
      }
    }
    runs.put(uid(pod), new PodRun(ObjectKey.of(pod), PodRules.nodeName(pod), timers.now()));
    return null;
  }

  private Next begin(Pod pod, PodRun run) {
    Duration left = Duration.between(timers.now(), run.admitted.plus(options.startDelay()));
    if (isPositive(left)) {
      return new Next.After(left);
    }
    run.started = timers.now();
    return write(pod, KubeletStatus.running(pod, run.admitted, timers.now()));
  }

  private Next letRun(Pod pod, PodRun run) {
    Optional<Duration> runTime = options.runTime().apply(pod);
    if (runTime.isEmpty()) {
      return Next.DONE;
    }
    if (run.started == null) {
      run.started = KubeletStatus.readySince(pod).orElse(run.admitted); // to the second: another session let it run
    }
    Duration left = Duration.between(timers.now(), run.started.plus(runTime.get()));
    return isPositive(left) ? new Next.After(left) : write(pod, KubeletStatus.succeeded(pod, timers.now()));
  }

  private Next terminate(Pod pod, PodRun run) {
    if (run.endsAt == null) {
      Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
      Duration delay = options.terminationDelay();
      Duration most = grace == null ? delay : Duration.ofSeconds(grace);
      run.endsAt = timers.now().plus(delay.compareTo(most) < 0 ? delay : most);
    }
    Duration left = Duration.between(timers.now(), run.endsAt);
    if (isPositive(left)) {
      return new Next.After(left);
    }
    // Something keeps the object: its end is told, so that others see what has become free.
    return pod.getMetadata().getFinalizers().isEmpty()
        ? deleteNow(pod)
        : write(pod, KubeletStatus.succeeded(pod, timers.now()));
  }

  private Next deleteNow(Pod pod) {
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    if (!pod.getMetadata().getFinalizers().isEmpty() && grace != null && grace == 0) {
      return Next.DONE; // whoever has the finalizer is next
    }
    return new Next.Answered(cluster.delete(ObjectRef.of(ResourceKind.PODS, pod), 0L));
  }

  private Next write(Pod pod, PodStatus status) {
    Pod next = Beans.shallow(pod);
    next.setStatus(status);
    return new Next.Answered(cluster.updateStatus(ResourceKind.PODS, next));
  }

  private void release(Pod pod) {
    PodRun run = runs.remove(uid(pod));
    NodeLedger ledger = run == null ? null : ledgers.get(run.node);
    if (ledger != null) {
      ledger.release(uid(pod));
    }
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
