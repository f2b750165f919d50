package io.berth.simulator;

import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EventRecorder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps events for people, the latest so many. Thread-safe.
 *
 * <p>Source of what makes two events the same: client-go/tools/events/event_broadcaster.go, v0.37.2.
 */
final class EventLog {
  private final int limit;
  private final Map<Key, RecordedEvent> events = new LinkedHashMap<>();
  private final Consumer<RecordedEvent> listener;
  private long dropped;

  /** What an event is about: its key, UID and version, empty where they are not known. */
  record Subject(String key, String uid, String version) {}

  /** What two events of one series have in common; the subject's version is part of it. */
  private record Key(
      EventRecorder.Type type, String reason, String action, String controller, Subject subject, String related) {}

  EventLog(int limit, Consumer<RecordedEvent> listener) {
    this.limit = limit;
    this.listener = listener;
  }

  void add(Subject subject, String related, EventNote said, Instant now) {
    Key key = new Key(said.type(), said.reason(), said.action(), said.reportingController(), subject, related);
    RecordedEvent event =
        new RecordedEvent(
            subject.key,
            subject.uid,
            related,
            said.type(),
            said.reason(),
            said.action(),
            said.note(),
            said.reportingController(),
            1,
            now,
            now);
    listener.accept(keep(key, event, now));
  }

  private synchronized RecordedEvent keep(Key key, RecordedEvent event, Instant now) {
    RecordedEvent before = events.get(key);
    if (before != null) {
      RecordedEvent again = before.again(now);
      events.put(key, again);
      return again;
    }
    events.put(key, event);
    if (events.size() > limit) {
      Iterator<Key> oldest = events.keySet().iterator();
      oldest.next();
      oldest.remove();
      dropped++;
    }
    return event;
  }

  synchronized List<RecordedEvent> list() {
    return new ArrayList<>(events.values());
  }

  synchronized long dropped() {
    return dropped;
  }
}
