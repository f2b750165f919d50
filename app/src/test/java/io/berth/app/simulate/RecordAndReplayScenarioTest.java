package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordAndReplayScenarioTest {

  private static final String NODES =
      """
      {apiVersion: v1, kind: Node, metadata: {name: acme-1, labels: {kubernetes.io/hostname: acme-1, acme/disk: ssd}}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}}
      ---
      {apiVersion: v1, kind: Node, metadata: {name: acme-2, labels: {kubernetes.io/hostname: acme-2}}, spec: {taints: [{key: acme/team, value: blue, effect: NoSchedule}]}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}}
      ---
      {apiVersion: v1, kind: Node, metadata: {name: acme-3, labels: {kubernetes.io/hostname: acme-3}}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}}
      ---
      """;

  private static final String PODS =
      """
      {apiVersion: apps/v1, kind: Deployment, metadata: {name: acme-web, namespace: acme}, spec: {replicas: 4, selector: {matchLabels: {app: acme-web}}, template: {metadata: {labels: {app: acme-web}}, spec: {containers: [{name: acme, image: acme/web, resources: {requests: {cpu: 1}}}], topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: acme-web}}}], tolerations: [{key: acme/team, value: blue}]}}}}
      ---
      {apiVersion: v1, kind: Pod, metadata: {name: acme-db, namespace: acme}, spec: {nodeSelector: {acme/disk: ssd}, containers: [{name: c, resources: {requests: {cpu: 2}}}]}}
      ---
      {apiVersion: v1, kind: Pod, metadata: {name: acme-big, namespace: acme}, spec: {containers: [{name: c, resources: {requests: {cpu: 9}}}]}}
      """;

  @TempDir Path dir;

  private String file(String name) {
    return dir.resolve(name).toString();
  }

  private static String lastLine(String text) {
    return text.substring(text.lastIndexOf('\n', text.length() - 2) + 1).strip();
  }

  private String recorded(String... more) {
    String[] args = {"record", "-", "--out", file("r.berth")};
    String[] all = Stream.concat(Arrays.stream(args), Arrays.stream(more)).toArray(String[]::new);
    Ran ran = Ran.withStdin(NODES + PODS, all);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.err()).contains("berth: recorded ").contains(" changes in " + file("r.berth"));
    return file("r.berth");
  }

  @Test
  void aRunThatIsPlayedAgainDecidesTheSame() {
    Ran ran = Ran.berth("simulate", "--replay", recorded());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).startsWith("Replayed 0.000 s of a recording that starts with 3 nodes, placing pods anew\n");
    assertThat(ran.out()).contains("acme       acme-big  -         -     0/3 nodes are available: ");
    assertThat(lastLine(ran.out()))
        .isEqualTo("6 pods: 5 on the same node, 0 on another node, 0 pending here only, 0 placed here only, 1 pending in both");
  }

  @Test
  void eachDecisionIsJudgedByItselfWhenTheRecordingIsFollowed() {
    Ran ran = Ran.berth("simulate", "--replay", recorded(), "--replay-mode", "follow");
    assertThat(ran.err()).isEmpty();
    assertThat(lastLine(ran.out()))
        .isEqualTo("6 pods: 5 on the same node, 0 on another node, 0 pending here only, 0 placed here only, 1 pending in both");
  }

  @Test
  void anAnonymousRecordingDecidesTheSameAndNamesNobody() throws IOException {
    String recording = recorded("--anonymise");
    String text;
    try (var in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(Path.of(recording))))) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(text).doesNotContainIgnoringCase("acme").doesNotContain("blue").doesNotContain("ssd").contains("\"cpu\":\"2\"");
    Ran ran = Ran.berth("simulate", "--replay", recording);
    assertThat(ran.out()).contains("namespace-00001  pod-");
    assertThat(lastLine(ran.out()))
        .isEqualTo("6 pods: 5 on the same node, 0 on another node, 0 pending here only, 0 placed here only, 1 pending in both");
  }

  @Test
  void theSameFileGivesTheSameOutput() throws IOException {
    String recording = recorded();
    byte[] first = Files.readAllBytes(Path.of(recording));
    assertThat(Files.readAllBytes(Path.of(recorded()))).isEqualTo(first);
    Ran ran = Ran.berth("simulate", "--replay", recording, "-o", "json");
    assertThat(Ran.berth("simulate", "--replay", recording, "-o", "json")).isEqualTo(ran);
    assertThat(ran.out()).contains("\"sameNode\": 5").contains("\"verdict\": \"pending in both\"");
  }

  @Test
  void anotherConfigurationIsComparedWithTheRecordedOne() throws IOException {
    Path config = dir.resolve("config.yaml");
    Files.writeString(
        config,
        """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        profiles:
        - schedulerName: default-scheduler
          plugins: {filter: {disabled: [{name: NodeResourcesFit}, {name: PodTopologySpread}]}}
        """);
    Ran ran = Ran.berth("simulate", "--replay", recorded(), "--config", config.toString());
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(lastLine(ran.out())).contains("1 placed here only, 0 pending in both");
  }

  @Test
  void podsOfOtherSchedulersFollowTheRecordingAndAreTold() {
    Ran ran = Ran.berth("simulate", "--replay", recorded(), "--scheduler-name", "mine");
    assertThat(ran.err()).contains("warning: pods ask for default-scheduler, and only mine is simulated");
    assertThat(lastLine(ran.out())).startsWith("0 pods: ");
  }

  @Test
  void filesThatAreNoRecordingsAreRefused() throws IOException {
    Path text = Files.writeString(dir.resolve("pods.yaml"), PODS);
    refused(text.toString(), "pods.yaml: is no recording of berth record: it is not compressed as one");
    refused(file("missing"), "missing: does not exist; --replay takes a file that berth record wrote");
    byte[] whole = Files.readAllBytes(Path.of(recorded()));
    Path cut = Files.write(dir.resolve("cut.berth"), Arrays.copyOf(whole, whole.length - 30));
    refused(cut.toString(), "cut.berth: breaks off after line ");
  }

  private static void refused(String file, String message) {
    Ran ran = Ran.berth("simulate", "--replay", file);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("error: ").contains(message);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void aRecordingIsNotWrittenOverWhatIsRead() throws IOException {
    Path input = Files.writeString(dir.resolve("pods.yaml"), "{apiVersion: v1, kind: Node, metadata: {name: n1}}\n");
    String name = input.toString();
    for (var ran : List.of(Ran.berth("record", name, "--out", name), Ran.berth("record", "--kubeconfig", name, "--out", name))) {
      assertThat(ran.status()).isEqualTo(2);
      assertThat(ran.err()).isEqualTo("error: " + input + ": cannot be written (it is read as well)\n");
      assertThat(input).hasContent("{apiVersion: v1, kind: Node, metadata: {name: n1}}");
    }
  }

  @Test
  void commandLinesThatSayTooMuchOrTooLittleAreRefused() {
    assertThat(Ran.berth("simulate", "x.yaml", "--replay", "y.berth").status()).isEqualTo(2);
    assertThat(Ran.berth("simulate").err()).contains("Missing required parameter");
    assertThat(Ran.berth("record", "-").err()).contains("--out");
    Ran ran = Ran.withStdin(NODES + PODS, "record", "-", "--out", file("no/such/folder"));
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo("error: " + file("no/such/folder") + ": cannot be written (there is no folder " + file("no/such") + ")\n");
  }

  @Test
  void aTraceIsRecordedWithItsTimes() throws IOException {
    Path trace = Files.createDirectory(dir.resolve("openb"));
    Files.writeString(trace.resolve("openb_node_list_x.csv"), "sn,cpu_milli,memory_mib,gpu,model\nn1,1000,1024,1,T4\n");
    Files.writeString(
        trace.resolve("openb_pod_list_x.csv"),
        """
        name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
        first,500,1,1,600,,,,0,10,
        waits,500,1,1,600,,,,5,30,
        fails,500,1,1,600,,,,11,20,
        """);
    String out = file("trace.berth");
    Ran ran = Ran.berth("record", "--trace-format", "openb", trace.toString(), "--out", out);
    assertThat(ran.status()).as(ran.err()).isZero();
    Ran again = Ran.berth("simulate", "--replay", out);
    assertThat(lastLine(again.out()))
        .isEqualTo("3 pods: 2 on the same node, 0 on another node, 0 pending here only, 0 placed here only, 1 pending in both");
  }
}
