package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.resource.QuantityFormatException;
import io.berth.framework.resource.Resources;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodClaims;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The kubelets from one start to the next stop. Lives on their serial executor. */
final class KubeletSession {
  private final Cluster cluster;
  private final Timers timers;
  private final Executor executor;
  private final KubeletOptions options;
  private final Predicate<String> disconnected;
  private final Map<String, PodAllocation> checkpoints;
  private final Mirror<Pod> pods;
  private final Mirror<Node> nodes;
  private final WorkQueue<ObjectKey> queue;
  private final @Nullable Heartbeats heartbeats;
  private final Map<String, NodeLedger> ledgers = new HashMap<>();
  private final Map<String, Set<ObjectKey>> waitingForNode = new HashMap<>();
  private final Map<String, PodRun> runs = new LinkedHashMap<>();
  private final Map<String, Map<String, PodRun>> deferred = new HashMap<>();

  /**
   * A session that begins.
   *
   * @param checkpoints what has been allocated, by the UIDs of pods; outlives the session
   */
  KubeletSession(
      Session session, KubeletOptions options, Predicate<String> disconnected, Map<String, PodAllocation> checkpoints) {
    this.cluster = session.cluster();
    this.timers = session.timers();
    this.executor = session.executor();
    this.options = options;
    this.disconnected = disconnected;
    this.checkpoints = checkpoints;
    this.queue = session.queue(this::reconcile);
    this.nodes = session.mirror(ResourceKind.NODES, this::nodeChanged);
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
    this.heartbeats = options.heartbeat().map(every -> new Heartbeats(session, nodes, every, disconnected)).orElse(null);
    session.whenSynced(this::takeWhatRuns);
  }

  /** What runs already has its place before anything new or larger is looked at. */
  private void takeWhatRuns() {
    checkpoints.keySet().retainAll(pods.list().stream().map(KubeletSession::uid).collect(Collectors.toSet()));
    for (Pod pod : pods.list()) {
      NodeLedger ledger = ledgers.get(PodRules.nodeName(pod));
      if (ledger != null && !runs.containsKey(uid(pod)) && wasTaken(pod)) {
        take(pod, ledger);
      }
    }
  }

  /** The node's kubelet can be reached again. */
  void reconnected(String node) {
    wake(node);
    if (heartbeats != null) {
      heartbeats.beat(node);
    }
  }

  private boolean wasTaken(Pod pod) {
    return !PodRules.isFinished(pod) && (PodRules.phase(pod).equals("Running") || checkpoints.containsKey(uid(pod)));
  }

  private void nodeChanged(ObjectKey key, @Nullable Node before, @Nullable Node after) {
    if (heartbeats != null && after != null) {
      heartbeats.beat(key.name());
    }
    if (after == null) {
      ledgers.remove(key.name());
      List<PodRun> lost = runs.values().stream().filter(run -> run.node.equals(key.name())).toList();
      lost.forEach(run -> waitFor(run.node, run.key));
      runs.values().removeAll(lost);
      deferred.remove(key.name());
      return;
    }
    NodeLedger ledger = ledgers.get(key.name());
    if (ledger == null) {
      ledgers.put(key.name(), new NodeLedger(after));
      wake(key.name());
    } else {
      Resources had = ledger.node().allocatable();
      if (!ledger.node(after).allocatable().equals(had)) {
        retryResizes(key.name());
      }
    }
  }

  private void waitFor(String node, ObjectKey pod) {
    waitingForNode.computeIfAbsent(node, n -> new LinkedHashSet<>()).add(pod);
  }

