package io.berth.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClusterAccessTest {
  @TempDir private Path folder;

  @Test
  void connectsToAClusterThatAnswers() throws Exception {
    try (MockApiServer server = new MockApiServer();
        var client = ClusterAccess.connect(server.kubeconfig(folder), Map.of())) {
      assertThat(client.getConfiguration().getRequestRetryBackoffLimit()).isZero();
    }
  }

  @Test
  void namesAFileThatDoesNotExist() {
    Path missing = folder.resolve("missing");

    assertThatThrownBy(() -> ClusterAccess.connect(missing, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessage(missing + ": does not exist; --kubeconfig takes the file that kubectl would use");
  }

  @Test
  void refusesAFolder() {
    assertThatThrownBy(() -> ClusterAccess.connect(folder, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessageStartingWith(folder + ": cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "just text", "[1, 2]", "clusters: 7"})
  void saysWhatAKubeconfigIsToHave(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("kubeconfig"), content);

    assertThatThrownBy(() -> ClusterAccess.connect(file, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessage(file + ": is no kubeconfig: it is to have clusters, users and contexts");
  }

  @Test
  void saysWhereYamlIsBroken() throws IOException {
    Path file = Files.writeString(folder.resolve("kubeconfig"), "clusters: [a\n");

    assertThatThrownBy(() -> ClusterAccess.connect(file, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessageStartingWith(file + ": is no kubeconfig: ")
        .hasMessageContaining("line 1")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"apiVersion: v1\nkind: Config\n", "contexts: []\ncurrent-context: gone\n"})
  void asksForACurrentContext(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("kubeconfig"), content);

    assertThatThrownBy(() -> ClusterAccess.connect(file, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessage(file + ": has no current context that names a cluster; kubectl config use-context sets it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"not a url", "https://host:port", "https:///", "https://host:99999"})
  void saysThatTheServerIsNoAddress(String server) throws IOException {
    Path file = Files.writeString(
        folder.resolve("kubeconfig"),
        "clusters: [{name: a, cluster: {server: '" + server + "'}}]\ncontexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\n");

    assertThatThrownBy(() -> ClusterAccess.connect(file, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessageContaining(server)
        .hasMessageEndingWith(": is no address of an API server; give the kubeconfig's cluster one like https://host:6443");
  }

  @Test
  void saysThatACertificateCannotBeRead() throws IOException {
    Path missing = folder.resolve("ca.crt");
    Path file = Files.writeString(
        folder.resolve("kubeconfig"),
        "clusters: [{name: a, cluster: {server: 'https://127.0.0.1:1', certificate-authority: " + missing + "}}]\n"
            + "contexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\n");

    assertThatThrownBy(() -> ClusterAccess.connect(file, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessageContainingAll("https://127.0.0.1:1/: cannot be connected to: ", missing.toString())
        .hasMessageEndingWith("; check the certificates and keys in the kubeconfig, and the files that it names");
  }

  @Test
  void saysThatTheServerDoesNotAnswer() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path file = MockApiServer.kubeconfig(folder, port);

    assertThatThrownBy(() -> ClusterAccess.connect(file, Map.of()))
        .isInstanceOf(UnusableException.class)
        .hasMessage(
            "http://127.0.0.1:" + port + "/: the API server cannot be used: Connection refused; "
                + "check the server's address in the kubeconfig, and that it is running");
  }

  @Test
  void saysWhereItLookedWhenNothingIsGiven() {
    String before = System.setProperty("kubeconfig", folder.resolve("nothing").toString());
    try {
      assertThatThrownBy(() -> ClusterAccess.connect(null, Map.of()))
          .isInstanceOf(UnusableException.class)
          .hasMessageContainingAll("no cluster to run on", folder.resolve("nothing").toString(), "--kubeconfig FILE");
    } finally {
      if (before == null) {
        System.clearProperty("kubeconfig");
      } else {
        System.setProperty("kubeconfig", before);
      }
    }
  }
}
