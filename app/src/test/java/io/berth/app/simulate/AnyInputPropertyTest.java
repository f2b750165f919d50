package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the input is, the command gives a result or says what is wrong; it never falls over. */
class AnyInputPropertyTest {

  private static final long SEED = 20261130;
  private static final List<String> WORDS =
      List.of("null", "-1", "[]", "{}", "\"\"", "~", "99999999999999999999", "1e400", "yes", "*x", "&x", "---", "...", "<<", "5x", "- ", ": ", "\t", "NaN");

  private static List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    try (var files = Files.walk(Path.of("..", "examples", "manifests"))) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.append(Files.readString(file)).append("---\n");
      }
      seeds.add(all.toString().getBytes(StandardCharsets.UTF_8));
    }
    seeds.add(
        """
        {"apiVersion": "v1", "kind": "List", "items": [
          {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1", "uid": "u1", "labels": {"a": "b"}},
           "spec": {"taints": [{"key": "k", "effect": "NoSchedule"}]},
           "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "9", "example.com/gpu": "2"}, "images": [{"names": ["i"], "sizeBytes": 5}]}},
          {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "uid": "u2"},
           "spec": {"nodeName": "n1", "priority": 5, "containers": [{"name": "c", "ports": [{"hostPort": 80, "containerPort": 80}]}],
            "initContainers": [{"name": "i", "restartPolicy": "Always", "resources": {"limits": {"cpu": "1"}}}], "overhead": {"cpu": "10m"}},
           "status": {"phase": "Running", "containerStatuses": [{"name": "c", "allocatedResources": {"cpu": "1"}, "resources": {"requests": {"cpu": "1"}}}]}},
          {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b", "labels": {"app": "x"}},
           "spec": {"containers": [{"name": "c", "image": "i"}], "resources": {"requests": {"cpu": "1"}}, "schedulingGates": [],
            "tolerations": [{"key": "k", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 3}],
            "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}]}]}},
             "podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 5, "podAffinityTerm": {"topologyKey": "a", "namespaceSelector": {}, "labelSelector": {"matchLabels": {"app": "x"}}}}]}},
            "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "a", "whenUnsatisfiable": "ScheduleAnyway", "labelSelector": {}, "matchLabelKeys": ["app"]}]}},
          {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "d"}, "spec": {"template": {"spec": {"containers": [{"name": "c"}]}}}}]}
        """
            .getBytes(StandardCharsets.UTF_8));
    return seeds;
  }

  @Test
  void theCommandNeverFallsOver() throws IOException {
    List<byte[]> seeds = seeds();
    int usable = 0;
    int runs = Integer.getInteger("berth.runs", 200);
    for (int run = 0; run < runs; run++) {
      long runSeed = Long.getLong("berth.seed", SEED) + run;
      var random = new Random(runSeed * 0x9E3779B97F4A7C15L); // seeds side by side begin alike
      byte[] input = mutated(seeds.get(random.nextInt(seeds.size())), random);
      var ran = Ran.on(new ByteArrayInputStream(input), false, "simulate", "-", "-o", "json");
      assertThat(ran.status())
          .as(() -> "seed " + runSeed + ", with\n" + new String(input, StandardCharsets.UTF_8) + "\n" + ran.err())
          .isIn(0, 2);
      assertThat(ran.out().isEmpty()).isEqualTo(ran.status() == 2);
      assertThat(ran.err().contains("error: ")).isEqualTo(ran.status() == 2);
      usable += ran.status() == 0 ? 1 : 0;
    }
    assertThat(usable).as("inputs that were simulated").isGreaterThan(runs / 8);
  }

  /** A script whose steps are as odd as the input may be. */
  @Test
  void norDoesItWithAnyScript(@TempDir Path folder) throws IOException {
    String steps = Files.readString(Path.of("..", "examples", "scripts", "shop.yaml"));
    byte[] seed =
        (steps
                + """

                - at: 40s
                  patch: node/node-*
                  with: {metadata: {labels: {a: b}}, spec: {taints: [{key: k, effect: NoSchedule}], unschedulable: null}, status: {allocatable: {cpu: 4, memory: 8Gi}}}
                - at: 50s
                  patch: pod/shop/*
                  with: {metadata: {annotations: {a: b}}, spec: {priority: 5, tolerations: [{key: k, operator: Exists}]}, status: {phase: Running}}
                """)
            .getBytes(StandardCharsets.UTF_8);
    int usable = 0;
    int runs = Integer.getInteger("berth.runs", 200) / 2;
    for (int run = 0; run < runs; run++) {
      long runSeed = Long.getLong("berth.seed", SEED) + run;
      byte[] script = mutated(seed, new Random(runSeed * 0x9E3779B97F4A7C15L));
      Path file = Files.write(folder.resolve("script.yaml"), script);
      var ran = Ran.berth("simulate", "../examples/manifests/shop", "--script", file.toString(), "-o", "json");
      assertThat(ran.status())
          .as(() -> "seed " + runSeed + ", with\n" + new String(script, StandardCharsets.UTF_8) + "\n" + ran.err())
          .isIn(0, 2);
      assertThat(ran.err().contains("error: ")).isEqualTo(ran.status() == 2);
      usable += ran.status() == 0 ? 1 : 0;
    }
    assertThat(usable).as("scripts that were played").isGreaterThan(runs / 8);
  }

  private static byte[] mutated(byte[] seed, Random random) {
    String text = new String(seed, StandardCharsets.ISO_8859_1);
    for (int i = random.nextInt(2); i >= 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(12));
      text =
          switch (random.nextInt(12)) {
            case 0 -> text.substring(0, at) + text.substring(end);
            case 1 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(at);
            case 2 -> text.substring(0, at) + WORDS.get(random.nextInt(WORDS.size())) + text.substring(at);
            case 3 -> random.nextInt(4) == 0 ? text.substring(0, at) : text;
            case 4, 5 -> withoutALine(text, at);
            default -> withAnotherValue(text, at, random);
          };
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String withoutALine(String text, int at) {
    int from = text.lastIndexOf('\n', at) + 1;
    int to = text.indexOf('\n', at);
    return text.substring(0, Math.min(from, text.length())) + (to < 0 ? "" : text.substring(to + 1));
  }

  /** What stands behind the next colon is replaced: by a value from elsewhere, or by something odd. */
  private static String withAnotherValue(String text, int at, Random random) {
    int colon = text.indexOf(": ", at);
    if (colon < 0) {
      return text;
    }
    String value = WORDS.get(random.nextInt(WORDS.size()));
    int other = text.indexOf(": ", random.nextInt(text.length()));
    if (other >= 0 && random.nextInt(3) > 0) {
      value = text.substring(other + 2, endOfValue(text, other + 2));
    }
    return text.substring(0, colon + 2) + value + text.substring(endOfValue(text, colon + 2));
  }

  private static int endOfValue(String text, int from) {
    int end = from;
    while (end < text.length() && ",}]\n".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }
}
