package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which devices are held for whom, and who was evicted for whom: in each form that a run is told in. */
class HeldDevicesScenarioTest {

  private static final String SAMPLE = "../examples/manifests/gpu-preemption";
  private static final String SCRIPT = "../examples/scripts/gpu-preemption.yaml";

  @TempDir Path dir;

  private static Ran run(String script, String... more) {
    List<String> args = new ArrayList<>(List.of("simulate", SAMPLE, "--script", script, "--feature-gates", "DRAPreemption=true"));
    args.addAll(List.of(more));
    return Ran.berth(args.toArray(String[]::new));
  }

  @Test
  void aRunThatEndsInBetweenTellsWhoHasADeviceAndWhomItIsHeldFor() {
    assertThat(run(SCRIPT, "--until", "20s").out())
        .contains(
            """
            Preempted
            NAMESPACE  POD      NODE  AT   FOR              WHY
            default    nightly  n1    10s  default/serving  priority 100 over 0

            Devices
            NODE  DRIVER           DEVICE  HELD BY          HELD FOR
            n1    gpu.example.com  gpu-0   default/nightly  default/serving
            """);
  }

  @Test
  void programsReadTheSame() {
    assertThat(run(SCRIPT, "--until", "20s", "--timeline", "-o", "yaml").out())
        .contains("  seconds: 10.0\n  for: default/serving\n  why: priority 100 over 0\n")
        .contains("    heldFor:\n    - namespace: default\n      pod: serving\n      claim: serve\n")
        .contains(
            """
            - seconds: 10.0
              what: held
              namespace: default
              pod: serving
              node: n1
              devices:
              - driver: gpu.example.com
                pool: n1
                device: gpu-0
              text: gpu-0 (still allocated to claim default/nightly)
            """);
  }

  @Test
  void aHoldEndsWithThePodThoughTheDeviceIsNotFreeYet() throws IOException {
    Path script = dir.resolve("script.yaml");
    Files.writeString(script, Files.readString(Path.of(SCRIPT)) + "\n- at: 20s\n  delete: pod/default/serving\n");
    assertThat(run(script.toString(), "--timeline").out())
        .contains("       10s  held on n1 for default/serving: gpu-0 (still allocated to claim default/nightly)\n")
        .contains("       20s  no longer held on n1 for default/serving: gpu-0 (the pod is gone)\n")
        .contains("       40s  claim default/nightly gives its devices back\n");
  }

  @Test
  void toTellOfItChangesNothing() throws IOException {
    Path page = dir.resolve("page.html");
    String told = run(SCRIPT, "--until", "3m").out();
    assertThat(run(SCRIPT, "--until", "3m", "--html", page.toString()).out()).isEqualTo(told);
    assertThat(run(SCRIPT, "--until", "3m", "--timeline").out()).endsWith(told);
    assertThat(Files.readString(page)).contains("\"held\",\"holdEnded\"").contains("gpu-0 (still allocated to claim default/nightly)");
  }

  @Test
  void withoutTheGateNothingIsHeld() {
    var ran = Ran.berth("simulate", SAMPLE, "--script", SCRIPT, "--until", "3m", "--timeline");
    assertThat(ran.out()).doesNotContain("held on").doesNotContain("HELD FOR").doesNotContain("Preempted\n");
  }
}
