package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns tokens into objects of the Kubernetes model. What is wrong is told to {@link Issues}, and reading goes on, so that the user sees
 * all of it. Not thread-safe; one serves a whole input.
 */
final class Binder {

  /** Hears of what is wrong with the object that is being read. */
  interface Issues {
    /** A value that cannot be used. */
    void wrong(int line, String field, String what, String advice);

    /** A value that an API server would refuse, but that can be used. */
    void refused(int line, String field, String what, String advice);

    /** A field that the type does not have; {@code pattern} is the same for every element of a list. */
    void unknownField(int line, String field, String pattern);
  }

  private static final int SHOWN = 100;
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private final Map<Class<?>, Schema> schemas = new HashMap<>();
  private final StringPool strings = new StringPool();
  private final QuantityReader quantities = new QuantityReader();
  private final FieldPath path = new FieldPath();
  private final Issues issues;

  Binder(Issues issues) {
    this.issues = issues;
  }

  /** Forgets an object that could not be read to its end. */
  void clear() {
    path.clear();
  }

  Schema schema(Class<?> type) {
    return schemas.computeIfAbsent(type, Schema::new);
  }

  /**
   * Reads one field of an object into it.
   *
   * @param seen the object's fields that have been read
   * @param name the field's name; the stream stands on the key
   */
  void field(Object bean, Schema schema, BitSet seen, String name, Tokens tokens) {
    Schema.Property property = schema.property(name);
    path.enter(property == null ? name : property.name());
    if (property == null) {
      issues.unknownField(tokens.line(), path.toString(), path.withoutIndexes());
      tokens.skip(tokens.next());
    } else {
      if (seen.get(property.index())) {
        issues.wrong(tokens.line(), path.toString(), "is given twice", "remove one of them");
      }
      seen.set(property.index());
      Token first = tokens.next();
      if (property.required() && isEmpty(tokens, first)) {
        issues.wrong(tokens.line(), path.toString(), "is empty", "give it a value");
      }
      Object value = value(tokens, first, property.type());
      if (value != null) {
        property.set(bean, value);
      }
    }
    path.leave();
  }

  private @Nullable Object value(Tokens tokens, Token token, FieldType type) {
    if (type == FieldType.Skipped.SKIPPED) {
      tokens.skip(token);
      return null;
    }
    if (token == Token.NULL) {
      return null;
    }
    if (type instanceof FieldType.Scalar scalar) {
      return scalar(tokens, token, scalar);
    } else if (type instanceof FieldType.Bean bean) {
      return token == Token.BEGIN_MAP ? bean(tokens, bean.type()) : mismatch(tokens, token, "an object");
    } else if (type instanceof FieldType.ListOf list) {
      return token == Token.BEGIN_LIST ? list(tokens, list.element()) : mismatch(tokens, token, "a list");
    } else if (type instanceof FieldType.MapOf map) {
      return token == Token.BEGIN_MAP ? map(tokens, map.value()) : mismatch(tokens, token, "an object");
    }
    throw new IllegalStateException("no reader for " + type);
  }

  private Object bean(Tokens tokens, Class<?> type) {
    Schema schema = schema(type);
    Object bean = schema.newBean();
    var seen = new BitSet(schema.properties().size());
    for (Token token = tokens.next(); token == Token.KEY; token = tokens.next()) {
      field(bean, schema, seen, tokens.text(), tokens);
    }
    for (String name : schema.required()) {
      Schema.Property property = schema.property(name);
      if (property != null && !seen.get(property.index())) {
        path.enter(name);
        issues.wrong(tokens.line(), path.toString(), "is missing", "give it a value");
        path.leave();
      }
    }
    return bean;
  }

  private static boolean isEmpty(Tokens tokens, Token token) {
    return token == Token.NULL || token == Token.TEXT && tokens.text().isEmpty();
  }

  private List<Object> list(Tokens tokens, FieldType type) {
    var list = new ArrayList<Object>(4);
    path.enterList();
    for (Token token = tokens.next(); token != Token.END_LIST && token != Token.END; token = tokens.next()) {
      path.nextElement();
      if (token == Token.NULL) {
        issues.wrong(tokens.line(), path.toString(), "is empty", "remove it or give it a value");
        continue;
      }
      Object value = value(tokens, token, type);
      if (value != null) {
        list.add(value);
      }
    }
    path.leave();
    list.trimToSize();
    return list;
  }

  private Map<String, Object> map(Tokens tokens, FieldType type) {
    var map = new LinkedHashMap<String, Object>(8);
    for (Token token = tokens.next(); token == Token.KEY; token = tokens.next()) {
      String key = strings.pooled(tokens.text());
      path.enter(key);
      Token first = tokens.next();
      if (key.equals(LAST_APPLIED)) {
        tokens.skip(first);
      } else {
        Object value = first == Token.NULL ? absent(type, tokens) : mapValue(tokens, first, type);
        if (value != null && map.put(key, value) != null) {
          issues.wrong(tokens.line(), path.toString(), "is given twice", "remove one of them");
        }
      }
      path.leave();
    }
    return map;
  }

