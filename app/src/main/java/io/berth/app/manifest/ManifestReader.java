package io.berth.app.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/**
 * Reads manifests as a stream. Objects go to a consumer as soon as they are read; of a list no more than one item is held at a time, and
 * what scheduling never reads (managed fields, environments, probes ...) is dropped on the way. Everything that is wrong goes to a {@link
 * Problems}; if it has errors at the end, what the consumer got is not the whole input and must not be used.
 */
public final class ManifestReader {

  /** Hears how far the reading has come. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Called now and then, on the reading thread.
     *
     * @param source what is being read
     * @param bytes how much of it was read
     * @param objects how many objects were read of all sources
     */
    void read(Source source, long bytes, long objects);
  }

  private final Problems problems;
  private final Progress progress;
  private final DocumentReader documents;

  /**
   * A reader for one input.
   *
   * @param sink gets every usable object, in the order of the input
   * @param problems gets what is wrong
   */
  public ManifestReader(ManifestSink sink, Problems problems, Progress progress) {
    this.problems = problems;
    this.progress = progress;
    documents = new DocumentReader(problems, sink);
  }

  /** Reads the sources one after another. */
  public void read(List<Source> sources) {
    sources.forEach(this::read);
  }

  private void read(Source source) {
    long before = documents.objects();
    long errors = problems.errorCount();
    try (InputStream in = source.opener().open()) {
      var splitter = new DocumentSplitter(in, bytes -> progress.read(source, bytes, documents.objects()));
      int document = 0;
      while (splitter.next()) {
        document = read(source, splitter, document);
      }
    } catch (IOException e) {
      problems.error(Problem.ofFile(source.name(), "cannot be read (" + IoReason.of(e) + ")", "check the file"));
    }
    if (documents.objects() == before && problems.errorCount() == errors) {
      empty(source);
    }
  }

  /** Reads what stands between two markers; gives the number of the last document. */
  private int read(Source source, DocumentSplitter splitter, int lastDocument) throws IOException {
    int document = lastDocument;
    int line = splitter.line();
    try {
      boolean json = source.name().toLowerCase(Locale.ROOT).endsWith(".json") || splitter.looksLikeJson();
      Tokens tokens = json ? new JsonTokens(splitter.content(), line) : new YamlTokens(splitter.content(), line);
      for (Token token = tokens.next(); token != Token.END; token = tokens.next()) {
        document++;
        documents.document(tokens, token, new Origin(source.name(), document, 0, tokens.line()));
      }
    } catch (MalformedException e) {
      int broken = Math.max(document, lastDocument + 1);
      var origin = new Origin(source.name(), broken, 0, e.line());
      documents.abandon(origin);
      problems.error(new Problem(origin, "", "", e.getMessage(), e.advice()));
      return broken;
    }
    return document;
  }

  private void empty(Source source) {
    if (source.named()) {
      problems.error(Problem.ofFile(source.name(), "has no manifests in it", "name a file that has some"));
    } else {
      problems.warning("empty file", Problem.ofFile(source.name(), "has no manifests in it", ""));
    }
  }
}
