package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every console block of the guides is run, and must say what the guide says. */
class SimulateDocTest {

  private static final Path ROOT = Path.of("..");

  record Block(String command, String output) {}

  @TestFactory
  List<DynamicTest> whatTheGuideShowsIsWhatTheCommandSays() throws IOException {
    List<Block> blocks = new ArrayList<>(blocks(Files.readString(ROOT.resolve("docs/simulate.md"))));
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
    blocks.addAll(blocks(Files.readString(ROOT.resolve("docs/preemption.md"))));
    return blocks.stream().map(block -> DynamicTest.dynamicTest(block.command, () -> run(block))).toList();
  }

  private static void run(Block block) {
    List<String> words = Arrays.asList(block.command.split(" "));
    assertThat(words.get(0)).isEqualTo("./berth");
    String[] args = words.stream().skip(1).map(w -> w.startsWith("examples/") ? ROOT.resolve(w).toString() : w).toArray(String[]::new);
    var ran = Ran.berth(args);
    assertThat((ran.out() + ran.err()).replace("../examples/", "examples/")).isEqualTo(block.output);
  }

  static List<Block> blocks(String guide) {
    var blocks = new ArrayList<Block>();
    String[] parts = guide.split("```console\n\\$ ");
    for (int i = 1; i < parts.length; i++) {
      String block = parts[i].substring(0, parts[i].indexOf("```"));
      int end = block.indexOf('\n') + 1;
      blocks.add(new Block(block.substring(0, end).strip(), block.substring(end)));
    }
    return blocks;
  }
}
