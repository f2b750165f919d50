package io.berth.simulator.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file of comma-separated values with a header. Values have no quotes, as in the traces that are read. */
final class CsvTable {

  private final Path file;
  private final Consumer<TraceProblem> problems;
  private final Map<String, Integer> columns = new HashMap<>();

  private CsvTable(Path file, Consumer<TraceProblem> problems) {
    this.file = file;
    this.problems = problems;
  }

  /** One line. */
  final class Row {
    private final String[] values;
    private final int line;
    private boolean usable = true;

    private Row(String[] values, int line) {
      this.values = values;
      this.line = line;
    }

    /** The value in a column. */
    String text(String column) {
      return values[columns.get(column)].strip();
    }

    /** The value in a column that must not be empty. */
    String name(String column) {
      if (text(column).isEmpty()) {
        wrong(column, "is empty", "give a name");
      }
      return text(column);
    }

    /** The whole number of 0 or more in a column; 0 when it is something else, which is told. */
    long count(String column) {
      String text = text(column);
      try {
        long number = Long.parseLong(text);
        if (number >= 0) {
          return number;
        }
        wrong(column, text + " is negative", "give 0 or more");
      } catch (NumberFormatException e) {
        wrong(column, text.isEmpty() ? "is empty" : "\"" + text + "\" is no whole number", "give a whole number of 0 or more");
      }
      return 0;
    }

    /** Tells what is wrong with a value. */
    void wrong(String column, String what, String advice) {
      usable = false;
      problems.accept(new TraceProblem(file, line, column, what, advice));
    }

    boolean isUsable() {
      return usable;
    }

    int line() {
      return line;
    }
  }

  /** Reads a file line by line; empty lines are left out. */
  static void read(Path file, List<String> wanted, Consumer<TraceProblem> problems, Consumer<Row> rows) {
    new CsvTable(file, problems).read(wanted, rows);
  }

  private void read(List<String> wanted, Consumer<Row> rows) {
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String header = in.readLine();
      if (!header(header, wanted)) {
        return;
      }
      int line = 1;
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        line++;
        if (!text.isBlank()) {
          row(text, line, rows);
        }
      }
    } catch (CharacterCodingException e) {
      problems.accept(TraceProblem.ofFile(file, "is not UTF-8 text", "save it as UTF-8"));
    } catch (IOException e) {
      problems.accept(TraceProblem.ofFile(file, "cannot be read (" + e.getMessage() + ")", "check the file"));
    }
  }

  private boolean header(@Nullable String header, List<String> wanted) {
    if (header == null) {
      problems.accept(TraceProblem.ofFile(file, "is empty", "its first line names the columns: " + String.join(",", wanted)));
      return false;
    }
    String[] names = header.split(",", -1);
    for (int i = 0; i < names.length; i++) {
      columns.put(names[i].strip(), i);
    }
    List<String> missing = wanted.stream().filter(name -> !columns.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      problems.accept(
          new TraceProblem(file, 1, "", "has no column " + String.join(", ", missing), "the columns are " + String.join(",", wanted)));
    }
    return missing.isEmpty();
  }

  private void row(String text, int line, Consumer<Row> rows) {
    String[] values = text.split(",", -1);
    int names = columns.values().stream().max(Integer::compare).orElse(0) + 1;
    if (values.length != names) {
      problems.accept(
          new TraceProblem(file, line, "", "has " + values.length + " values, but the header names " + names, "correct the line"));
    } else {
      rows.accept(new Row(Arrays.copyOf(values, values.length), line));
    }
  }
}
