package io.berth.scheduler.internal.queue;

import static io.berth.scheduler.internal.queue.QueueHarness.NODE_ADD;
import static io.berth.scheduler.internal.queue.QueueHarness.NODE_LABEL;
import static io.berth.scheduler.internal.queue.QueueHarness.TARGET_LABEL;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.NominationLoss;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.event.QueueingHintFn;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.Fixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Random interleavings of everything that can happen to a queue, each step compared with {@link ReferenceQueue}, whose attempts keep
 * a diary of their own: an event between pop and failure that the real queue missed would show as a pod in the wrong place.
 */
final class SchedulingQueuePropertyTest {
  private static final List<String> PLUGINS = List.of("A", "B", "C", "D", "E", "G");

  @Test
  void aQueueDoesWhatThePlainOneDoes() {
    for (long seed = 0; seed < 75; seed++) {
      new Run(seed, true).go(150);
    }
  }

  @Test
  void aQueueWithoutEarlyPopsDoesWhatThePlainOneDoes() {
    for (long seed = 0; seed < 75; seed++) {
      new Run(seed, false).go(150);
    }
  }

  private static final class Run {
    final long seed;
    final Random random;
    final Set<String> closed = new HashSet<>();
    final Map<String, Integer> keptBack = new TreeMap<>();
    final Map<String, PodInfo> cluster = new LinkedHashMap<>();
    final Map<String, QueuedPod> attempts = new LinkedHashMap<>();
    final QueueHarness with;
    final ReferenceQueue reference;
    int made;

    Run(long seed, boolean earlyPops) {
      this.seed = seed;
      this.random = new Random(seed);
      SchedulerMetrics metrics =
          new SchedulerMetrics() {
            @Override
            public void unschedulablePods(String plugin, String profile, int difference) {
              keptBack.merge(plugin, difference, (a, b) -> a + b == 0 ? null : a + b);
            }
          };
      QueueingHintFn<NodeInfo> byParity = (pod, old, now) -> helps(pod, now) ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
      QueueingHintFn<PodInfo> self =
          (pod, old, now) -> now != null && now.uid().equals(pod.uid()) ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
      with =
          QueueHarness.with(
              FeatureGates.defaults().with(FeatureGates.SCHEDULER_POP_FROM_BACKOFF_Q, earlyPops),
              metrics,
              new Listening("A").to(NODE_ADD),
              new Listening("B").to(NODE_LABEL, byParity),
              new Listening("C").to(TARGET_LABEL, self),
              new Listening("D"),
              new Listening("E").to(NODE_ADD, byParity).to(NODE_LABEL),
              new Gate("G", pod -> closed.contains("G " + pod.uid())).to(NODE_LABEL),
              new Gate("H", pod -> closed.contains("H " + pod.uid())).to(NODE_ADD).to(TARGET_LABEL));
      reference =
          new ReferenceQueue(
              earlyPops,
              this::ask,
              List.of("G", "H"),
              (gate, pod) -> closed.contains(gate + " " + pod.uid()),
              pod -> with.sort.priorities.getOrDefault(pod.uid(), pod.priority()));
      // Never on a whole second, so that a backoff and a stay in the pool do not end together.
      advance(Duration.ofNanos(137_000));
    }

    private static boolean helps(PodInfo pod, NodeInfo node) {
      return node == null || (node.name().length() + pod.name().length()) % 2 == 0;
    }

    /** What the plugins above say, once more. */
    private Optional<Boolean> ask(String plugin, PodInfo pod, ReferenceQueue.Event happened) {
      ClusterEvent<?> event = happened.event();
      boolean parity = !(happened.newObject() instanceof PodInfo) && helps(pod, (NodeInfo) happened.newObject());
      return switch (plugin + " " + event.label()) {
        case "A NodeAdd", "E NodeUpdateNodeLabel", "G NodeUpdateNodeLabel", "H NodeAdd", "H TargetPodUpdatePodLabel" -> Optional.of(true);
        case "B NodeUpdateNodeLabel", "E NodeAdd" -> Optional.of(parity);
        case "C TargetPodUpdatePodLabel" -> Optional.of(happened.newObject() instanceof PodInfo now && now.uid().equals(pod.uid()));
        default -> Optional.empty();
      };
    }

    void go(int steps) {
      for (int step = 0; step < steps; step++) {
        String did = step();
        String told = "seed " + seed + ", step " + step + ": " + did;
        assertThat(with.queue.view().violations()).as(told).isEmpty();
        assertThat(with.queue.view().entries().stream().map(QueueEntry::toString)).as(told).containsExactlyElementsOf(reference.lines());
        assertThat(with.queue.view().inFlightEventCount()).as(told).isEqualTo(reference.notes());
        assertThat(keptBack).as(told).isEqualTo(reference.keptBack());
        assertThat(with.time.waitingTimers()).as(told).isLessThanOrEqualTo(2);
      }
    }

    private String step() {
      if (random.nextInt(3) == 0) {
        advance(Duration.ofMillis(1 + random.nextInt(700)));
      }
      switch (random.nextInt(14)) {
        case 0, 1 -> {
          return add();
        }
        case 2, 3, 4 -> {
          return pop();
        }
        case 5, 6 -> {
          return attempts.isEmpty() ? pop() : fail();
        }
        case 7 -> {
          return event();
        }
        case 8 -> {
          return update();
        }
        case 9 -> {
          return toggle();
        }
        case 10 -> {
          return random.nextBoolean() ? activate() : done();
        }
        case 11 -> {
          return delete();
        }
        case 12 -> {
          return keys();
        }
        default -> {
          Duration time = random.nextInt(4) == 0 ? Duration.ofMillis(300_100) : Duration.ofMillis(1 + random.nextInt(4000));
          advance(time);
          return "advance " + time;
        }
      }
    }

