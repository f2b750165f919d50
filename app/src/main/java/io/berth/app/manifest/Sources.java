package io.berth.app.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Turns the arguments of a command into the files to read: files, directories (recursively, sorted) and {@code -} for standard input. */
public final class Sources {

  private Sources() {}

  /**
   * Finds the files. What is missing, unreadable or holds no manifests becomes an error in {@code problems}.
   *
   * @param arguments files, directories or {@code -}
   * @param stdin read for {@code -}, at most once
   */
  public static List<Source> of(List<String> arguments, InputStream stdin, Problems problems) {
    var sources = new LinkedHashMap<Path, Source>();
    boolean stdinUsed = false;
    for (String argument : arguments) {
      if (!argument.equals("-")) {
        add(argument, sources, problems);
      } else if (stdinUsed) {
        problems.error(Problem.ofFile("-", "standard input is named twice", "name it once"));
      } else {
        stdinUsed = true;
        sources.put(Path.of("-"), new Source("-", 0, true, () -> stdin));
      }
    }
    return List.copyOf(sources.values());
  }

  private static void add(String argument, Map<Path, Source> sources, Problems problems) {
    if (argument.isEmpty()) {
      problems.error(Problem.ofFile("\"\"", "is an empty name", "name a file or a directory"));
      return;
    }
    Path path;
    try {
      path = Path.of(argument);
    } catch (InvalidPathException e) {
      problems.error(Problem.ofFile(argument, "is not a valid path", "check the spelling"));
      return;
    }
    if (!Files.exists(path)) {
      problems.error(Problem.ofFile(argument, "does not exist", "check the spelling"));
    } else if (!Files.isReadable(path)) {
      problems.error(Problem.ofFile(argument, "cannot be read", "check its permissions"));
    } else if (Files.isDirectory(path)) {
      addDirectory(argument, path, sources, problems);
    } else {
      add(argument, path, true, sources, problems);
    }
  }

  private static void addDirectory(String argument, Path directory, Map<Path, Source> sources, Problems problems) {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.filter(f -> isManifest(directory, f)).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      problems.error(
          Problem.ofFile(argument, "cannot be listed (" + IoReason.of(e) + ")", "check the permissions of what is in it"));
      return;
    }
    if (files.isEmpty()) {
      problems.error(
          Problem.ofFile(argument, "is a directory without *.yaml, *.yml or *.json files", "name a directory that has manifests"));
    }
    for (Path file : files) {
      if (!Files.exists(file)) {
        problems.error(Problem.ofFile(file.toString(), "is a link to something that does not exist", "correct or remove it"));
      } else if (Files.isReadable(file)) {
        add(file.toString(), file, false, sources, problems);
      } else {
        problems.error(Problem.ofFile(file.toString(), "cannot be read", "check its permissions"));
      }
    }
  }

  private static boolean isManifest(Path root, Path file) {
    for (Path part : root.relativize(file)) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    String name = file.toString().toLowerCase(Locale.ROOT);
    return (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json"))
        && (Files.isRegularFile(file) || !Files.exists(file));
  }

  private static void add(String name, Path file, boolean named, Map<Path, Source> sources, Problems problems) {
    long size = 0;
    Path real = file.toAbsolutePath();
    try {
      real = file.toRealPath();
      size = Files.size(file);
    } catch (IOException e) {
      // Only the progress display needs the size; reading will tell what is wrong.
    }
    if (sources.containsKey(real)) {
      problems.warning("named twice", Problem.ofFile(name, "is named twice", "it is read once"));
    } else {
      sources.put(real, new Source(name, size, named, () -> Files.newInputStream(file)));
    }
  }
}
