package io.berth.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.berth.app.Console;
import io.berth.framework.Feature;
import io.berth.framework.FeatureGates;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Guide and README show what the command takes. */
final class RunDocTest {
  private static final Pattern COMMAND = Pattern.compile("^(?:\\$|   ) \\./berth run (.*)$", Pattern.MULTILINE);
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
  private static final Pattern GATE = Pattern.compile("^\\| `\\w+` \\| [^|]+ \\| (on|off) \\|", Pattern.MULTILINE);

  private final String guide = Files.readString(Path.of("../docs/run.md"));
  private final String readme = Files.readString(Path.of("../README.md"));

  RunDocTest() throws IOException {}

  @Test
  void everyCommandLineIsOne() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    Console console = new Console(InputStream.nullInputStream(), nowhere, nowhere, false, System::nanoTime);
    List<String> commands = COMMAND.matcher(guide + readme).results().map(m -> m.group(1)).toList();

    assertThat(commands).hasSize(3);
    for (String command : commands) {
      assertThatCode(() -> new CommandLine(new RunCommand(console)).parseArgs(command.split(" "))).doesNotThrowAnyException();
    }
  }

  @Test
  void thePodAsksForTheScheduler() {
    String yaml = YAML.matcher(guide).results().map(m -> m.group(1)).findFirst().orElseThrow();

    assertThat(new KubernetesSerialization().unmarshal(yaml, Pod.class).getSpec().getSchedulerName()).isEqualTo("berth");
  }

  @Test
  void everyFeatureGateIsListedAsItIs() {
    List<String> rows = GATE.matcher(guide).results().map(MatchResult::group).toList();

    assertThat(rows)
        .containsExactlyElementsOf(FeatureGates.known().stream().sorted(Comparator.comparing(Feature::name)).map(RunDocTest::row).toList());
  }

  private static String row(Feature feature) {
    String maturity = feature.maturity() == Feature.Maturity.GA ? "GA" : feature.maturity().name().toLowerCase(Locale.ROOT);
    return "| `%s` | %s%s | %s |"
        .formatted(feature.name(), maturity, feature.locked() ? ", locked" : "", feature.enabledByDefault() ? "on" : "off");
  }
}