  private void wake(String node) {
    Set<ObjectKey> waiting = waitingForNode.remove(node);
    if (waiting != null) {
      waiting.forEach(queue::add);
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
    if (ledger == null || disconnected.test(PodRules.nodeName(pod))) {
      waitFor(PodRules.nodeName(pod), key);
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
    return running ? letRun(pod, run, ledger) : begin(pod, run);
  }

  private NodeLedger.@Nullable Rejection take(Pod pod, NodeLedger ledger) {
    boolean running = PodRules.phase(pod).equals("Running");
    PodAllocation known = checkpoints.get(uid(pod));
    PodAllocation allocated = known != null ? known : running ? PodAllocation.allocated(pod) : PodAllocation.wanted(pod);
    Resources wanted;
    try {
      wanted = ClaimedResources.without(pod, options.requests().of(allocated.applyTo(pod)).incoming());
    } catch (QuantityFormatException unreadable) {
      return new NodeLedger.Rejection("UnexpectedAdmissionError", String.valueOf(unreadable.getMessage()));
    }
    if (running || known != null) {
      ledger.take(uid(pod), wanted); // was taken before this kubelet was started
    } else {
      NodeLedger.Rejection rejection = ledger.admit(uid(pod), wanted);
      if (rejection != null) {
        return rejection;
      }
    }
    PodAllocation actual = running ? PodAllocation.actual(pod, allocated) : allocated;
    PodRun run = new PodRun(ObjectKey.of(pod), PodRules.nodeName(pod), timers.now(), allocated, actual);
    if (!allocated.sameAs(actual)) {
      run.actuatedAt = timers.now().plus(options.resizeDelay());
    }
    runs.put(uid(pod), run);
    checkpoints.put(uid(pod), allocated);
    return null;
  }

  private Next begin(Pod pod, PodRun run) {
    Duration left = until(run.admitted.plus(options.startDelay()));
    if (isPositive(left)) {
      return new Next.After(left);
    }
    if (!run.hasDevices && PodClaims.any(pod)) {
      return askForDevices(pod, run);
    }
    if (run.started == null) {
      run.started = timers.now();
    }
    return write(pod, KubeletStatus.running(pod, run, options.readyDelay().isZero(), timers.now()));
  }

  private Next askForDevices(Pod pod, PodRun run) {
    return new Next.Answered(
        ClaimGate.ask(cluster, pod)
            .thenApplyAsync(
                outcome -> {
                  run.hasDevices = outcome.isDone();
                  return outcome;
                },
                executor),
        Duration.ZERO);
  }

  private Next letRun(Pod pod, PodRun run, NodeLedger ledger) {
    if (run.started == null) {
      run.started = KubeletStatus.readySince(pod).orElse(run.admitted); // to the second: another session let it run
    }
    Duration left = options.runTime().apply(pod).map(time -> until(run.started.plus(time))).orElse(null);
    if (left != null && !isPositive(left)) {
      return write(pod, KubeletStatus.ended(pod, options.failing().test(pod), timers.now()));
    }
    Duration toReady = PodRules.isReady(pod) ? null : until(run.started.plus(options.readyDelay()));
    if (toReady != null && !isPositive(toReady)) {
      return write(pod, KubeletStatus.ready(pod, timers.now()));
    }
    PodStatus resized = resize(pod, run, ledger);
    if (resized != null) {
      return write(pod, resized);
    }
    Duration toActuation = run.actuatedAt == null ? null : until(run.actuatedAt);
    return soonest(left, toReady, toActuation).<Next>map(Next.After::new).orElse(Next.DONE);
  }

  /** Allocates, actuates, or says what is in the way; {@code null} when the status says it all already. */
  private @Nullable PodStatus resize(Pod pod, PodRun run, NodeLedger ledger) {
    PodAllocation wanted = PodAllocation.wanted(pod);
    PodCondition pending = null;
    deferNoMore(uid(pod), run);
    if (!wanted.sameAs(run.allocated)) {
      pending = allocate(pod, run, wanted, ledger);
    }
    if (run.actuatedAt != null && !isPositive(until(run.actuatedAt))) {
      run.actual = run.allocated;
      run.actuatedAt = null;
    }
    boolean silent = pending == null
        && run.actuatedAt == null
        && PodRules.condition(pod, KubeletStatus.RESIZE_PENDING) == null
        && PodRules.condition(pod, KubeletStatus.RESIZE_IN_PROGRESS) == null
        && PodAllocation.allocated(pod).sameAs(run.allocated)
        && PodAllocation.actual(pod, run.actual).sameAs(run.actual);
    if (silent) {
      return null;
    }
    PodStatus next = KubeletStatus.resized(pod, run, pending, timers.now());
    return next.equals(pod.getStatus()) ? null : next;
  }

  private @Nullable PodCondition allocate(Pod pod, PodRun run, PodAllocation wanted, NodeLedger ledger) {
    Resources amounts;
    try {
      amounts = ClaimedResources.without(pod, options.requests().of(pod).incoming());
    } catch (QuantityFormatException unreadable) {
      return KubeletStatus.pendingResize(pod, "Infeasible", String.valueOf(unreadable.getMessage()));
    }
    Optional<String> never = options.resizes().whyInfeasible(pod, amounts, ledger.node());
    if (never.isPresent()) {
      return KubeletStatus.pendingResize(pod, "Infeasible", never.get());
    }
    NodeLedger.Rejection rejection = ledger.checkResize(uid(pod), amounts);
    if (rejection != null) {
      defer(uid(pod), run);
      return KubeletStatus.pendingResize(pod, "Deferred", rejection.message());
    }
    ledger.take(uid(pod), amounts);
    run.allocated = wanted;
    checkpoints.put(uid(pod), wanted);
    run.actuatedAt = timers.now().plus(options.resizeDelay());
    retryResizes(run.node);
    return null;
  }

  /** Looks again at all pods of the node whose resize waits. */
  private void retryResizes(String node) {
    Map<String, PodRun> waiting = deferred.get(node);
    if (waiting != null) {
      PendingResizes.inOrder(
              waiting.values().stream()
                  .filter(run -> pods.get(run.key) != null)
                  .map(run -> new PendingResizes.Waiting(pods.get(run.key), run.allocated)),
              options.requests())
          .forEach(pod -> queue.add(ObjectKey.of(pod)));
    }
  }

  private void defer(String uid, PodRun run) {
    deferred.computeIfAbsent(run.node, node -> new LinkedHashMap<>()).put(uid, run);
  }

  private void deferNoMore(String uid, PodRun run) {
    Map<String, PodRun> waiting = deferred.get(run.node);
    if (waiting != null && waiting.remove(uid) != null && waiting.isEmpty()) {
      deferred.remove(run.node);
    }
  }

  private Next terminate(Pod pod, PodRun run) {
    if (run.endsAt == null) {
      Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
      Duration delay = options.terminationDelay();
      Duration most = grace == null ? delay : Duration.ofSeconds(grace);
      run.endsAt = timers.now().plus(delay.compareTo(most) < 0 ? delay : most);
    }
    Duration left = until(run.endsAt);
    if (isPositive(left)) {
      return new Next.After(left);
    }
    // Something keeps the object: its end is told, so that others see what has become free.
    return pod.getMetadata().getFinalizers().isEmpty()
        ? deleteNow(pod)
        : write(pod, KubeletStatus.ended(pod, false, timers.now()));
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
    checkpoints.remove(uid(pod));
    if (run != null) {
      deferNoMore(uid(pod), run);
    }
    NodeLedger ledger = run == null ? null : ledgers.get(run.node);
    if (ledger != null) {
      ledger.release(uid(pod));
      retryResizes(run.node);
    }
  }

  private Duration until(Instant instant) {
    return Duration.between(timers.now(), instant);
  }

  private static Optional<Duration> soonest(@Nullable Duration... durations) {
    Duration least = null;
    for (Duration duration : durations) {
      if (duration != null && (least == null || duration.compareTo(least) < 0)) {
        least = duration;
      }
    }
    return Optional.ofNullable(least);
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
