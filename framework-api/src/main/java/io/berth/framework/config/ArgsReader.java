package io.berth.framework.config;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads plugin arguments from what a YAML or JSON parser gives: maps with text as keys, lists, text, whole numbers, booleans and
 * {@code null}, which counts as absent. Wrong types and unknown fields become {@linkplain #problems() problems}; what was wrong
 * reads as absent, so that one pass finds everything. Not thread-safe.
 *
 * <p>As strict as upstream's decoder: field names are compared exactly, a number is not text, and {@code apiVersion} and {@code
 * kind} may be there if they are right.
 */
public final class ArgsReader {
  private static final String API_VERSION = "kubescheduler.config.k8s.io/v1";

  private final String what;
  private final String path;
  private final Map<?, ?> values;
  private final Problems problems;
  private final List<ArgsReader> readers;
  private final TreeSet<String> known = new TreeSet<>();

  private ArgsReader(String what, String path, Map<?, ?> values, Problems problems, List<ArgsReader> readers) {
    this.what = what;
    this.path = path;
    this.values = values;
    this.problems = problems;
    this.readers = readers;
    readers.add(this);
  }

  /**
   * Starts to read.
   *
   * @param what the arguments' kind, such as {@code NodeResourcesFitArgs}
   * @param args the whole arguments
   */
  public static ArgsReader of(String what, Map<String, ?> args) {
    ArgsReader reader = new ArgsReader(what, "", args, new Problems(), new ArrayList<>());
    reader.mustBe("apiVersion", API_VERSION);
    reader.mustBe("kind", what);
    return reader;
  }

  private void mustBe(String field, String expected) {
    String value = string(field);
    if (value != null && !value.isEmpty() && !value.equals(expected)) {
      problems.add(path(field), "\"" + value + "\" should be \"" + expected + "\" or absent");
    }
  }

  /** Where a field of this object is, for a problem. */
  public String path(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  /** What is wrong so far; callers add what they find. */
  public Problems problems() {
    return problems;
  }

  /**
   * Ends the reading, of the objects within as well.
   *
   * @throws InvalidArgsException when anything is wrong, fields included that nobody has asked for
   */
  public void finish() {
    for (ArgsReader reader : readers) {
      for (Object key : reader.values.keySet()) {
        if (!(key instanceof String name) || !reader.known.contains(name)) {
          problems.add(reader.path(String.valueOf(key)), "unknown field; known: " + String.join(", ", reader.known));
        }
      }
    }
    problems.throwIfAny(what);
  }

  /** The text of a field, or {@code null}. */
  public @Nullable String string(String field) {
    return as(field, value(field), String.class, "text");
  }

  /** The truth of a field, or the given one. */
  public boolean bool(String field, boolean otherwise) {
    Boolean value = as(field, value(field), Boolean.class, "true or false");
    return value == null ? otherwise : value;
  }

  /** The whole number of a field, or the given one; a number beyond 32 bits is a problem. */
  public int int32(String field, int otherwise) {
    return (int) whole(field, otherwise, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** The whole number of a field, or the given one; a number beyond 64 bits is a problem. */
  public long int64(String field, long otherwise) {
    return whole(field, otherwise, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long whole(String field, long otherwise, long min, long max) {
    Object value = value(field);
    if (value == null) {
      return otherwise;
    }
    boolean isWhole =
        value instanceof Integer || value instanceof Long || value instanceof BigInteger || value instanceof Short;
    if (!isWhole) {
      problems.add(path(field), show(value) + " should be a whole number");
      return otherwise;
    }
    BigInteger number = new BigInteger(value.toString());
    if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
      problems.add(path(field), number + " is not between " + min + " and " + max);
      return otherwise;
    }
    return number.longValue();
  }

  /** The texts of a list field; empty when it is absent. */
  public List<String> strings(String field) {
    List<String> texts = new ArrayList<>();
    int i = 0;
    for (Object element : elements(field)) {
      String text = as(field + "[" + i++ + "]", element, String.class, "text");
      texts.add(text == null ? "" : text);
    }
    return texts;
  }

  /** The object in a field, or {@code null}. */
  public @Nullable ArgsReader object(String field) {
    Map<?, ?> map = as(field, value(field), Map.class, "an object");
    return map == null ? null : new ArgsReader(what, path(field), map, problems, readers);
  }

  /** The objects of a list field; empty when it is absent. */
  public List<ArgsReader> objects(String field) {
    List<ArgsReader> objects = new ArrayList<>();
    int i = 0;
    for (Object element : elements(field)) {
      String name = field + "[" + i++ + "]";
      Map<?, ?> map = as(name, element, Map.class, "an object");
      objects.add(new ArgsReader(what, path(name), map == null ? Map.of() : map, problems, readers));
    }
    return objects;
  }

  private List<?> elements(String field) {
    List<?> list = as(field, value(field), List.class, "a list");
    return list == null ? List.of() : list;
  }

  private @Nullable Object value(String field) {
    known.add(field);
    return values.get(field);
  }

  private <T> @Nullable T as(String field, @Nullable Object value, Class<T> type, String expected) {
    if (value == null) {
      return null;
    }
    if (!type.isInstance(value)) {
      problems.add(path(field), show(value) + " should be " + expected);
      return null;
    }
    return type.cast(value);
  }

  private static String show(Object value) {
    if (value instanceof Map) {
      return "an object";
    }
    if (value instanceof List) {
      return "a list";
    }
    return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
  }
}
