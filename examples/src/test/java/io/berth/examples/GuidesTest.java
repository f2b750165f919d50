package io.berth.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each block of Java in these guides stands, to the letter, in a sample or in one of its tests, which are compiled and run. */
final class GuidesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("^```java\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"docs/testing.md", "docs/record.md"})
  void whatAGuideShowsIsCompiledAndRun(String guide) throws IOException {
    List<String> blocks = BLOCK.matcher(Files.readString(ROOT.resolve(guide))).results().map(found -> found.group(1)).toList();
    assertThat(blocks).isNotEmpty();
    List<String> samples = samples();
    assertThat(blocks).allSatisfy(block -> assertThat(samples).as(block).anyMatch(sample -> sample.contains(block)));
  }

  /** The sources as they are, and with the indentation of what stands in a class or in a method taken off. */
  private static List<String> samples() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("examples/src"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      List<String> texts = new ArrayList<>();
      for (Path source : sources) {
        String text = Files.readString(source);
        texts.addAll(List.of(text, text.replaceAll("(?m)^ {2}", ""), text.replaceAll("(?m)^ {4}", "")));
      }
      return texts;
    }
  }
}
