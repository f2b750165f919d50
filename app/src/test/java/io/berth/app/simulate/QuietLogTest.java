package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the log, which goes to the process's standard error, does not say. */
class QuietLogTest {

  private static final String CONFLICT =
      """
      {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: "8", memory: 16Gi, pods: "110"}}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: p, namespace: default}
      spec:
        containers: [{name: c, image: x}]
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
              - matchFields:
                - {key: metadata.name, operator: In, values: [a]}
                - {key: metadata.name, operator: In, values: [b]}
      """;

  @Test
  void aPodThatIsTurnedDownAtOnceIsNoErrorOfThoseWhoHadNoTurn() {
    PrintStream before = System.err;
    var log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      assertThat(Ran.withStdin(CONFLICT, "simulate", "-").out()).contains("pod affinity terms conflict. not found");
    } finally {
      System.setErr(before);
    }
    assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("PostFilter failed");
  }
}
