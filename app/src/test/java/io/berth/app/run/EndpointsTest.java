package io.berth.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EndpointsTest {
  private volatile Optional<String> problem = Optional.empty();
  private volatile Optional<String> waitsFor = Optional.empty();
  private Endpoints endpoints;

  @BeforeEach
  void listen() throws IOException {
    endpoints =
        Endpoints.listen(
            InetAddress.getLoopbackAddress(), 0, new Endpoints.Answers(() -> problem, () -> waitsFor, () -> "pods 3\n"));
  }

  @AfterEach
  void close() {
    endpoints.close();
  }

  @Test
  void allIsWellWhenNothingIsWrong() throws Exception {
    assertThat(get("/healthz")).isEqualTo("200 ok");
    assertThat(get("/livez")).isEqualTo("200 ok");
    assertThat(get("/readyz")).isEqualTo("200 ok");
    assertThat(get("/metrics")).isEqualTo("200 pods 3\n");
  }

  @Test
  void aSchedulerThatIsNotReadyYetIsHealthy() throws Exception {
    waitsFor = Optional.of("waiting for the first lists");

    assertThat(get("/healthz")).isEqualTo("200 ok");
    assertThat(get("/readyz")).isEqualTo("503 waiting for the first lists");
  }

  @Test
  void aSchedulerThatCannotWorkIsNeitherHealthyNorReady() throws Exception {
    problem = Optional.of("the watch of pods has stopped");

    assertThat(get("/healthz")).isEqualTo("503 the watch of pods has stopped");
    assertThat(get("/livez")).isEqualTo("503 the watch of pods has stopped");
    assertThat(get("/readyz")).isEqualTo("503 the watch of pods has stopped");
  }

  private String get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + endpoints.port() + path);
    var answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}
