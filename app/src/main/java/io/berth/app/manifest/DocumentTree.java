package io.berth.app.manifest;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a small file with one YAML or JSON document as maps, lists, text, whole numbers, numbers and truth values. */
public final class DocumentTree {

  private final Tokens tokens;

  DocumentTree(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Reads the document; {@code null} when it cannot be read or is no object, which is told. Fields that are empty are left out. */
  public static @Nullable Map<String, Object> read(Source source, Problems problems) {
    try (var in = source.opener().open()) {
      boolean json = source.name().toLowerCase(Locale.ROOT).endsWith(".json");
      var splitter = new DocumentSplitter(in, bytes -> {});
      Map<String, Object> found = null;
      while (splitter.next()) {
        int line = splitter.line();
        var tokens = json || splitter.looksLikeJson() ? new JsonTokens(splitter.content(), line) : new YamlTokens(splitter.content(), line);
        Token first = tokens.next();
        if (first == Token.END || first == Token.NULL) {
          continue;
        }
        if (first != Token.BEGIN_MAP || found != null) {
          String what = found != null ? "has more than one document" : "is " + first.noun() + ", but must be an object";
          problems.error(new Problem(new Origin(source.name(), 0, 0, tokens.line()), "", "", what, "correct the file"));
          return null;
        }
        found = new DocumentTree(tokens).map();
        tokens.next();
      }
      if (found == null) {
        problems.error(Problem.ofFile(source.name(), "is empty", "name a file that is not"));
      }
      return found;
    } catch (MalformedException e) {
      problems.error(new Problem(new Origin(source.name(), 0, 0, e.line()), "", "", String.valueOf(e.getMessage()), e.advice()));
    } catch (IOException e) {
      problems.error(Problem.ofFile(source.name(), "cannot be read (" + IoReason.of(e) + ")", "check the file"));
    }
    return null;
  }

  private Map<String, Object> map() {
    var map = new LinkedHashMap<String, Object>();
    for (Token token = tokens.next(); token == Token.KEY; token = tokens.next()) {
      String key = tokens.text();
      int line = tokens.line();
      Object value = value(tokens.next());
      if (value != null && map.put(key, value) != null) {
        throw new MalformedException(line, key + " is given twice", "remove one of them");
      }
    }
    return map;
  }

  @Nullable Object value(Token token) {
    return switch (token) {
      case BEGIN_MAP -> map();
      case BEGIN_LIST -> list();
      case TEXT -> tokens.text();
      case INTEGER -> whole(new BigInteger(tokens.text()));
      case FLOAT -> Double.valueOf(tokens.text().replace("_", ""));
      case BOOLEAN -> Boolean.valueOf(tokens.text());
      case NULL, END, END_MAP, END_LIST, KEY -> null;
    };
  }

  private static Object whole(BigInteger number) {
    return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
  }

  private List<@Nullable Object> list() {
    var list = new ArrayList<@Nullable Object>();
    for (Token token = tokens.next(); token != Token.END_LIST && token != Token.END; token = tokens.next()) {
      list.add(value(token));
    }
    return list;
  }
}
