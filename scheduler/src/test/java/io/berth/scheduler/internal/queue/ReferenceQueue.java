package io.berth.scheduler.internal.queue;

import io.berth.framework.event.ClusterEvent;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeTimers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * What a scheduling queue does, told as plainly as possible: lists that are searched from end to end, and a diary of its own for
 * each attempt. For comparison with the real one.
 */
final class ReferenceQueue {
  /** Whether a plugin thinks that an event helps a pod; empty when it did not register the event. */
  interface Hints {
    Optional<Boolean> ask(String plugin, PodInfo pod, Event event);
  }

  /** An event with its objects. */
  record Event(ClusterEvent<?> event, Object oldObject, Object newObject) {}

  /** A pod and all that is known of it. */
  static final class Waiting {
    PodInfo pod;
    QueuePlace place;
    Instant timestamp;
    Instant flushed = Instant.MIN;
    int attempts;
    int unschedulable;
    int errors;
    Set<String> rejectedBy = new TreeSet<>();
    Set<String> pending = new TreeSet<>();
    String gate;
    boolean gone;
    final List<Event> diary = new ArrayList<>();

    Waiting(PodInfo pod, Instant now) {
      this.pod = pod;
      this.timestamp = now;
    }

    String uid() {
      return pod.uid();
    }

    Set<String> rejectors() {
      Set<String> all = new TreeSet<>(rejectedBy);
      all.addAll(pending);
      return all;
    }
  }

  private final boolean earlyPops;
  private final Hints hints;
  private final BiPredicate<String, PodInfo> gateIsClosed;
  private final List<String> gates;
  private final ToIntFunction<PodInfo> priority;
  private final List<Waiting> queued = new ArrayList<>(); // in the order in which they came where they are
  private final List<Waiting> attempts = new ArrayList<>();
  private Instant now = FakeTimers.START;

  ReferenceQueue(
      boolean earlyPops,
      Hints hints,
      List<String> gates,
      BiPredicate<String, PodInfo> gateIsClosed,
      ToIntFunction<PodInfo> priority) {
    this.earlyPops = earlyPops;
    this.hints = hints;
    this.gates = gates;
    this.gateIsClosed = gateIsClosed;
    this.priority = priority;
  }

  void add(PodInfo pod) {
    Waiting known = queued(pod.uid());
    Waiting attempt = attempt(pod.uid());
    if (known != null) {
      known.pod = pod;
    } else if (attempt != null) {
      attempt.gone = false;
    } else {
      toActive(new Waiting(pod, now), false);
    }
  }

  void update(PodInfo oldPod, PodInfo newPod, List<ClusterEvent<PodInfo>> events) {
    if (attempt(newPod.uid()) != null) {
      for (ClusterEvent<PodInfo> event : events) {
        note(new Event(event, oldPod, newPod));
      }
      return;
    }
    Waiting known = queued(newPod.uid());
    if (known == null) {
      add(newPod);
      return;
    }
    known.pod = newPod;
    for (ClusterEvent<PodInfo> event : events) {
      if (isInPool(known)) {
        int strategy = worth(known, new Event(event, oldPod, newPod));
        if (strategy > 0) {
          requeueFromPool(known, strategy, true);
        }
      }
    }
  }

  void delete(PodInfo pod) {
    queued.removeIf(known -> known.uid().equals(pod.uid()));
    Waiting attempt = attempt(pod.uid());
    if (attempt != null) {
      attempt.gone = true;
    }
  }

  String pop() {
    List<Waiting> ready = active();
    if (ready.isEmpty() && earlyPops) {
      ready = backoff().stream().filter(pod -> !pod.rejectors().isEmpty()).toList();
    }
    if (ready.isEmpty()) {
      return null;
    }
    Waiting first = ready.get(0);
    queued.remove(first);
    first.place = QueuePlace.IN_FLIGHT;
    first.attempts++;
    first.diary.clear();
    attempts.add(first);
    return first.uid();
  }

  void done(String uid) {
    attempts.removeIf(attempt -> attempt.uid().equals(uid));
  }

