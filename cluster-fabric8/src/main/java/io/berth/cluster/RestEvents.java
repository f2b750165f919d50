package io.berth.cluster;

import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EventRecorder;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes events of {@code events.k8s.io/v1}. Best effort: what does not get through, or comes too fast, is dropped and counted. */
final class RestEvents implements EventRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(RestEvents.class);
  private static final int MOST_UNDER_WAY = 5000;

  /** The API's MicroTime has exactly six digits. */
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final RestCalls calls;
  private final KubernetesSerialization json;
  private final Clock clock;
  private final AnswerStatuses statuses;
  private final String instance;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLong serial = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();

  RestEvents(RestCalls calls, KubernetesSerialization json, Clock clock, String instance) {
    this.calls = calls;
    this.json = json;
    this.statuses = new AnswerStatuses(json);
    this.clock = clock;
    this.instance = instance;
  }

  @Override
  public void event(PodInfo regarding, @Nullable PodInfo related, EventNote note) {
    Map<String, Object> event = about(reference(regarding), note);
    if (related != null) {
      event.put("related", reference(related));
    }
    send(event, regarding.name(), regarding.namespace());
  }

  @Override
  public void event(ObjectRef<?> regarding, EventNote note) {
    // Events of objects without a namespace are in the default one.
    String namespace = regarding.namespace().isEmpty() ? "default" : regarding.namespace();
    send(about(reference(regarding), note), regarding.name(), namespace);
  }

  private Map<String, Object> about(Map<String, Object> regarding, EventNote note) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("apiVersion", "events.k8s.io/v1");
    event.put("kind", "Event");
    event.put("type", note.type().toString());
    event.put("reason", note.reason());
    event.put("action", note.action());
    event.put("note", note.note());
    event.put("regarding", regarding);
    event.put("reportingController", note.reportingController());
    event.put("reportingInstance", note.reportingController() + "-" + instance);
    return event;
  }

  private void send(Map<String, Object> event, String name, String namespace) {
    if (underWay.incrementAndGet() > MOST_UNDER_WAY) {
      underWay.decrementAndGet();
      drop("too many events at once");
      return;
    }
    Instant now = clock.instant();
    event.put(
        "metadata",
        Map.of(
            "name", name + "." + Long.toHexString(now.toEpochMilli()) + "." + serial.incrementAndGet(),
            "namespace", namespace));
    event.put("eventTime", MICRO_TIME.format(now));
    calls
        .call(
            "POST",
            "/apis/events.k8s.io/v1/namespaces/" + namespace + "/events",
            "application/json",
            json.asJson(event))
        .thenAccept(
            answer -> {
              underWay.decrementAndGet();
              if (!answer.isSuccess()) {
                drop(statuses.message(answer));
              }
            });
  }

  private void drop(String why) {
    long count = dropped.incrementAndGet();
    if (Long.toString(count).matches("10*")) { // at 1, 10, 100 ...: often enough to be seen, too seldom to flood
      LOG.warn("{} events dropped so far, the last because: {}", count, why);
    }
  }

  private static Map<String, Object> reference(ObjectRef<?> object) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("apiVersion", object.kind().apiVersion());
    reference.put("kind", object.kind().kind());
    if (!object.namespace().isEmpty()) {
      reference.put("namespace", object.namespace());
    }
    reference.put("name", object.name());
    if (!object.uid().isEmpty()) {
      reference.put("uid", object.uid());
    }
    return reference;
  }

  private static Map<String, Object> reference(PodInfo pod) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("apiVersion", "v1");
    reference.put("kind", "Pod");
    reference.put("namespace", pod.namespace());
    reference.put("name", pod.name());
    reference.put("uid", pod.uid());
    return reference;
  }
}
