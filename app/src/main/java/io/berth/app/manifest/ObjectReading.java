package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The reading of one object, or of one list, whose items are read one by one and never held together. The kind may stand behind the fields
 * that it explains; what comes before it is kept for so long.
 */
final class ObjectReading {

  /** What the items of a typed list are. */
  record ItemKind(String apiVersion, String kind) {}

  private enum Mode {
    UNDECIDED,
    OBJECT,
    LIST,
    IGNORED
  }

  private final DocumentReader reader;
  private final Tokens tokens;
  private final Origin origin;
  private final boolean inherited;
  private @Nullable String apiVersion;
  private @Nullable String kind;
  private Mode mode = Mode.UNDECIDED;
  private @Nullable RecordedTokens before;
  private @Nullable HasMetadata bean;
  private @Nullable Schema schema;
  private final BitSet seen = new BitSet();

  ObjectReading(DocumentReader reader, Tokens tokens, Origin origin, @Nullable ItemKind itemKind) {
    this.reader = reader;
    this.tokens = tokens;
    this.origin = origin;
    inherited = itemKind != null;
    if (itemKind != null) {
      apiVersion = itemKind.apiVersion();
      kind = itemKind.kind();
    }
  }

  /** Reads it, from the given token, the current one. */
  void read(Token first) {
    reader.counted();
    if (first != Token.BEGIN_MAP) {
      reader.problems().error(
          new Problem(origin, "", "", "is " + first.noun() + ", but must be an object", "begin it with apiVersion and kind"));
      tokens.skip(first);
      return;
    }
    decide();
    for (Token token = tokens.next(); token == Token.KEY; token = tokens.next()) {
      field(tokens.text());
    }
    finish();
  }

  private void field(String name) {
    if (name.equals("kind") || name.equals("apiVersion")) {
      head(name);
      decide();
    } else if (name.equals("items") && (mode == Mode.UNDECIDED || mode == Mode.LIST)) {
      items();
    } else if (bean != null && schema != null) {
      reader.binder().field(bean, schema, seen, name, tokens);
    } else if (mode == Mode.UNDECIDED) {
      if (before == null) {
        before = new RecordedTokens();
      }
      before.add(tokens, Token.KEY);
      before.record(tokens, tokens.next());
    } else {
      tokens.skip(tokens.next());
    }
  }

  private void head(String name) {
    int line = tokens.line();
    Token token = tokens.next();
    String known = name.equals("kind") ? kind : apiVersion;
    if (token != Token.TEXT) {
      reader.issues().wrong(line, name, "is " + token.noun() + ", but must be text", "correct its value");
      tokens.skip(token);
    } else if (known != null && !(inherited && known.equals(tokens.text()))) {
      reader.issues().wrong(
          line,
          name,
          inherited ? "is " + tokens.text() + ", but this is a list of " + apiVersion + " " + kind : "is given twice",
          inherited ? "use kind List for a mixed list" : "remove one of them");
    } else if (name.equals("kind")) {
      kind = tokens.text();
    } else {
      apiVersion = tokens.text();
    }
  }

  private void decide() {
    if (mode != Mode.UNDECIDED || apiVersion == null || kind == null) {
      return;
    }
    Class<? extends HasMetadata> type = Kinds.type(apiVersion, kind);
    if (type != null) {
      mode = Mode.OBJECT;
      schema = reader.binder().schema(type);
      bean = type.cast(schema.newBean());
      replay(bean, schema);
    } else {
      mode = Kinds.isList(kind) ? Mode.LIST : Mode.IGNORED;
    }
    before = null;
  }

  private void replay(HasMetadata target, Schema targetSchema) {
    if (before != null) {
      while (before.next() == Token.KEY) {
        reader.binder().field(target, targetSchema, seen, before.text(), before);
      }
    }
  }

  private void items() {
    mode = Mode.LIST;
    int line = tokens.line();
    Token first = tokens.next();
    if (first == Token.NULL) {
      return;
    }
    if (first != Token.BEGIN_LIST) {
      reader.issues().wrong(line, "items", "is " + first.noun() + ", but must be a list", "correct its value");
      tokens.skip(first);
      return;
    }
    reader.issues().tell(origin, "", kind == null ? "" : kind);
    ItemKind itemKind = itemKind();
    int item = 0;
    for (Token token = tokens.next(); token != Token.END_LIST && token != Token.END; token = tokens.next()) {
      var itemOrigin = new Origin(origin.file(), origin.document(), ++item, tokens.line());
      new ObjectReading(reader, tokens, itemOrigin, itemKind).read(token);
    }
  }

  /** A {@code List} names the kind at each item, a {@code PodList} only once. */
  private @Nullable ItemKind itemKind() {
    if (kind == null || apiVersion == null || kind.equals("List")) {
      return null;
    }
    return new ItemKind(apiVersion, kind.substring(0, kind.length() - "List".length()));
  }

  private void finish() {
    if (kind == null || apiVersion == null) {
      String missing = kind != null ? "apiVersion is missing" : apiVersion != null ? "kind is missing" : "kind and apiVersion are missing";
      reader.issues().wrong(origin.line(), "", missing, advice());
    } else if (mode == Mode.LIST && !Kinds.isList(kind)) {
      String what = "a " + kind + " has items before its kind, so that it was taken for a list";
      reader.issues().wrong(origin.line(), "items", what, "put kind first");
    }
    String subject = kind == null ? "" : kind;
    if (bean != null && kind != null) {
      ObjectChecks.check(bean, origin, reader.issues());
      var meta = bean.getMetadata();
      subject = meta == null ? kind : Manifest.subject(kind, meta.getNamespace(), meta.getName());
    }
    boolean usable = bean != null && !reader.issues().hasErrors();
    reader.issues().tell(origin, kind == null ? "" : kind, subject);
    if (mode == Mode.IGNORED && kind != null && apiVersion != null) {
      reader.problems().warning(
          "kind " + apiVersion + " " + kind, new Problem(origin, "", "", Kinds.whyIgnored(apiVersion, kind), ""));
    } else if (bean != null && usable) {
      reader.sink().accept(new Manifest(bean, origin));
    } else if (bean != null && bean.getMetadata() != null && bean.getMetadata().getName() != null) {
      reader.sink().broken(new Manifest(bean, origin));
    }
  }

  private String advice() {
    if (mode == Mode.LIST) {
      return "a list needs both";
    }
    return origin.item() > 0 ? "name them at the item, or put the list's kind before its items" : "a manifest needs both";
  }
}
