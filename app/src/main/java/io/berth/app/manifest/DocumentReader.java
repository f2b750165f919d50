package io.berth.app.manifest;

/** What the readings of one input share: where objects go, and what is wrong with them. */
final class DocumentReader {

  private final Problems problems;
  private final ObjectIssues issues;
  private final Binder binder;
  private final ManifestSink sink;
  private long objects;

  DocumentReader(Problems problems, ManifestSink sink) {
    this.problems = problems;
    this.sink = sink;
    issues = new ObjectIssues(problems);
    binder = new Binder(issues);
  }

  /** How many objects and lists were met, those that are left out included. */
  long objects() {
    return objects;
  }

  /** Reads the document that begins with the given token, the current one. */
  void document(Tokens tokens, Token first, Origin origin) {
    if (first != Token.NULL) {
      new ObjectReading(this, tokens, origin, null).read(first);
    }
  }

  /** The document that is being read cannot be read to its end. */
  void abandon(Origin origin) {
    issues.tell(origin, "", "");
    binder.clear();
  }

  void counted() {
    objects++;
  }

  Problems problems() {
    return problems;
  }

  ObjectIssues issues() {
    return issues;
  }

  Binder binder() {
    return binder;
  }

  ManifestSink sink() {
    return sink;
  }
}
