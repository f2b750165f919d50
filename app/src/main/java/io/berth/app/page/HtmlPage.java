package io.berth.app.page;

import io.berth.app.timeline.History;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts a history into a page: markup, style, program and data in one file. */
public final class HtmlPage {

  private static final List<String> SCRIPTS = List.of("model.js", "text.js", "cluster.js", "curves.js", "panels.js", "main.js");

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

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
    Map<String, String> parts =
        Map.of(
            "title", escaped(title),
            "style", resource("page.css"),
            "program", scripts.toString(),
            "data", PageData.of(title, history, explanations));
    return PLACE.matcher(resource("page.html")).replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
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
