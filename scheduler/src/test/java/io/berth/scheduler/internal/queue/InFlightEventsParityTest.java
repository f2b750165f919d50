package io.berth.scheduler.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.event.QueueingHintFn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Attempts and events in upstream's order, and where upstream puts the pods.
 *
 * <p>A script creates all pods first and then has {@code pop P}, {@code event E}, {@code wild} for an event of all, {@code done P},
 * and {@code back P U/N} for a failed attempt with unschedulable plugins U and pending plugins N, each joined by a plus sign.
 * Registrations read {@code plugin:event=answer}.
 *
 * <p>Source: pkg/scheduler/backend/queue/scheduling_queue_test.go (Test_InFlightPods), v1.37.2.
 */
final class InFlightEventsParityTest {
  private static final Map<String, ClusterEvent<Object>> EVENTS = new LinkedHashMap<>();

  static {
    for (String name : List.of("pvcAdd", "pvAdd", "nodeAdd", "csiUpdate", "podAdd")) {
      EVENTS.put(name, ClusterEvent.of(new EventResource<>(name, Object.class), ActionType.ADD));
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "interested events are kept for the pod | f1:pvAdd=queue | event pvcAdd, pop p1, event pvAdd, event csiUpdate | IN_FLIGHT | | | 1",
        "a pod without rejectors backs off | f1:pvAdd=queue f1:nodeAdd=queue f1:pvcAdd=queue"
            + " | event pvcAdd, pop p1, event pvAdd, pop p2, event nodeAdd, back p1 | BACKOFF | IN_FLIGHT | | 1",
        "two pods without rejectors back off | f1:pvAdd=queue f1:nodeAdd=queue f1:pvcAdd=queue f1:csiUpdate=queue"
            + " | pop p1, event pvAdd, pop p2, event nodeAdd, back p1, event csiUpdate, back p2 | BACKOFF | BACKOFF | | 0",
        "a pod between two others ends first | f1:pvAdd=queue f1:nodeAdd=queue f1:podAdd=queue"
            + " | pop p1, event pvAdd, pop p2, event nodeAdd, pop p3, event podAdd, back p2 | IN_FLIGHT | BACKOFF | IN_FLIGHT | 3",
        "events before the pop are ignored | f1:podAdd=skip | wild, pop p1, event podAdd, back p1 f1 | UNSCHEDULABLE | | | 0",
        "nobody rejected the pod | f1:podAdd=queue | pop p1, event podAdd, back p1 | BACKOFF | | | 0",
        "no event that helps | f1:podAdd=queue | pop p1, event nodeAdd, back p1 f1 | UNSCHEDULABLE | | | 0",
        "the hint says no | f1:podAdd=skip | pop p1, event podAdd, back p1 f1 | UNSCHEDULABLE | | | 0",
        "a pending plugin says yes | f3:podAdd=skip f2:podAdd=queue f1:podAdd=queue"
            + " | pop p1, event podAdd, back p1 f2+f3/f1 | ACTIVE | | | 0",
        "one of two plugins says yes | f2:podAdd=skip f1:podAdd=queue | pop p1, event podAdd, back p1 f1+f2 | BACKOFF | | | 0",
        "a pending plugin says yes to an event while another is in flight"
            + " | f3:podAdd=skip f2:podAdd=queue f1:podAdd=queue"
            + " | pop p1, event nodeAdd, pop p2, event podAdd, back p1, back p2 f2+f3/f1 | BACKOFF | ACTIVE | | 0",
        "an event after the other pod is done | f1:podAdd=queue f1:nodeAdd=queue"
            + " | pop p1, event nodeAdd, pop p2, done p1, event podAdd, back p2 f1 | | BACKOFF | | 0",
      })
  void podsEndWhereUpstreamPutsThem(
      String name, String registered, String script, String place1, String place2, String place3, int events) {
    Map<String, Listening> plugins = new LinkedHashMap<>();
    for (String registration : registered.split(" ")) {
      String[] parts = registration.split("[:=]");
      QueueingHint answer = parts[2].equals("queue") ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
      QueueingHintFn<Object> hint = (pod, old, now) -> answer;
      plugins.computeIfAbsent(parts[0], Listening::new).to(EVENTS.get(parts[1]), hint);
    }
    QueueHarness with = QueueHarness.with(plugins.values().toArray(Listening[]::new));
    for (int i = 1; i <= 3; i++) {
      with.queue.add(QueueHarness.pod("p" + i, 10 - i));
    }
    Map<String, QueuedPod> attempts = new LinkedHashMap<>();
    for (String command : script.split(", ")) {
      run(command.split(" "), with, attempts);
      with.check();
    }

    List<String> places = new ArrayList<>();
    for (String place : Arrays.asList(place1, place2, place3)) {
      QueueEntry entry = with.queue.view().find("p" + (places.size() + 1));
      boolean untouched = entry == null || entry.attempts() == 0;
      places.add(untouched ? null : entry.place().name());
      assertThat(places.get(places.size() - 1)).as(name).isEqualTo(place);
    }
    assertThat(with.queue.view().inFlightEventCount()).as(name).isEqualTo(events);
  }

  private static void run(String[] command, QueueHarness with, Map<String, QueuedPod> attempts) {
    switch (command[0]) {
      case "pop" -> attempts.put(command[1], with.pop(command[1]));
      case "done" -> with.queue.done(command[1]);
      case "event" -> with.queue.moveAllToActiveOrBackoffQueue(EVENTS.get(command[1]), null, "object", null);
      case "wild" -> with.queue.moveAllToActiveOrBackoffQueue(QueueEvents.UNSCHEDULABLE_TIMEOUT, null, null, null);
      case "back" -> {
        String[] by = (command.length < 3 ? "" : command[2]).split("/");
        QueuedPod attempt = attempts.get(command[1]);
        Rejection rejection = new Rejection(names(by[0]), by.length < 2 ? Set.of() : names(by[1]));
        assertThat(with.queue.addUnschedulableIfNotPresent(attempt, attempt.pod(), rejection)).isTrue();
      }
      default -> throw new IllegalArgumentException(command[0]);
    }
  }

  private static Set<String> names(String joined) {
    return joined.isEmpty() ? Set.of() : new TreeSet<>(List.of(joined.split("\\+")));
  }
}
