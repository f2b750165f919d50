package io.berth.conformance.mutations;

import io.berth.conformance.mutations.Mutation.Edit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads mutations. A file has any number of them, each like this; lines that begin with {@code #} are notes:
 *
 * <pre>{@code
 * mutation binding-forgets-nothing
 * what after a failed binding the pod's room is not given back
 * with dra
 * in scheduler/src/main/java/io/berth/scheduler/internal/cycle/BindingCycles.java
 * -Status forgotten = context.cache().forget(assumed);
 * +Status forgotten = Status.SUCCESS;
 * }</pre>
 *
 * <p>{@code with} may be left out. What follows {@code -} is looked for as it stands, several lines as one text; it is replaced by what
 * follows {@code +}, if anything does. Several such pairs may follow each other.
 */
final class MutationFile {
  private final List<Mutation> mutations = new ArrayList<>();
  private final List<Edit> edits = new ArrayList<>();
  private final List<String> from = new ArrayList<>();
  private final List<String> to = new ArrayList<>();
  private String name = "";
  private String what = "";
  private String themes = "";
  private String file = "";

  private MutationFile() {}

  /** All mutations of the folder's files, in the order of their names. */
  static List<Mutation> readAll(Path folder) throws IOException {
    List<Mutation> all = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(path -> path.toString().endsWith(".txt")).sorted().toList();
    }
    for (Path path : files) {
      all.addAll(parse(Files.readAllLines(path)));
    }
    return all;
  }

  static List<Mutation> parse(List<String> lines) {
    MutationFile reader = new MutationFile();
    for (String line : lines) {
      reader.read(line);
    }
    reader.endMutation();
    return reader.mutations;
  }

  private void read(String line) {
    if (line.startsWith("-")) {
      if (!to.isEmpty()) {
        endEdit();
      }
      from.add(line.substring(1));
    } else if (line.startsWith("+")) {
      to.add(line.substring(1));
    } else if (line.startsWith("mutation ")) {
      endMutation();
      name = line.substring("mutation ".length()).strip();
    } else if (line.startsWith("what ")) {
      what = line.substring("what ".length()).strip();
    } else if (line.startsWith("with ")) {
      themes = line.substring("with ".length()).strip();
    } else if (line.startsWith("in ")) {
      file = line.substring("in ".length()).strip();
    } else if (!line.isBlank() && !line.startsWith("#")) {
      throw new IllegalArgumentException("mutation " + name + ": what is \"" + line + "\"?");
    } else if (!from.isEmpty()) {
      endEdit();
    }
  }

  private void endEdit() {
    if (!from.isEmpty()) {
      edits.add(new Edit(String.join("\n", from), String.join("\n", to)));
    }
    from.clear();
    to.clear();
  }

  private void endMutation() {
    endEdit();
    if (!name.isEmpty()) {
      if (what.isEmpty() || file.isEmpty() || edits.isEmpty()) {
        throw new IllegalArgumentException("mutation " + name + " does not say what is wrong, in which file, and how");
      }
      mutations.add(new Mutation(name, what, themes, file, edits));
    }
    edits.clear();
    name = "";
    what = "";
    themes = "";
    file = "";
  }
}
