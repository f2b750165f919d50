package io.berth.cluster;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RestEventsTest {
  private static final String EVENTS = "POST /apis/events.k8s.io/v1/namespaces/default/events";
  private static final PodInfo POD = pod("a").uid("u1").info();

  private final PlayedApiServer server = new PlayedApiServer();
  private final Clock clock = Clock.fixed(Instant.parse("2026-01-02T03:04:05.000006789Z"), ZoneOffset.UTC);
  private final Fabric8Cluster cluster = new Fabric8Cluster(server.client(), clock, Runnable::run, "host1");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void anEventSaysWhatHappenedToWhomAndWhoSaysSo() throws InterruptedException {
    server.answer(EVENTS, request -> PlayedApiServer.response(201, "{}"));

    cluster.event(
        POD, pod("preemptor").uid("u2").info(), EventNote.warning("Preempted", "Preempting", "by a pod on node n1", "berth"));

    String body = body();
    assertThat(body).contains("\"eventTime\":\"2026-01-02T03:04:05.000006Z\"");
    Event event = server.client().getKubernetesSerialization().unmarshal(body, Event.class);
    assertThat(event.getType()).isEqualTo("Warning");
    assertThat(event.getReason()).isEqualTo("Preempted");
    assertThat(event.getAction()).isEqualTo("Preempting");
    assertThat(event.getNote()).isEqualTo("by a pod on node n1");
    assertThat(event.getReportingController()).isEqualTo("berth");
    assertThat(event.getReportingInstance()).isEqualTo("berth-host1");
    assertThat(event.getRegarding().getUid()).isEqualTo("u1");
    assertThat(event.getRelated().getUid()).isEqualTo("u2");
  }

  @Test
  void eventsOfObjectsWithoutANamespaceAreInTheDefaultOne() throws InterruptedException {
    server.answer(EVENTS, request -> PlayedApiServer.response(201, "{}"));

    cluster.event(
        new ObjectRef<>(ResourceKind.RESOURCE_SLICES, "", "s", "u3"), EventNote.warning("ResourcePoolIgnored", "Scheduling", "bad", "berth"));

    Event event = server.client().getKubernetesSerialization().unmarshal(body(), Event.class);
    assertThat(event.getMetadata().getNamespace()).isEqualTo("default");
    assertThat(event.getRegarding().getApiVersion()).isEqualTo("resource.k8s.io/v1");
    assertThat(event.getRegarding().getKind()).isEqualTo("ResourceSlice");
    assertThat(event.getRegarding().getName()).isEqualTo("s");
    assertThat(event.getRegarding().getNamespace()).isNull();
    assertThat(event.getReason()).isEqualTo("ResourcePoolIgnored");
  }

  @Test
  void twoEventsOfOneMomentHaveNamesOfTheirOwn() throws InterruptedException {
    server.answer(EVENTS, request -> PlayedApiServer.response(201, "{}"));

    cluster.event(POD, null, EventNote.normal("Scheduled", "Binding", "one", "berth"));
    cluster.event(POD, null, EventNote.normal("Scheduled", "Binding", "two", "berth"));

    assertThat(name(body())).isNotEqualTo(name(body()));
  }

  @Test
  void aRefusedEventHurtsNobody() throws InterruptedException {
    server.answerOnce(EVENTS, 403, PlayedApiServer.status(403, "Forbidden", "no events for you", ""));
    server.answer(EVENTS, request -> PlayedApiServer.response(201, "{}"));

    cluster.event(POD, null, EventNote.normal("Scheduled", "Binding", "one", "berth"));
    cluster.event(POD, null, EventNote.normal("Scheduled", "Binding", "two", "berth"));

    assertThat(body()).contains("\"one\"");
    assertThat(body()).contains("\"two\"");
  }

  private String body() throws InterruptedException {
    return PlayedApiServer.given(server.nextRequest().getUtf8Body(), "a body");
  }

  private String name(String body) {
    return server.client().getKubernetesSerialization().unmarshal(body, Event.class).getMetadata().getName();
  }
}
