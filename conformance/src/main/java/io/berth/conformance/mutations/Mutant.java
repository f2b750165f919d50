package io.berth.conformance.mutations;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The program with one mutation in it, loaded beside the program as it is. */
final class Mutant implements AutoCloseable {
  private static final String SEARCH = "io.berth.conformance.histories.FailureSearch";

  private final URLClassLoader loader;

  private Mutant(URLClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Compiles the mutated file against everything else.
   *
   * @param root of the sources
   * @param scratch a folder for what is compiled
   * @throws IllegalArgumentException when the mutation does not apply or cannot be compiled
   */
  static Mutant of(Mutation mutation, Path root, Path scratch) throws IOException {
    Path source = scratch.resolve("src").resolve(mutation.file());
    Path classes = scratch.resolve("classes");
    Files.createDirectories(Objects.requireNonNull(source.getParent()));
    Files.createDirectories(classes);
    Files.writeString(source, mutation.applyTo(Files.readString(root.resolve(mutation.file()))));
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "mutations need a JDK, not a mere JRE");
    StringWriter problems = new StringWriter();
    String classPath = System.getProperty("java.class.path");
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-nowarn", "-proc:none", "-parameters", "-cp", classPath, "-d", classes.toString());
      if (!compiler.getTask(problems, files, null, options, null, files.getJavaFileObjects(source)).call()) {
        throw new IllegalArgumentException("mutation " + mutation.name() + " does not compile:\n" + problems);
      }
    }
    List<URL> urls = new ArrayList<>();
    urls.add(classes.toUri().toURL());
    for (String entry : classPath.split(File.pathSeparator)) {
      if (!entry.isEmpty()) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return new Mutant(new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader()));
  }

  /** Answers for each seed what does not hold in its history; an empty text when everything holds. */
  LongFunction<String> search(String themes) {
    try {
      Object search = loader.loadClass(SEARCH).getConstructor(String.class).newInstance(themes);
      @SuppressWarnings("unchecked") // the class is ours, in another loader
      LongFunction<String> typed = (LongFunction<String>) search;
      return typed;
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException(broken);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