    private void advance(Duration time) {
      with.time.advance(time);
      reference.advance(time);
    }

    private String add() {
      PodInfo pod = random.nextInt(5) == 0 && !cluster.isEmpty() ? any() : fresh("p" + made++);
      if (random.nextInt(4) == 0) {
        closed.add((random.nextBoolean() ? "G " : "H ") + pod.uid());
      }
      cluster.put(pod.uid(), pod);
      with.queue.add(pod);
      reference.add(pod);
      return "add " + pod.uid();
    }

    private PodInfo fresh(String name) {
      return Fixtures.pod(name).priority(random.nextInt(3)).info();
    }

    private String pop() {
      QueuedPod pod = with.queue.pop();
      String expected = reference.pop();
      assertThat(pod == null ? null : pod.uid()).as("seed " + seed + ": popped").isEqualTo(expected);
      if (pod != null) {
        attempts.put(pod.uid(), pod);
      }
      return "pop " + expected;
    }

    private String fail() {
      QueuedPod attempt = anyOf(new ArrayList<>(attempts.values()));
      attempts.remove(attempt.uid());
      Rejection by = random.nextInt(4) == 0 ? Rejection.NONE : new Rejection(some(), some());
      PodInfo latest = cluster.getOrDefault(attempt.uid(), attempt.pod());
      with.queue.addUnschedulableIfNotPresent(attempt, latest, by);
      reference.fail(attempt.uid(), latest, by);
      return "fail " + attempt.uid() + " " + by;
    }

    private Set<String> some() {
      Set<String> some = new TreeSet<>();
      for (int n = random.nextInt(3); n > 0; n--) {
        some.add(anyOf(PLUGINS));
      }
      return some;
    }

    private String done() {
      if (attempts.isEmpty()) {
        return "nothing";
      }
      String uid = anyOf(new ArrayList<>(attempts.keySet()));
      attempts.remove(uid);
      cluster.remove(uid); // it has a node now
      with.queue.done(uid);
      reference.done(uid);
      return "done " + uid;
    }

    private String event() {
      if (random.nextInt(6) == 0) {
        PodInfo target = random.nextBoolean() || cluster.isEmpty() ? null : any();
        with.queue.moveAllToActiveOrBackoffQueue(QueueEvents.FORCE_ACTIVATE, null, target, null);
        reference.happens(new ReferenceQueue.Event(QueueEvents.FORCE_ACTIVATE, null, target), pod -> true);
        return "wildcard " + target;
      }
      ClusterEvent<NodeInfo> event = random.nextBoolean() ? NODE_ADD : NODE_LABEL;
      NodeInfo node = random.nextInt(4) == 0 ? null : NodeInfo.of(Fixtures.node("n".repeat(1 + random.nextInt(2))).obj());
      Predicate<PodInfo> preCheck = random.nextInt(3) == 0 ? pod -> pod.priority() <= 1 : pod -> true;
      with.queue.moveAllToActiveOrBackoffQueue(event, null, node, preCheck);
      reference.happens(new ReferenceQueue.Event(event, null, node), preCheck);
      return event + " " + node;
    }

    private String update() {
      if (cluster.isEmpty()) {
        return "nothing";
      }
      PodInfo old = any();
      PodInfo now = fresh(old.name());
      List<ClusterEvent<PodInfo>> events =
          random.nextBoolean()
              ? List.of(QueueEvents.TARGET_POD_UPDATE)
              : List.of(QueueEvents.TARGET_POD_UPDATE, TARGET_LABEL, TARGET_LABEL);
      cluster.put(now.uid(), now);
      with.queue.update(old, now, events);
      reference.update(old, now, events);
      return "update " + now.uid() + " " + events;
    }

    private String toggle() {
      if (cluster.isEmpty()) {
        return "nothing";
      }
      String gate = (random.nextBoolean() ? "G " : "H ") + any().uid();
      if (!closed.remove(gate)) {
        closed.add(gate);
      }
      return "toggle " + gate;
    }

    private String activate() {
      if (cluster.isEmpty()) {
        return "nothing";
      }
      PodInfo pod = any();
      with.queue.activate(List.of(pod));
      reference.activate(pod);
      return "activate " + pod.uid();
    }

    private String delete() {
      if (cluster.isEmpty()) {
        return "nothing";
      }
      PodInfo pod = any();
      cluster.remove(pod.uid());
      with.queue.delete(pod, NominationLoss.DELETED);
      reference.delete(pod);
      return "delete " + pod.uid();
    }

    private String keys() {
      List<String> changed = cluster.keySet().stream().filter(uid -> random.nextInt(3) == 0).toList();
      changed.forEach(uid -> with.sort.priorities.put(uid, random.nextInt(4)));
      with.queue.keysChanged(changed);
      return "keys of " + changed;
    }

    private PodInfo any() {
      return anyOf(new ArrayList<>(cluster.values()));
    }

    private <T> T anyOf(List<T> list) {
      return Objects.requireNonNull(list.get(random.nextInt(list.size())));
    }
  }
}
