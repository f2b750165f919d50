package io.berth.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.BerthCommand;
import io.berth.app.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class RunCommandTest {
  private final StringWriter err = new StringWriter();

  @Test
  void anUnusableKubeconfigIsOneLineAndExitStatusTwo() {
    assertThat(berth("run", "--kubeconfig", "/does/not/exist")).isEqualTo(2);

    assertThat(err).hasToString(
        "error: /does/not/exist: does not exist; --kubeconfig takes the file that kubectl would use" + System.lineSeparator());
  }

  @Test
  void anUnusableConfigurationIsExitStatusTwo() {
    assertThat(berth("run", "--config", "/does/not/exist")).isEqualTo(2);

    assertThat(err.toString()).startsWith("error: /does/not/exist: does not exist");
  }

  @Test
  void aFileAndNamesDoNotGoTogether() {
    assertThat(berth("run", "--config", "a.yaml", "--scheduler-name", "b")).isEqualTo(2);

    assertThat(err.toString()).startsWith("--config and --scheduler-name do not go together");
  }

  @Test
  void aPortMustBeOne() {
    assertThat(berth("run", "--port", "70000")).isEqualTo(2);

    assertThat(err.toString()).startsWith("--port 70000 is no port");
  }

  private int berth(String... args) {
    var console =
        new Console(InputStream.nullInputStream(), new PrintWriter(new StringWriter()), new PrintWriter(err), false, System::nanoTime);
    return BerthCommand.execute(console, args);
  }
}
