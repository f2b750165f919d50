package io.berth.cluster;

import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An API server that the test plays: it answers what the test has put down for a call, hands over each watch that is opened, and
 * writes down what was asked.
 */
final class PlayedApiServer implements AutoCloseable {
  /** Far longer than anything takes here; only a test that fails waits so long. */
  private static final long PATIENCE_SECONDS = 20;

  private final MockWebServer server = new MockWebServer();
  private final KubernetesClient client;
  private final Map<String, Queue<MockResponse>> once = new ConcurrentHashMap<>();
  private final Map<String, Function<RecordedRequest, MockResponse>> always = new ConcurrentHashMap<>();
  private final BlockingQueue<RecordedRequest> requests = new LinkedBlockingQueue<>();
  private final BlockingQueue<OpenWatch> watches = new LinkedBlockingQueue<>();
  private final Queue<Watch> followed = new ArrayDeque<>();

  PlayedApiServer() {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                    .withMasterUrl("http://" + server.getHostName() + ":" + server.getPort())
                    .withWatchReconnectInterval(1)
                    .withRequestRetryBackoffInterval(1)
                    .withMaxConcurrentRequests(8)
                    .build())
            .build();
  }

  KubernetesClient client() {
    return client;
  }

  /** Follows a kind until the server is closed. */
  <T extends HasMetadata> Watch follow(Fabric8Cluster cluster, ResourceKind<T> kind, EventSink<T> sink) {
    Watch watch = cluster.watch(kind, sink);
    followed.add(watch);
    return watch;
  }

  /** What the next call of this method and path gets; asked several times, the answers come in turn. */
  void answerOnce(String call, int code, String body, String... headers) {
    once.computeIfAbsent(call, c -> new ArrayDeque<>()).add(response(code, body, headers));
  }

  /** What every call of this method and path gets, unless something else is put down for the next one. */
  void answer(String call, Function<RecordedRequest, MockResponse> answer) {
    always.put(call, answer);
  }

  /** What a list of this path shows from now on. */
  void serve(String path, String version, HasMetadata... objects) {
    always.put("GET " + path, request -> response(200, list(version, "", List.of(objects))));
  }

  String list(String version, String next, List<? extends HasMetadata> objects) {
    String items = String.join(",", objects.stream().map(o -> client.getKubernetesSerialization().asJson(o)).toList());
    return """
        {"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"%s","continue":"%s"},"items":[%s]}"""
        .formatted(version, next, items);
  }

  static MockResponse response(int code, String body, String... headers) {
    MockResponse response = new MockResponse().setResponseCode(code).setBody(body).setHeader("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      response.setHeader(headers[i], headers[i + 1]);
    }
    return response;
  }

  /** As the API server says that something did not work. */
  static String status(int code, String reason, String message, String details) {
    return """
        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"%s","reason":"%s","details":{%s},"code":%d}"""
        .formatted(message, reason, details, code);
  }

  private MockResponse answer(RecordedRequest request) {
    requests.add(request);
    String path = request.getPath().replaceFirst("\\?.*", "");
    String call = request.getMethod() + " " + path;
    if (request.getPath().contains("watch=true")) {
      Queue<MockResponse> refusals = once.get("WATCH " + path);
      MockResponse refusal = refusals == null ? null : refusals.poll();
      return refusal != null ? refusal : new MockResponse().setResponseCode(101).withWebSocketUpgrade(new Opening());
    }
    Queue<MockResponse> next = once.get(call);
    MockResponse first = next == null ? null : next.poll();
    if (first != null) {
      return first;
    }
    Function<RecordedRequest, MockResponse> fixed = always.get(call);
    return fixed != null
        ? fixed.apply(request)
        : response(404, status(404, "NotFound", "nothing is put down for " + call, ""));
  }

  /** The next request that was made, in order. */
  RecordedRequest nextRequest() throws InterruptedException {
    return given(requests.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "a request");
  }

  /** The requests so far that have not been asked for. */
  List<String> requestsSoFar() {
    return requests.stream().map(r -> r.getMethod() + " " + r.getPath()).toList();
  }

  /** The next watch that was opened, in order. */
  OpenWatch nextWatch() throws InterruptedException {
    return given(watches.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "a watch");
  }

  static <T> T given(@Nullable T value, String what) {
    if (value == null) {
      throw new AssertionError("waited in vain for " + what);
    }
    return value;
  }

  @Override
  public void close() {
    followed.forEach(Watch::close);
    client.close();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A watch that is open. */
  final class OpenWatch {
    private final WebSocket socket;

    private OpenWatch(WebSocket socket) {
      this.socket = socket;
    }

    String path() {
      return socket.request().getPath();
    }

    void sends(String type, HasMetadata object) {
      sends(type, client.getKubernetesSerialization().asJson(object));
    }

    void sends(String type, String object) {
      socket.send("{\"type\":\"%s\",\"object\":%s}".formatted(type, object));
    }

    void sendsGarbage() {
      socket.send("{\"type\":\"ADDED\",\"object\":{\"metadata\":7");
    }

    void expires() {
      sends("ERROR", status(410, "Expired", "too old resource version: 5 (7)", ""));
    }

    void ends() {
      socket.close(1000, "");
    }
  }

  private final class Opening extends WebSocketListener {
    @Override
    public void onOpen(WebSocket socket, Response response) {
      watches.add(new OpenWatch(socket));
    }
  }
}
