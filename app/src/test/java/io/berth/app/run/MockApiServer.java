package io.berth.app.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An API server of a few objects, which accepts every write and never changes. */
final class MockApiServer implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  private final MockWebServer server = new MockWebServer();
  private final KubernetesSerialization json = new KubernetesSerialization();
  private final Map<String, String> lists = new ConcurrentHashMap<>();
  private final BlockingQueue<RecordedRequest> writes = new LinkedBlockingQueue<>();

  MockApiServer() {
    Logger.getLogger("io.fabric8.mockwebserver").setLevel(Level.OFF);
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start();
  }

  /** What a list of this path shows. */
  void serve(String path, HasMetadata... objects) {
    lists.put(path, String.join(",", List.of(objects).stream().map(json::asJson).toList()));
  }

  private MockResponse answer(RecordedRequest request) {
    MockResponse response = new MockResponse().setHeader("Content-Type", "application/json");
    if (!request.getMethod().equals("GET")) {
      writes.add(request);
      return response.setResponseCode(201).setBody("{}");
    }
    if (request.getPath().contains("watch=true")) {
      return response.setResponseCode(101).withWebSocketUpgrade(new WebSocketListener() {});
    }
    if (request.getPath().equals("/version")) {
      return response.setResponseCode(200).setBody("{\"major\":\"1\",\"minor\":\"37\"}");
    }
    String items = lists.getOrDefault(request.getPath().replaceFirst("\\?.*", ""), "");
    return response
        .setResponseCode(200)
        .setBody("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + items + "]}");
  }

  /** The next write to such a path. */
  RecordedRequest nextWrite(String pathEnd) throws InterruptedException {
    while (true) {
      RecordedRequest write = writes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (write == null) {
        throw new AssertionError("waited in vain for a write to ..." + pathEnd);
      }
      if (write.getPath().endsWith(pathEnd)) {
        return write;
      }
    }
  }

  /** A kubeconfig for it, in this folder. */
  Path kubeconfig(Path folder) throws IOException {
    return kubeconfig(folder, server.getPort());
  }

  static Path kubeconfig(Path folder, int port) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: here, cluster: {server: "http://127.0.0.1:%d"}}]
        users: [{name: me, user: {token: secret}}]
        contexts: [{name: here, context: {cluster: here, user: me}}]
        current-context: here
        """
            .formatted(port));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
