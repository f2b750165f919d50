package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console blocks of the guide are run one after the other, and must say what the guide says; dots stand for more. */
class RecordDocTest {

  private static final Path ROOT = Path.of("..");

  @TempDir Path dir;

  @Test
  void whatTheGuideShowsIsWhatTheCommandsSay() throws IOException {
    List<SimulateDocTest.Block> blocks = SimulateDocTest.blocks(Files.readString(ROOT.resolve("docs/record.md")));
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(2);
    for (SimulateDocTest.Block block : blocks) {
      String[] args = Arrays.stream(block.command().split(" ")).skip(1).map(this::placed).toArray(String[]::new);
      Ran ran = Ran.berth(args);
      assertThat((ran.out() + ran.err()).replace(dir + "/", "")).as(block.command()).containsSubsequence(block.output().split("\\.\\.\\.\n"));
      assertThat(ran.status()).isZero();
    }
  }

  private String placed(String word) {
    return word.startsWith("examples/") ? ROOT.resolve(word).toString() : word.endsWith(".berth") ? dir.resolve(word).toString() : word;
  }
}