  void fail(String uid, PodInfo latest, Rejection by) {
    Waiting pod = Objects.requireNonNull(attempt(uid));
    attempts.remove(pod);
    if (pod.gone) {
      return;
    }
    pod.pod = latest;
    pod.rejectedBy = new TreeSet<>(by.unschedulablePlugins());
    pod.pending = new TreeSet<>(by.pendingPlugins());
    pod.timestamp = now;
    pod.flushed = Instant.MIN;
    if (by.isEmpty()) {
      pod.errors++;
    } else {
      pod.unschedulable++;
      pod.errors = 0;
    }
    int best = pod.rejectors().isEmpty() ? 1 : 0;
    for (Event event : pod.diary) {
      best = Math.max(best, worth(pod, event));
    }
    requeue(pod, best);
  }

  void happens(Event event, Predicate<PodInfo> preCheck) {
    for (Waiting pod : pool()) {
      boolean idleGate =
          pod.gate != null && !event.event().isWildcard() && hints.ask(pod.gate, pod.pod, event).isEmpty();
      if (!idleGate && preCheck.test(pod.pod)) {
        int strategy = worth(pod, event);
        if (strategy > 0) {
          queued.remove(pod);
          requeue(pod, strategy);
        }
      }
    }
    note(event);
  }

  void activate(PodInfo pod) {
    Waiting known = queued(pod.uid());
    if (known != null && isInPool(known)) {
      requeueFromPool(known, 2, true);
    } else if (known != null && known.place == QueuePlace.BACKOFF) {
      queued.remove(known);
      toActive(known, true);
    } else if (attempt(pod.uid()) != null) {
      note(new Event(QueueEvents.FORCE_ACTIVATE, null, pod));
    }
  }

  void advance(Duration time) {
    Instant end = now.plus(time);
    while (true) {
      Instant due = Instant.MAX;
      for (Waiting pod : queued) {
        Instant mine = retryAt(pod);
        due = mine != null && mine.isBefore(due) ? mine : due;
      }
      if (due.isAfter(end)) {
        break;
      }
      now = due;
      for (Waiting pod : backoff()) {
        if (!backoffEnd(pod).isAfter(now)) {
          queued.remove(pod);
          toActive(pod, true);
        }
      }
      List<Waiting> overdue = pool().stream().filter(pod -> !retryAt(pod).isAfter(now)).toList();
      for (Waiting pod : overdue) {
        queued.remove(pod);
        pod.flushed = now;
        requeue(pod, 1);
      }
      if (!overdue.isEmpty()) {
        note(new Event(QueueEvents.UNSCHEDULABLE_TIMEOUT, null, null));
      }
    }
    now = end;
  }

  /** One line for each pod, in the order in which the real queue lists them. */
  List<String> lines() {
    return Stream.of(active(), backoff(), pool(), attempts)
        .flatMap(List::stream)
        .map(
            pod ->
                new QueueEntry(
                    pod.pod,
                    pod.place,
                    pod.attempts,
                    pod.unschedulable,
                    pod.errors,
                    pod.rejectedBy,
                    pod.pending,
                    pod.gate,
                    pod.timestamp,
                    retryAt(pod)))
        .map(QueueEntry::toString)
        .toList();
  }

  /** How many queued pods each plugin keeps back. */
  Map<String, Integer> keptBack() {
    Map<String, Integer> counts = new TreeMap<>();
    queued.forEach(pod -> pod.rejectors().forEach(plugin -> counts.merge(plugin, 1, Integer::sum)));
    return counts;
  }

  /** How many events the longest attempt has seen that somebody registered. */
  int notes() {
    return attempts.stream().mapToInt(attempt -> attempt.diary.size()).max().orElse(0);
  }

  private void note(Event event) {
    PodInfo any = QueueHarness.pod("any");
    boolean wanted =
        event.event().isWildcard() || gatesAndPlugins().anyMatch(plugin -> hints.ask(plugin, any, event).isPresent());
    if (wanted) {
      attempts.forEach(attempt -> attempt.diary.add(event));
    }
  }

  private Stream<String> gatesAndPlugins() {
    return Stream.concat(gates.stream(), Stream.of("A", "B", "C", "D", "E"));
  }

  /** 0: goes on waiting, 1: after its backoff, 2: now. */
  private int worth(Waiting pod, Event event) {
    if (pod.rejectors().isEmpty()) {
      return 1;
    }
    if (event.event().isWildcard()) {
      return event.newObject() == null || ((PodInfo) event.newObject()).uid().equals(pod.uid()) ? 1 : 0;
    }
    int best = 0;
    for (String plugin : pod.rejectors()) {
      if (hints.ask(plugin, pod.pod, event).orElse(false)) {
        best = Math.max(best, pod.pending.contains(plugin) ? 2 : 1);
      }
    }
    return best;
  }

