package io.berth.app.run;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.config.SchedulerConfiguration;
import io.berth.app.run.RunCommand.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunningSchedulerTest {
  private static final SchedulerConfiguration BERTH = SchedulerConfiguration.ofDefaults(List.of("berth"));

  @TempDir private Path folder;

  @Test
  void bindsThePodsThatAskForItAndServesItsState() throws Exception {
    try (MockApiServer server = new MockApiServer()) {
      server.serve("/api/v1/nodes", node("n1").capacity("cpu", "2", "memory", "4Gi", "pods", "10").obj());
      server.serve(
          "/api/v1/pods",
          pod("other").schedulerName("another").obj(),
          pod("ours").schedulerName("berth").req("cpu", "1").obj());
      Endpoint endpoint = new Endpoint(InetAddress.getLoopbackAddress(), 0);

      try (RunningScheduler running = RunningScheduler.start(BERTH, server.kubeconfig(folder), endpoint)) {
        assertThat(server.nextWrite("/binding").getUtf8Body()).contains("\"name\":\"ours\"", "\"name\":\"n1\"");
        String base = running.describe().replaceFirst(".*; ", "").replaceFirst("/metrics$", "");
        assertThat(get(base + "/readyz")).isEqualTo("200 ok");
        assertThat(get(base + "/healthz")).isEqualTo("200 ok");
        assertThat(get(base + "/metrics")).startsWith("200 ").contains("scheduler_pending_pods", "jvm_memory_used_bytes");
        assertThat(running.end()).isEmpty();
      }
    }
  }

  @Test
  void refusesAPortThatIsTaken() throws Exception {
    try (MockApiServer server = new MockApiServer();
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path kubeconfig = server.kubeconfig(folder);
      Endpoint endpoint = new Endpoint(InetAddress.getLoopbackAddress(), taken.getLocalPort());

      assertThatThrownBy(() -> RunningScheduler.start(BERTH, kubeconfig, endpoint))
          .isInstanceOf(UnusableException.class)
          .hasMessageMatching("cannot serve on 127.0.0.1, port \\d+: .*; choose another with --port");
    }
  }

  private static String get(String uri) throws IOException, InterruptedException {
    var answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}
