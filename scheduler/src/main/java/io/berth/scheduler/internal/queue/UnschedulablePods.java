package io.berth.scheduler.internal.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pods that wait for an event, or for a gate to open. Indexed by the plugins that rejected them, so that an event costs nothing for
 * pods that it cannot help; a gated pod only by the plugin that gates it.
 *
 * <p>Source: pkg/scheduler/backend/queue/unschedulable_entities.go, v1.37.2, without an index there.
 */
final class UnschedulablePods {
  private static final Comparator<QueuedPod> BY_SEQUENCE = Comparator.comparingLong(pod -> pod.sequence);

  private final Duration longestStay;
  private final Function<String, @Nullable QueuedPod> byKey;
  private final Map<String, Map<String, Set<QueuedPod>>> byRejector = new HashMap<>();
  private final Map<String, Set<QueuedPod>> byGate = new HashMap<>();
  private final PodHeap byDeadline = new PodHeap((a, b) -> a.flushAt.compareTo(b.flushAt));
  private int gated;
  private long looks;

  /**
   * Makes an empty one.
   *
   * @param longestStay after this time a pod is tried again without any event
   * @param byKey finds a queued pod by {@code namespace/name}
   */
  UnschedulablePods(Duration longestStay, Function<String, @Nullable QueuedPod> byKey) {
    this.longestStay = longestStay;
    this.byKey = byKey;
  }

  boolean contains(QueuedPod pod) {
    return byDeadline.contains(pod);
  }

  int size() {
    return byDeadline.size();
  }

  int gatedCount() {
    return gated;
  }

  /** Adds the pod; its rejectors must be known. */
  void add(QueuedPod pod) {
    pod.flushAt = pod.restingSince().plus(longestStay);
    byDeadline.add(pod);
    index(pod);
  }

  void remove(QueuedPod pod) {
    if (byDeadline.remove(pod)) {
      unindex(pod);
    }
  }

  /** The pod is here, and its rejectors or its gate have changed. */
  void reindex(QueuedPod pod) {
    unindex(pod);
    index(pod);
  }

  /** When the next pod has been here for too long, or {@code null}. */
  @Nullable Instant nextDeadline() {
    QueuedPod head = byDeadline.peek();
    return head == null ? null : head.flushAt;
  }

  /** The pods that have been here for too long, in the order of their deadlines. They stay here. */
  List<QueuedPod> overdue(Instant now) {
    List<QueuedPod> overdue = new ArrayList<>();
    for (QueuedPod head = byDeadline.peek(); head != null && !head.flushAt.isAfter(now); head = byDeadline.peek()) {
      byDeadline.remove(head);
      overdue.add(head);
    }
    overdue.forEach(byDeadline::add);
    return overdue;
  }

  /** All pods, in the order in which they came. */
  List<QueuedPod> all() {
    List<QueuedPod> all = byDeadline.unsorted();
    all.sort(BY_SEQUENCE);
    return all;
  }

  /** The pods that an event may help, in the order in which they came. */
  List<QueuedPod> candidates(EventInterest interest, Narrowing narrowing) {
    List<QueuedPod> found = new ArrayList<>();
    looks++;
    interest.byProfile()
        .forEach(
            (profile, hints) -> {
              Map<String, Set<QueuedPod>> rejected = byRejector.get(profile);
              for (Hint<?> hint : hints) {
                if (rejected != null) {
                  collect(rejected.get(hint.plugin()), narrowing.of(hint), found);
                }
                collect(byGate.get(hint.plugin()), narrowing.of(hint), found);
              }
            });
    found.sort(BY_SEQUENCE);
    return found;
  }

  private void collect(@Nullable Set<QueuedPod> pods, @Nullable Set<String> only, List<QueuedPod> found) {
    if (pods == null) {
      return;
    }
    if (only == null) {
      pods.forEach(pod -> collect(pod, found));
    } else if (only.size() < pods.size()) {
      for (String key : only) {
        QueuedPod pod = byKey.apply(key);
        if (pod != null && pods.contains(pod)) {
          collect(pod, found);
        }
      }
    } else {
      pods.stream().filter(pod -> only.contains(pod.pod().key())).forEach(pod -> collect(pod, found));
    }
  }

  private void collect(QueuedPod pod, List<QueuedPod> found) {
    if (pod.lookedAtBy != looks) {
      pod.lookedAtBy = looks;
      found.add(pod);
    }
  }

  private void index(QueuedPod pod) {
    String gate = pod.gatingPlugin();
    if (gate != null) {
      gated++;
      pod.place = QueuePlace.GATED;
      pod.indexedIn = List.of(byGate.computeIfAbsent(gate, name -> new LinkedHashSet<>()));
    } else {
      pod.place = QueuePlace.UNSCHEDULABLE;
      Map<String, Set<QueuedPod>> plugins = byRejector.computeIfAbsent(pod.pod().schedulerName(), name -> new HashMap<>());
      List<String> rejectors = pod.rejectors();
      if (rejectors.size() == 1) {
        pod.indexedIn = List.of(plugins.computeIfAbsent(rejectors.get(0), name -> new LinkedHashSet<>()));
      } else {
        List<Set<QueuedPod>> sets = new ArrayList<>(rejectors.size());
        rejectors.forEach(plugin -> sets.add(plugins.computeIfAbsent(plugin, name -> new LinkedHashSet<>())));
        pod.indexedIn = sets;
      }
    }
    for (Set<QueuedPod> pods : pod.indexedIn) {
      pods.add(pod);
    }
  }

  private void unindex(QueuedPod pod) {
    for (Set<QueuedPod> pods : pod.indexedIn) {
      pods.remove(pod);
    }
    pod.indexedIn = List.of();
    if (pod.place == QueuePlace.GATED) {
      gated--;
    }
    pod.place = null;
  }

  void violations(List<String> found) {
    byDeadline.violations("unschedulable pool", found);
    int counted = 0;
    for (QueuedPod pod : all()) {
      if (pod.gated()) {
        counted++;
      }
      if (!pod.hasRejectors()) {
        found.add("unschedulable pool: nobody rejected " + pod + ", so no event finds it");
      }
      List<Set<QueuedPod>> due = new ArrayList<>();
      if (pod.gated()) {
        due.add(byGate.getOrDefault(pod.gatingPlugin(), Set.of()));
      } else {
        Map<String, Set<QueuedPod>> plugins = byRejector.getOrDefault(pod.pod().schedulerName(), Map.of());
        pod.rejectors().forEach(plugin -> due.add(plugins.getOrDefault(plugin, Set.of())));
      }
      if (due.size() != pod.indexedIn.size() || !due.stream().allMatch(pods -> pods.contains(pod))) {
        found.add("unschedulable pool: " + pod + " is not indexed by those who rejected it");
      }
    }
    if (counted != gated) {
      found.add("unschedulable pool: " + gated + " gated, counted " + counted);
    }
    int indexed = 0;
    for (Set<QueuedPod> pods : byGate.values()) {
      indexed += pods.size();
    }
    for (Map<String, Set<QueuedPod>> plugins : byRejector.values()) {
      for (Set<QueuedPod> pods : plugins.values()) {
        indexed += pods.size();
      }
    }
    int expected = all().stream().mapToInt(pod -> pod.indexedIn.size()).sum();
    if (indexed != expected) {
      found.add("unschedulable pool: the index holds " + indexed + " entries, not " + expected);
    }
  }
}
