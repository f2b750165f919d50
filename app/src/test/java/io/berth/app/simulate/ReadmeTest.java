package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README shows of the first command is what it prints; dots stand for more. */
class ReadmeTest {

  private static final Path ROOT = Path.of("..");

  @Test
  void theFirstCommandPrintsWhatIsShown() throws IOException {
    List<SimulateDocTest.Block> blocks = SimulateDocTest.blocks(Files.readString(ROOT.resolve("README.md")));
    assertThat(blocks).hasSize(1);
    String[] words = blocks.get(0).command().split(" ");
    assertThat(words[0]).isEqualTo("./berth");
    Ran ran = Ran.berth(words[1], ROOT.resolve(words[2]).toString());
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).isEmpty();
    String[] shown = blocks.get(0).output().split("\\.\\.\\.\n");
    assertThat(ran.out()).startsWith(shown[0]).containsSubsequence(shown).endsWith(shown[shown.length - 1]);
  }
}
