package io.berth.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void helpNamesTheSuites() {
    assertThat(run("--help")).isZero();
    assertThat(text(out)).contains("usage: conformance/run SUITE [FILE...]", "podrequests");
  }

  @Test
  void anUnknownSuiteIsUnusableInput() {
    assertThat(run("nosuch")).isEqualTo(2);
    assertThat(text(err)).startsWith("no suite is called nosuch; there are ").contains("podrequests");
  }

  @Test
  void noSuiteAtAllIsUnusableInput() {
    assertThat(run()).isEqualTo(2);
    assertThat(text(err)).contains("usage:");
  }

  @Test
  void aFileOfAnotherSuiteIsUnusableInput() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "{\"suite\":\"hints\",\"cases\":[]}");
    assertThat(run("podrequests", file.toString())).isEqualTo(2);
    assertThat(text(err).strip()).isEqualTo(file + " is of the suite \"hints\", not podrequests");
  }

  @Test
  void aFileThatIsNotThereIsUnusableInput() {
    Path file = folder.resolve("none.json");
    assertThat(run("podrequests", file.toString())).isEqualTo(2);
    assertThat(text(err)).startsWith(file + ": cannot be read");
  }

  private int run(String... args) {
    return Main.run(
        List.of(args),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
