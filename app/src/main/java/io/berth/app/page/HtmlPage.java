package io.berth.app.page;

import io.berth.app.timeline.History;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Puts a history into a page: markup, style, program and data in one file. */
public final class HtmlPage {

  private static final List<String> SCRIPTS = List.of("model.js", "text.js", "cluster.js", "curves.js", "panels.js", "main.js");

  private HtmlPage() {}

  /**
   * Writes the page.
   *
   * @param title what the run was of
   * @throws IOException when the file cannot be written
   */
  public static void write(Path file, String title, History history, Explanations explanations) throws IOException {
    Files.writeString(file, of(title, history, explanations));
  }

  static String of(String title, History history, Explanations explanations) {
    var scripts = new StringBuilder();
    SCRIPTS.forEach(name -> scripts.append(resource(name)));
    return resource("page.html")
        .replace("{{title}}", escaped(title))
        .replace("{{style}}", resource("page.css"))
        .replace("{{program}}", scripts)
        .replace("{{data}}", PageData.of(title, history, explanations));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }

  private static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar has no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
