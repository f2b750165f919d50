package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON merge patch as it stands in a file, with its lines: fields that are given take the place of the object's, empty ones remove them,
 * lists are replaced.
 */
public final class MergePatch {

  private static final String ADVICE = "leave it out, or delete the object and create another one";
  private static final List<String> TYPE = List.of("apiVersion", "kind");
  private static final List<String> IDENTITY = List.of("name", "namespace", "uid", "creationTimestamp");

  /** Where a pod is: it is bound, and not written. */
  private static final List<String> PLACE = List.of("nodeName");

  /** A field: where it stands, and either its fields, if it is an object, or its value. */
  private record Entry(int line, @Nullable Map<String, Entry> fields, RecordedTokens value) {
    boolean removes() {
      return fields == null && value.again().next() == Token.NULL;
    }
  }

  private final Map<String, Entry> fields;

  private MergePatch(Map<String, Entry> fields) {
    this.fields = fields;
  }

  /** Reads the object that begins with the current token. */
  static MergePatch read(Tokens tokens) {
    return new MergePatch(fields(tokens));
  }

  private static Map<String, Entry> fields(Tokens tokens) {
    Map<String, Entry> fields = new LinkedHashMap<>();
    for (Token token = tokens.next(); token == Token.KEY; token = tokens.next()) {
      String name = tokens.text();
      int line = tokens.line();
      Token first = tokens.next();
      var value = new RecordedTokens();
      Map<String, Entry> inner = first == Token.BEGIN_MAP ? fields(tokens) : null;
      if (inner == null) {
        value.record(tokens, first);
      }
      if (fields.put(name, new Entry(line, inner, value)) != null) {
        throw new MalformedException(line, name + " is given twice", "remove one of them");
      }
    }
    return fields;
  }

  /** Whether an object stays what it is called, since when it is there, and a pod where it is; anything else is told. */
  boolean keepsIdentity(Manifest manifest, Map<?, ?> tree, Problems problems) {
    Map<String, Entry> changed = new LinkedHashMap<>(changed("", TYPE, fields, tree));
    changed.putAll(changedIn("metadata", IDENTITY, tree));
    if (manifest.object() instanceof Pod) {
      changed.putAll(changedIn("spec", PLACE, tree));
    }
    changed.forEach(
        (field, entry) ->
            problems.error(
                new Problem(manifest.origin().atLine(entry.line()), manifest.subject(), field, "cannot be changed", ADVICE)));
    return changed.isEmpty();
  }

  /** The object with the patch; what is not of the patch stands on the given line. */
  RecordedTokens merged(Map<?, ?> object, int line) {
    var merged = new RecordedTokens();
    merge(object, fields, line, merged);
    return merged;
  }

  private Map<String, Entry> changedIn(String parent, List<String> names, Map<?, ?> tree) {
    Entry entry = fields.get(parent);
    return entry == null || entry.fields() == null
        ? Map.of()
        : changed(parent + ".", names, entry.fields(), tree.get(parent) instanceof Map<?, ?> had ? had : Map.of());
  }

  /** Those of the names that the patch gives another value than the object has. */
  private static Map<String, Entry> changed(String path, List<String> names, Map<String, Entry> fields, Map<?, ?> had) {
    Map<String, Entry> changed = new LinkedHashMap<>();
    for (String name : names) {
      Entry entry = fields.get(name);
      if (entry != null) {
        RecordedTokens given = entry.value().again();
        boolean same = entry.fields() == null && given.next().isScalar() && given.text().equals(had.get(name));
        if (!same) {
          changed.put(path + name, entry);
        }
      }
    }
    return changed;
  }

  private static void merge(Map<?, ?> object, Map<String, Entry> patch, int line, RecordedTokens into) {
    into.add(Token.BEGIN_MAP, "", line);
    object.forEach(
        (name, value) -> {
          Entry entry = patch.get(String.valueOf(name));
          if (entry == null) {
            into.add(Token.KEY, String.valueOf(name), line);
            add(value, line, into);
          } else {
            merge(String.valueOf(name), value, entry, into);
          }
        });
    patch.forEach(
        (name, entry) -> {
          if (!object.containsKey(name)) {
            merge(name, null, entry, into);
          }
        });
    into.add(Token.END_MAP, "", line);
  }

  private static void merge(String name, @Nullable Object before, Entry entry, RecordedTokens into) {
    if (entry.removes()) {
      return;
    }
    into.add(Token.KEY, name, entry.line());
    if (entry.fields() != null) {
      merge(before instanceof Map<?, ?> had ? had : Map.of(), entry.fields(), entry.line(), into);
    } else {
      RecordedTokens value = entry.value().again();
      into.record(value, value.next());
    }
  }

  private static void add(@Nullable Object value, int line, RecordedTokens into) {
    if (value instanceof Map<?, ?> map) {
      merge(map, Map.of(), line, into);
    } else if (value instanceof List<?> list) {
      into.add(Token.BEGIN_LIST, "", line);
      list.forEach(element -> add(element, line, into));
      into.add(Token.END_LIST, "", line);
    } else {
      into.add(kind(value), String.valueOf(value), line);
    }
  }

  private static Token kind(@Nullable Object scalar) {
    if (scalar == null) {
      return Token.NULL;
    }
    if (scalar instanceof Boolean) {
      return Token.BOOLEAN;
    }
    if (scalar instanceof Number) {
      return scalar instanceof Double || scalar instanceof Float || scalar instanceof BigDecimal ? Token.FLOAT : Token.INTEGER;
    }
    return Token.TEXT;
  }
}
