package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnusualInputScenarioTest {

  private static String node(String name, String memory) {
    return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, status: {allocatable: {cpu: 4, memory: " + memory + ", pods: 10}}}\n---\n";
  }

  private static String pod(String name, String requests) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {containers: [{name: c, resources: {requests: {" + requests
        + "}}}]}}\n---\n";
  }

  @Test
  void whatIsBiggerThan64BitsIsComparedExactly() {
    var ran =
        Ran.withStdin(
            node("n1", "100E") + pod("fits", "memory: 100E") + pod("more", "memory: 10E") + pod("vast", "memory: 1e399") + pod("fast", "cpu: 1e399"),
            "simulate",
            "-");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .contains("default    fits  n1\n")
        .contains("default/more\n  0/1 nodes are available: 1 Insufficient memory.")
        .contains("default/vast\n  0/1 nodes are available: 1 Insufficient memory.")
        .contains("default/fast\n  0/1 nodes are available: 1 Insufficient cpu.")
        .contains("1 placed, 3 pending");
  }

  @Test
  void sumsOverNodesAreExactAtAnySize() {
    String input = node("n1", "8E") + node("n2", "16E") + pod("a", "memory: 8E") + pod("b", "memory: 4E");
    assertThat(Ran.withStdin(input, "simulate", "-").out()).contains("memory    20.8Ei       0 (0%)  10.4Ei (50%)\n");
    assertThat(Ran.withStdin(input, "simulate", "-", "-o", "json").out())
        .contains("\"allocatable\": \"24000000000000000000\"", "\"after\": \"12000000000000000000\"");
  }

  @Test
  void anInputOfWhichNothingIsUsedIsUnusable() {
    var ran = Ran.withStdin("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}", "simulate", "-");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .isEqualTo(
            "warning: -:1: document 1: kind v1 ConfigMap is not used by the simulation, and the object is left out\n"
                + "error: nothing in the input is used by a simulation; give it nodes and pods, or workloads\n");
  }

  @Test
  void aPodThatIsLeftOutCannotBeExplainedAndIsToldSo() {
    String input =
        node("n1", "1Gi")
            + "{apiVersion: v1, kind: Pod, metadata: {name: done}, spec: {containers: [{name: c}]}, status: {phase: Succeeded}}\n---\n"
            + "{apiVersion: v1, kind: Pod, metadata: {name: away}, spec: {nodeName: n9, containers: [{name: c}]}}\n";
    var done = Ran.withStdin(input, "simulate", "-", "--explain", "done");
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err())
        .contains("error: --explain done: the pod has come to its end and is left out; name one that is running or waiting\n");
    var away = Ran.withStdin(input, "simulate", "-", "--explain", "default/away");
    assertThat(away.err())
        .contains(
            "error: --explain default/away: the pod is on a node that is not in the input and is left out; name one that is running or waiting\n");
  }

  @Test
  void aPodThatPendsBecauseOfItsVolumesSaysHowToPlaceIt() {
    String claim =
        "{apiVersion: v1, kind: Pod, metadata: {name: db}, spec: {containers: [{name: c}], "
            + "volumes: [{name: v, persistentVolumeClaim: {claimName: v}}]}}\n";
    assertThat(Ran.withStdin(node("n1", "1Gi") + claim, "simulate", "-").err())
        .isEqualTo(
            "warning: 1 pod stays pending because of volumes, which are not simulated; --ignore-volumes places pods as if they had none\n");
    assertThat(Ran.withStdin(node("n1", "1Gi") + claim, "simulate", "-", "--ignore-volumes").err()).isEmpty();
  }

  @Test
  void anUnknownFormatIsToldInTheSpellingOfTheHelp() {
    assertThat(Ran.berth("simulate", "x.yaml", "-o", "xml").err())
        .startsWith("Invalid value for option '--output': expected table, json or yaml but was 'xml'");
    assertThat(Ran.berth("simulate", "x", "--trace-format", "xml").err())
        .startsWith("Invalid value for option '--trace-format': expected openb or opsche but was 'xml'");
    assertThat(Ran.berth("simulate", "x", "--gpus", "xml").err())
        .startsWith("Invalid value for option '--gpus': expected devices or extended-resource but was 'xml'");
  }

  @Test
  void anOptionThatWouldHaveNoEffectIsRefused() {
    for (String option : new String[] {"--nodes=4", "--seed=4", "--priorities=4", "--inter-arrival=4s"}) {
      assertThat(Ran.berth("simulate", "x.yaml", option).err())
          .startsWith(option.substring(0, option.indexOf('=')) + " has no effect without --trace-format opsche.\n");
    }
    assertThat(Ran.berth("simulate", "--trace-format", "opsche", "--gpus", "devices").err())
        .startsWith("--gpus has no effect without --trace-format openb.\n");
    assertThat(Ran.berth("simulate", "x.yaml", "--replay-mode", "follow").err()).startsWith("--replay-mode has no effect without --replay.\n");
    assertThat(Ran.berth("simulate", "x.yaml", "--replay-mode", "follow").status()).isEqualTo(2);
  }

  @Test
  void aCommandThatThereIsNotIsTold() {
    assertThat(Ran.berth("simulat", "x.yaml").err()).startsWith("There is no command simulat.\nUsage: berth ");
    assertThat(Ran.berth("--nope").err()).startsWith("Unknown option: '--nope'\n");
  }

  @Test
  void emptyNamesAreRefused() {
    var file = Ran.berth("simulate", "");
    assertThat(file.status()).isEqualTo(2);
    assertThat(file.err()).isEqualTo("error: \"\": is an empty name; name a file or a directory\n");
    var scheduler = Ran.withStdin(node("n1", "1Gi"), "simulate", "-", "--scheduler-name", "");
    assertThat(scheduler.status()).isEqualTo(2);
    assertThat(scheduler.err())
        .isEqualTo("--scheduler-name is empty; give the name that pods have in spec.schedulerName.\nSee berth simulate --help.\n");
  }

  @Test
  void aWorkloadOfMorePodsThanTheLimitIsUnusable() {
    var ran =
        Ran.withStdin(
            node("n1", "1Gi")
                + "{apiVersion: apps/v1, kind: Deployment, metadata: {name: big}, spec: {replicas: 2147483647, selector: {matchLabels: {a: b}}, "
                + "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}}}",
            "simulate",
            "-");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("error: -:3: document 2: Deployment default/big: stands for 2147483647 pods");
  }

  @Test
  void anUnknownFeatureGateIsRefusedWithTheKnownOnes() {
    var ran = Ran.withStdin(node("n1", "8Gi"), "simulate", "--feature-gates", "DRAPreemtion=true", "-");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("--feature-gates: unknown feature gates: DRAPreemtion; known: ").contains("DRAPreemption");
  }

  @Test
  void aLockedFeatureGateIsNotSwitchedOff() {
    var ran = Ran.withStdin(node("n1", "8Gi"), "simulate", "--feature-gates", "NodeDeclaredFeatures=false,=true", "-");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("--feature-gates: =true has no name before the equals sign.");

    ran = Ran.withStdin(node("n1", "8Gi"), "simulate", "--feature-gates", "NodeDeclaredFeatures=false", "-");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .contains("--feature-gates: cannot set feature gate NodeDeclaredFeatures to false, feature is locked to true.");
  }

  @Test
  void featureGatesMayBeGivenSeveralTimesAndEndWithAComma() {
    var ran =
        Ran.withStdin(
            node("n1", "8Gi"), "simulate", "--feature-gates", "AllAlpha=true,", "--feature-gates", "DRAPreemption=false", "--feature-gates", "", "-");
    assertThat(ran.status()).isEqualTo(0);
    assertThat(ran.err()).isEmpty();
  }
}