  /** What an empty value in a map stands for: empty text, as for the API server; anything else must be said. */
  private @Nullable Object absent(FieldType type, Tokens tokens) {
    if (type == FieldType.Scalar.TEXT) {
      return "";
    }
    issues.wrong(tokens.line(), path.toString(), "is empty", "remove it or give it a value");
    return null;
  }

  private @Nullable Object mapValue(Tokens tokens, Token token, FieldType type) {
    Object value = value(tokens, token, type);
    if (type == FieldType.Scalar.QUANTITY && value != null && quantities.read(tokens.text()).negative()) {
      issues.wrong(tokens.line(), path.toString(), "\"" + tokens.text() + "\" is negative", "give an amount of 0 or more");
      return null;
    }
    return value;
  }

  private @Nullable Object scalar(Tokens tokens, Token token, FieldType.Scalar type) {
    return switch (type) {
      case TEXT -> token == Token.TEXT ? strings.pooled(tokens.text()) : mismatch(tokens, token, "text");
      case TIME -> token == Token.TEXT ? time(tokens) : mismatch(tokens, token, "text");
      case BOOLEAN -> token == Token.BOOLEAN ? Boolean.valueOf(tokens.text()) : mismatch(tokens, token, "true or false");
      case INT -> {
        Long number = whole(tokens, token, Integer.MIN_VALUE, Integer.MAX_VALUE);
        yield number == null ? null : number.intValue();
      }
      case LONG -> whole(tokens, token, Long.MIN_VALUE, Long.MAX_VALUE);
      case DOUBLE -> token == Token.INTEGER || token == Token.FLOAT ? decimal(tokens) : mismatch(tokens, token, "a number");
      case QUANTITY -> quantity(tokens, token);
      case INT_OR_TEXT -> {
        if (token == Token.TEXT) {
          yield new IntOrString(strings.pooled(tokens.text()));
        }
        Long number = whole(tokens, token, Integer.MIN_VALUE, Integer.MAX_VALUE);
        yield number == null ? null : new IntOrString(number.intValue());
      }
    };
  }

  private @Nullable String time(Tokens tokens) {
    if (TimeSyntax.isTime(tokens.text())) {
      return tokens.text();
    }
    String what = "\"" + abridged(tokens.text()) + "\" is no time";
    issues.wrong(tokens.line(), path.toString(), what, "write it like 2026-01-31T12:00:00Z, or leave it out");
    return null;
  }

  private @Nullable Object quantity(Tokens tokens, Token token) {
    if (token != Token.TEXT && token != Token.INTEGER && token != Token.FLOAT) {
      return mismatch(tokens, token, "a quantity such as 500m or 2Gi");
    }
    var result = quantities.read(tokens.text());
    if (result.quantity() == null) {
      issues.wrong(
          tokens.line(), path.toString(), "\"" + abridged(tokens.text()) + "\" is no quantity", "write it like 2, 500m, 0.5, 128Mi or 1e3");
    } else if (result.capped()) {
      issues.wrong(
          tokens.line(),
          path.toString(),
          "\"" + abridged(tokens.text()) + "\" is more than an API server keeps of an amount with such a suffix, 2^63-1",
          "give a smaller amount, or write it with a decimal suffix such as E");
    }
    return result.quantity();
  }

  private @Nullable Long whole(Tokens tokens, Token token, long least, long most) {
    if (token != Token.INTEGER) {
      mismatch(tokens, token, "a whole number");
      return null;
    }
    try {
      long number = Long.parseLong(tokens.text());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // More digits than 64 bits hold: told below, as any other number out of range.
    }
    issues.wrong(tokens.line(), path.toString(), abridged(tokens.text()) + " is out of range", "the limits are " + least + " and " + most);
    return null;
  }

  private @Nullable Double decimal(Tokens tokens) {
    try {
      return Double.valueOf(tokens.text());
    } catch (NumberFormatException e) {
      issues.wrong(tokens.line(), path.toString(), abridged(tokens.text()) + " is no number", "write it like 0.5");
      return null;
    }
  }

  /** A value as it is shown to the user: of a long one, the beginning. */
  private static String abridged(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "... (" + text.length() + " characters)";
  }

  private @Nullable Object mismatch(Tokens tokens, Token token, String wanted) {
    int line = tokens.line();
    boolean quoteIt = wanted.equals("text") && token.isScalar();
    boolean unquoteIt = token == Token.TEXT && !wanted.startsWith("an ") && !wanted.startsWith("a list");
    String advice = quoteIt ? "put it in quotes" : unquoteIt ? "write it without quotes, if that is what it is" : "correct its value";
    String shown = token.isScalar() ? "\"" + abridged(tokens.written()) + "\" is " + token.noun() : "is " + token.noun();
    issues.wrong(line, path.toString(), shown + ", but must be " + wanted, advice);
    tokens.skip(token);
    return null;
  }
}
