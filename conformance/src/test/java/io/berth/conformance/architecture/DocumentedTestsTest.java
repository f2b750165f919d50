package io.berth.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that the documentation names are there. */
class DocumentedTestsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*Test)((?:\\.\\w+)*)`");
  private static final Pattern SENTENCE = Pattern.compile("`([a-z]+[A-Z]\\w+)`");
  private static final String TEST_COLUMN = "| test |";

  private final Map<String, String> tests = new TreeMap<>();

  DocumentedTestsTest() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.map(folder -> folder.resolve("src/test/java")).filter(Files::isDirectory).toList()) {
        for (Path file : files(module, "Test.java")) {
          tests.merge(file.getFileName().toString().replace(".java", ""), Files.readString(file), String::concat);
        }
      }
    }
  }

  private static List<Path> files(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  @Test
  void everyTestThatTheDocumentationNamesIsThere() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path page : files(ROOT.resolve("docs"), ".md")) {
      boolean inTable = false;
      for (String line : Files.readAllLines(page)) {
        inTable = line.startsWith("|") && (inTable || line.endsWith(TEST_COLUMN));
        String where = page.getFileName() + ": ";
        classes(line).filter(name -> !isThere(name)).forEach(name -> missing.add(where + name));
        if (inTable) {
          sentences(line).filter(name -> !isSentence(name)).forEach(name -> missing.add(where + name));
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static Stream<String> classes(String line) {
    return CLASS.matcher(line).results().map(found -> found.group(1) + found.group(2));
  }

  /** Methods that are named without their class, in the last cell of a row. */
  private static Stream<String> sentences(String row) {
    Matcher names = SENTENCE.matcher(row.substring(row.lastIndexOf('|', row.length() - 2)));
    return names.results().map(found -> found.group(1));
  }

  private boolean isThere(String name) {
    String[] parts = name.split("\\.");
    String source = tests.get(parts[0]);
    boolean there = source != null;
    for (int i = 1; there && i < parts.length; i++) {
      there = Pattern.compile("\\b(void|class) " + parts[i] + "\\b").matcher(source).find();
    }
    return there;
  }

  private boolean isSentence(String name) {
    return tests.values().stream().anyMatch(source -> source.contains("void " + name + "("));
  }
}
