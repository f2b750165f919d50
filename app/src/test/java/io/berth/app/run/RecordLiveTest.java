package io.berth.app.run;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.BerthCommand;
import io.berth.app.Console;
import io.berth.simulator.record.Recording;
import io.berth.simulator.record.RecordingReader;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordLiveTest {

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  private int berth(String... args) {
    long[] clock = {0};
    var out = new PrintWriter(new StringWriter());
    var console = new Console(InputStream.nullInputStream(), out, new PrintWriter(err), false, () -> clock[0] += 1_000_000_000L);
    return BerthCommand.execute(console, args);
  }

  @Test
  void aClusterIsRecordedThroughTheSamePorts() throws Exception {
    try (MockApiServer server = new MockApiServer()) {
      server.serve("/api/v1/nodes", node("n1").capacity("cpu", "2", "memory", "4Gi", "pods", "10").obj());
      server.serve("/api/v1/pods", pod("waits").req("cpu", "1").obj(), pod("runs").req("cpu", "1").node("n1").obj());
      Path file = folder.resolve("live.berth");

      int status = berth("record", "--kubeconfig", server.kubeconfig(folder).toString(), "--for", "2s", "--out", file.toString());

      assertThat(status).as(err.toString()).isZero();
      assertThat(err.toString()).contains("berth: recording http://127.0.0.1:").contains("berth: recorded 0 changes in " + file);
      Recording recording = RecordingReader.read(file);
      assertThat(recording.initial()).extracting(object -> object.getMetadata().getName()).containsExactly("n1", "runs", "waits");
    }
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    String file = folder.resolve("live.berth").toString();
    assertThat(berth("record", "pods.yaml", "--kubeconfig", "x", "--out", file)).isEqualTo(2);
    assertThat(berth("record", "--kubeconfig", folder.resolve("x").toString(), "--out", file)).isEqualTo(2);
    assertThat(berth("record", "--kubeconfig", "x", "--for", "ever", "--out", file)).isEqualTo(2);
    assertThat(berth("record", "pods.yaml", "--for", "2s", "--out", file)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--kubeconfig records a cluster, and files do not go with it.")
        .contains("x: does not exist")
        .contains("--for ever is no length of time")
        .contains("--for goes with --kubeconfig");
  }
}
