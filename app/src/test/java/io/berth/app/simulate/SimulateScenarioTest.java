package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.BerthCommand;
import io.berth.app.Console;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateScenarioTest {

  @TempDir Path dir;

  private static String node(String name, String cpu) {
    return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, status: {allocatable: {cpu: " + cpu + ", memory: 8Gi, pods: 10}}}\n---\n";
  }

  private static String pod(String name, String cpu, String more) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {" + more + "containers: [{name: c, resources: {requests: {cpu: " + cpu
        + "}}}]}}\n---\n";
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private static String lastLine(String text) {
    return text.substring(text.lastIndexOf('\n', text.length() - 2) + 1).strip();
  }

  @Test
  void placesWhatIsPendingAroundWhatRuns() {
    var ran = Ran.withStdin(node("n1", "2") + node("n2", "2") + pod("runs", "2", "nodeName: n1, ") + pod("new", "1", "") + pod("big", "3", ""), "simulate", "-");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(ran.out())
        .contains("NAMESPACE  POD  NODE\ndefault    new  n2\n")
        .contains("default/big\n  0/2 nodes are available: 2 Insufficient cpu. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.\n    n1, n2: Insufficient cpu (NodeResourcesFit)\n")
        .contains("cpu       4            2 (50%)  3 (75%)\n");
    assertThat(lastLine(ran.out())).isEqualTo("2 pods to place on 2 nodes beside 1 running: 1 placed, 1 pending");
  }

  @Test
  void theSameInputGivesTheSameOutput() {
    String input = "";
    for (int i = 0; i < 6; i++) {
      input += node("n" + i, "4");
    }
    input +=
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 9, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}}}";
    var first = Ran.withStdin(input, "simulate", "-", "-o", "json");
    assertThat(Ran.withStdin(input, "simulate", "-", "-o", "json")).isEqualTo(first);
    assertThat(first.out()).contains("\"fromWorkloads\": 9").contains("\"placed\": 9");
  }

  @Test
  void explainsAPlacedPodAndAPendingOne() {
    var ran =
        Ran.withStdin(
            node("n1", "2") + node("n2", "4") + pod("a", "1", "") + pod("b", "9", ""), "simulate", "-", "--explain", "a", "--explain", "default/b");
    assertThat(ran.status()).isZero();
    assertThat(ran.out())
        .containsPattern("Explanation of default/a \\(on n\\d\\)\n")
        .containsPattern("n\\d: fits, score \\d+, the pod is here\n")
        .contains("NodeResourcesFit ok")
        .contains("Explanation of default/b (pending)\n  0/2 nodes are available: 2 Insufficient cpu.")
        .contains("NodeResourcesFit NO (Insufficient cpu)")
        .containsPattern("scores: .*TaintToleration 100 x 3 = 300");
  }

  @Test
  void explainsInJsonWithEveryPlugin() {
    var ran = Ran.withStdin(node("n1", "2") + pod("a", "1", ""), "simulate", "-", "--explain", "a", "-o", "json");
    assertThat(ran.out()).contains("\"explanations\"").contains("\"plugin\": \"NodeAffinity\"").contains("\"normalized\"");
  }

  @Test
  void aPodToExplainThatIsNotThereIsTold() {
    var ran = Ran.withStdin(node("n1", "2") + pod("web-0", "1", ""), "simulate", "-", "--explain", "web");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).isEqualTo("error: --explain web: there is no such pod; did you mean default/web-0?\n");
  }

  @Test
  void volumesKeepAPodPendingUnlessTheyAreIgnored() {
    String input = node("n1", "2") + pod("db", "1", "volumes: [{name: data, persistentVolumeClaim: {claimName: c}}], ");
    var ran = Ran.withStdin(input, "simulate", "-");
    assertThat(ran.out()).contains("\"data\" (persistentVolumeClaim)");
    assertThat(lastLine(ran.out())).endsWith("0 placed, 1 pending");
    ran = Ran.withStdin(input, "simulate", "-", "--ignore-volumes");
    assertThat(lastLine(ran.out())).endsWith("1 placed, 0 pending; 1 with volumes that were ignored");
  }

  @Test
  void aClaimThatIsNotThereKeepsAPodPending() {
    var ran = Ran.withStdin(node("n1", "2") + pod("a", "1", "resourceClaims: [{name: gpu, resourceClaimName: g}], "), "simulate", "-");
    assertThat(ran.out()).contains("is held back by DynamicResources: there is no claim g\n");
    assertThat(lastLine(ran.out())).endsWith("0 placed, 1 pending");
  }

  @Test
  void aPodOfHigherPriorityPreemptsAndTheReportSaysWhomAndForWhom() {
    String classes = "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}\n---\n";
    String running = node("n1", "2") + pod("low", "2", "nodeName: n1, ");
    String input = classes + running + pod("a", "1", "priorityClassName: high, ");
    var ran = Ran.withStdin(input, "simulate", "-", "--timeline");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains(
        """
                0s  default/low preempted on n1 for default/a (priority 1000 over 0)
                0s  default/a nominated to n1
               30s  default/low is gone, leaves n1
               30s  default/a is ready (AssignedPodDelete: default/low left n1)
               30s  default/a cycle 2
               30s  default/a bound to n1
        """);
    assertThat(ran.out()).contains(
        """
        Preempted
        NAMESPACE  POD  NODE  AT  FOR        WHY
        default    low  n1    0s  default/a  priority 1000 over 0
        """);
    assertThat(lastLine(ran.out())).endsWith("1 placed, 0 pending; 1 preempted");
    assertThat(Ran.withStdin(input, "simulate", "-", "-o", "json").out())
        .contains("\"preempted\": [").contains("\"for\": \"default/a\"");
    String patient = classes.replace("value: 1000", "value: 1000, preemptionPolicy: Never");
    ran = Ran.withStdin(patient + running + pod("a", "1", "priorityClassName: high, "), "simulate", "-");
    assertThat(ran.out()).contains("preemption: not eligible due to preemptionPolicy=Never.").doesNotContain("Preempted");
  }

  @Test
  void aBudgetThatNobodyHasCountedIsWarnedOf() {
    String budget = "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: %s}, spec: {maxUnavailable: 1}%s}\n---\n";
    var ran = Ran.withStdin(budget.formatted("a", "") + budget.formatted("b", ", status: {disruptionsAllowed: 1}") + node("n1", "1Gi"), "simulate", "-");
    assertThat(ran.status()).isZero();
    assertThat(ran.err())
        .isEqualTo(
            "warning: -:1: document 1: PodDisruptionBudget default/a: status.disruptionsAllowed: is missing and counts as 0, so that "
                + "preemption spares all pods of this budget as far as it can; give the number that kubectl get prints of it, or that you expect\n");
  }

  @Test
  void podsThatAreNotTriedSayWhy() {
    String input =
        node("n1", "2")
            + pod("gated", "1", "schedulingGates: [{name: example.com/wait}], ")
            + pod("foreign", "1", "schedulerName: other, ")
            + pod("going", "1", "").replace("name: going", "name: going, deletionTimestamp: \"2026-01-01T00:00:00Z\"");
    var ran = Ran.withStdin(input, "simulate", "-");
    assertThat(ran.out())
        .contains("default/gated\n  is held back by SchedulingGates: example.com/wait\n")
        .contains("default/foreign\n  asks for the scheduler \"other\", and only default-scheduler is simulated; see --scheduler-name\n")
        .contains("default/going\n  is being deleted\n");
    assertThat(Ran.withStdin(input, "simulate", "-", "--explain", "foreign").err())
        .isEqualTo(
            "warning: --explain default/foreign: the pod asks for a scheduler that is not simulated; only default-scheduler is; see --scheduler-name\n");
    ran = Ran.withStdin(input, "simulate", "-", "--scheduler-name", "other", "-o", "yaml");
    assertThat(ran.out()).contains("placed: 1\n").contains("pod: foreign\n  node: n1\n");
  }

  @Test
  void whatIsLeftOutIsCountedAndWarnedOf() {
    String input =
        node("n1", "2")
            + pod("lost", "1", "nodeName: gone, ")
            + pod("done", "1", "nodeName: n1, ").replace("}\n---", ", status: {phase: Succeeded}}\n---")
            + pod("new", "1", "");
    var ran = Ran.withStdin(input, "simulate", "-");
    assertThat(ran.status()).isZero();
    assertThat(lastLine(ran.out()))
        .isEqualTo("1 pod to place on 1 node beside 0 running: 1 placed, 0 pending; 1 finished, left out; 1 on unknown nodes, left out");
    assertThat(ran.err())
        .isEqualTo("warning: -:3: document 2: Pod default/lost: spec.nodeName: there is no node gone in the input; the pod is left out\n");
  }

  @Test
  void anInputWithoutNodesPlacesNothingAndSaysSo() {
    var ran = Ran.withStdin(pod("a", "1", ""), "simulate", "-");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).isEqualTo("warning: the input has no nodes; no pod can be placed without any\n");
    assertThat(lastLine(ran.out())).isEqualTo("1 pod to place on 0 nodes beside 0 running: 0 placed, 1 pending");
  }

  @Test
  void unusableInputEndsWithStatusTwoAndAllErrorsAndNoResult() throws IOException {
    String good = file("good.yaml", node("n1", "2") + pod("a", "1", ""));
    String bad = file("bad.yaml", pod("a", "1", "") + pod("b", "-1", "") + "x: [\n");
    var ran = Ran.berth("simulate", good, bad, "nowhere.yaml");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().lines())
        .containsExactly(
            "error: nowhere.yaml: does not exist; check the spelling",
            "error: " + bad + ":1: document 1: Pod default/a: is a duplicate of " + good + ":3: document 2; remove or rename one of them",
            "error: " + bad + ":3: document 2: Pod default/b: spec.containers[0].resources.requests.cpu: \"-1\" is negative; give an amount of 0 or more",
            "error: " + bad + ":6: document 3: malformed YAML: while parsing a flow node, expected the node content, but found '<stream end>'; correct the text there");
  }

  @Test
  void whatAnApiServerWouldRefuseIsUnusable() {
    var ran = Ran.withStdin(node("n1", "2") + pod("a", "1", "priorityClassName: nope, "), "simulate", "-");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("error: -:3: document 2: Pod default/a: an API server would refuse it: ").contains("nope");
  }

  @Test
  void aConfigurationFileChoosesPlugins() throws IOException {
    String config =
        file(
            "c.yaml",
            "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration, profiles: [{schedulerName: mine, plugins: {filter: {disabled: [{name: NodeResourcesFit}]}}}]}");
    String input = file("i.yaml", node("n1", "1") + pod("a", "5", "schedulerName: mine, "));
    assertThat(lastLine(Ran.berth("simulate", "--config", config, input).out())).endsWith("1 placed, 0 pending");
    var ran = Ran.berth("simulate", "--config", file("d.yaml", "{}"), input);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("d.yaml: has no kind KubeSchedulerConfiguration or no apiVersion");
    ran = Ran.berth("simulate", "--config", config, "--scheduler-name", "x", input);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("--config and --scheduler-name do not go together");
  }

  @Test
  void profilesThatDoNotWorkTogetherAreTold() throws IOException {
    String config =
        file(
            "c.yaml",
            "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration, profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}]}}}]}");
    var ran = Ran.berth("simulate", "--config", config, file("i.yaml", node("n1", "1")));
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("error: " + config + ": ").doesNotContain("Exception");
  }

  @Test
  void replaysATraceAndEndsWithTheNumbers() throws IOException {
    file("openb_node_list_x.csv", "sn,cpu_milli,memory_mib,gpu,model\nn1,1000,1024,1,T4\n");
    file(
        "openb_pod_list_x.csv",
        """
        name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
        first,500,1,1,600,,,,0,10,
        waits,500,1,1,600,,,,5,30,
        fails,500,1,1,600,,,,11,20,
        other,500,1,1,100,G2,,,12,20,
        """);
    var ran = Ran.berth("simulate", "--trace-format", "openb", dir.toString());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(lastLine(ran.out())).isEqualTo("4 pods: 2 placed, 2 failed");
    assertThat(ran.out()).contains("2 x 0/1 nodes are available: 1 cannot allocate all claims.");
    ran = Ran.berth("simulate", "--trace-format", "openb", "--gpus", "extended-resource", dir.toString());
    assertThat(lastLine(ran.out())).isEqualTo("4 pods: 2 placed, 2 failed");
    assertThat(ran.out()).contains("1 x 0/1 nodes are available: 1 Insufficient openb/gpu-milli.");
    var json = Ran.berth("simulate", "--trace-format", "openb", dir.toString(), "-o", "json").out();
    assertThat(json).contains("\"placed\": 2,\n    \"failed\": 2\n").contains("\"pod\": \"first\",\n      \"arrival\": 0.0,\n      \"departure\": 10.0,\n      \"node\": \"n1\"");
  }

  @Test
  void replaysATraceThatIsMadeUp() {
    var args = List.of("simulate", "--trace-format", "opsche", "--nodes", "4", "--inter-arrival", "20s", "--until", "10m", "--priorities", "2");
    var ran = Ran.berth(args.toArray(String[]::new));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).startsWith("Replayed ").contains(" on 4 nodes over 0 h 10 min of virtual time");
    assertThat(Ran.berth(args.toArray(String[]::new)).out()).as("again").isEqualTo(ran.out());
    var other = new ArrayList<>(args);
    other.addAll(List.of("--seed", "2"));
    assertThat(Ran.berth(other.toArray(String[]::new)).out()).isNotEqualTo(ran.out());
  }

  @Test
  void aTraceThatCannotBeMadeUpIsTold() {
    var ran = Ran.berth("simulate", "--trace-format", "opsche", "--nodes", "0", "--priorities", "0");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo("error: an opsche trace: nodes is 0: give 1 to 100000\nerror: an opsche trace: priorities is 0: give 1 to 100\n");
    ran = Ran.berth("simulate", "--trace-format", "opsche", "--inter-arrival", "soon");
    assertThat(ran.err()).isEqualTo("error: --inter-arrival soon: is no time; write it like 500ms, 4s or 1m30s\n");
    assertThat(Ran.berth("simulate", "--trace-format", "opsche", "more").err()).startsWith("This trace is made up: there is nothing to read");
    ran = Ran.berth("simulate");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("Missing required parameter: 'FILE|DIR|-'");
  }

  @Test
  void aTraceThatCannotBeUsedIsTold() {
    var ran = Ran.berth("simulate", "--trace-format", "openb", dir.toString());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("error: " + dir + ": has no file openb_node_list*.csv; name a folder with exactly one");
    ran = Ran.berth("simulate", "--trace-format", "openb", dir.toString(), "more");
    assertThat(ran.err()).startsWith("A trace is one folder");
  }

  @Test
  void progressIsShownOnATerminalAndWipedInTheEnd() {
    var text = new StringBuilder(node("n1", "2"));
    for (int i = 0; i < 300; i++) {
      text.append(pod("p" + i, "1m", ""));
    }
    var stdin = new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8));
    var ran = Ran.on(stdin, true, "simulate", "-");
    assertThat(ran.err()).containsPattern("\rreading -: \\d+\\.\\d MB, \\d+ objects").contains("\rplacing 300 pods: ").endsWith(" \r");
    assertThat(Ran.withStdin(text.toString(), "simulate", "-").err()).isEmpty();
  }

  @Test
  void outputThatCannotBeWrittenIsNoSuccess() {
    var full = new Writer() {
      @Override
      public void write(char[] text, int from, int length) throws IOException {
        throw new IOException("No space left on device");
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    var err = new StringWriter();
    var stdin = new ByteArrayInputStream(node("n1", "2").getBytes(StandardCharsets.UTF_8));
    var console = new Console(stdin, new PrintWriter(full), new PrintWriter(err), false, () -> 0L);
    assertThat(BerthCommand.execute(console, "simulate", "-")).isEqualTo(1);
    assertThat(err).hasToString("berth: the output could not be written\n");
  }

  @Test
  void theCommandLineIsExplained() {
    var help = Ran.berth("simulate", "--help");
    assertThat(help.status()).isZero();
    assertThat(help.out()).contains("--explain=POD", "kubectl get nodes,pods", "Exit status:", "--ignore-volumes");
    assertThat(Ran.berth("--help").out()).contains("simulate");
    assertThat(Ran.berth("--version").out()).startsWith("berth ");
    for (List<String> wrong : List.of(List.of("simulate"), List.<String>of(), List.of("nope"), List.of("simulate", "-", "-o", "xml"))) {
      var ran = Ran.berth(wrong.toArray(String[]::new));
      assertThat(ran.status()).as(wrong.toString()).isEqualTo(2);
      assertThat(ran.err()).as(wrong.toString()).isNotEmpty().doesNotContain("Exception");
    }
  }
}