  private void requeue(Waiting pod, int strategy) {
    if (strategy == 0) {
      queued.remove(pod);
      pod.place = QueuePlace.UNSCHEDULABLE;
      queued.add(pod);
    } else if (strategy == 1 && backoffEnd(pod) != null && now.isBefore(backoffEnd(pod))) {
      if (!(earlyPops && staysGated(pod, false))) {
        put(pod, QueuePlace.BACKOFF);
      }
    } else {
      toActive(pod, false);
    }
  }

  /** Without leaving the pool in between: a pod that stays gated keeps its place there. */
  private void requeueFromPool(Waiting pod, int strategy, boolean keepPlace) {
    boolean backs = strategy == 1 && backoffEnd(pod) != null && now.isBefore(backoffEnd(pod));
    boolean checked = !backs || earlyPops;
    if (!(checked && staysGated(pod, keepPlace))) {
      put(pod, backs ? QueuePlace.BACKOFF : QueuePlace.ACTIVE);
    }
  }

  private void toActive(Waiting pod, boolean fromBackoff) {
    if ((fromBackoff && earlyPops) || !staysGated(pod, false)) {
      put(pod, QueuePlace.ACTIVE);
    }
  }

  private boolean staysGated(Waiting pod, boolean keepPlace) {
    List<String> order = new ArrayList<>(gates);
    if (pod.gate != null) {
      order.remove(pod.gate);
      order.add(0, pod.gate);
    }
    for (String gate : order) {
      if (gateIsClosed.test(gate, pod.pod)) {
        pod.gate = gate;
        pod.rejectedBy.add(gate);
        if (keepPlace) {
          pod.place = QueuePlace.GATED;
        } else {
          put(pod, QueuePlace.GATED);
        }
        return true;
      }
    }
    pod.gate = null;
    return false;
  }

  private void put(Waiting pod, QueuePlace place) {
    queued.remove(pod);
    pod.place = place;
    queued.add(pod);
  }

  private Instant retryAt(Waiting pod) {
    return switch (pod.place) {
      case ACTIVE, IN_FLIGHT -> null;
      case BACKOFF -> backoffEnd(pod);
      case UNSCHEDULABLE, GATED -> (pod.flushed.isAfter(pod.timestamp) ? pod.flushed : pod.timestamp).plus(Duration.ofMinutes(5));
    };
  }

  private Instant backoffEnd(Waiting pod) {
    int count = pod.errors > 0 ? pod.errors : pod.unschedulable;
    if (count == 0) {
      return null;
    }
    long seconds = 1;
    for (int i = 1; i < count && seconds < 10; i++) {
      seconds *= 2;
    }
    Instant end = pod.timestamp.plusSeconds(Math.min(seconds, 10));
    return earlyPops ? end.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1) : end.plusNanos(1);
  }

  private List<Waiting> active() {
    return queued.stream().filter(pod -> pod.place == QueuePlace.ACTIVE).sorted(order()).toList();
  }

  private List<Waiting> backoff() {
    Comparator<Waiting> byEnd = Comparator.comparing(this::backoffEnd);
    List<Waiting> all = queued.stream().filter(pod -> pod.place == QueuePlace.BACKOFF).toList();
    Comparator<Waiting> byEndAndOrder = earlyPops ? byEnd.thenComparing(order()) : byEnd;
    return Stream.concat(
            all.stream().filter(pod -> !pod.rejectors().isEmpty()).sorted(byEndAndOrder),
            all.stream().filter(pod -> pod.rejectors().isEmpty()).sorted(byEnd))
        .toList();
  }

  private List<Waiting> pool() {
    return queued.stream().filter(this::isInPool).toList();
  }

  private boolean isInPool(Waiting pod) {
    return pod.place == QueuePlace.UNSCHEDULABLE || pod.place == QueuePlace.GATED;
  }

  private Comparator<Waiting> order() {
    return Comparator.<Waiting>comparingInt(pod -> -priority.applyAsInt(pod.pod)).thenComparing(pod -> pod.timestamp);
  }

  private Waiting queued(String uid) {
    return queued.stream().filter(pod -> pod.uid().equals(uid)).findFirst().orElse(null);
  }

  private Waiting attempt(String uid) {
    return attempts.stream().filter(pod -> pod.uid().equals(uid)).findFirst().orElse(null);
  }
}
