package io.berth.simulator.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How one field of an object gets into a recording; objects are trees of maps, lists, text, numbers and truth values here. Text that is no
 * name goes into an anonymous recording only when it is an amount, a time, or one of the words that the API defines.
 */
@FunctionalInterface
interface Field {

  /** Amounts with their units, shares, times. */
  Pattern AMOUNT = Pattern.compile("[+-]?[0-9][0-9.:TZ+-]*([numkMGTPE]i?|Ki|[eE][+-]?[0-9]+|%)?");

  /** The value as it is recorded; {@code null} leaves it out. */
  @Nullable Object copy(Object value, Names names);

  /** Numbers, amounts, times and truth values. */
  static Field amount() {
    return (value, names) -> value instanceof String text && names.hidden() && !AMOUNT.matcher(text).matches() ? null : value;
  }

  /** One of these words. */
  static Field oneOf(String... words) {
    Set<String> known = Set.of(words);
    return (value, names) -> names.hidden() && !known.contains(String.valueOf(value)) ? null : value;
  }

  /** Text for people, which nothing depends on. */
  static Field text() {
    return (value, names) -> names.hidden() ? null : value;
  }

  /** A name of a domain. */
  static Field name(String domain) {
    return word((names, name) -> names.name(domain, name));
  }

  /** Text that is replaced. */
  static Field word(BiFunction<Names, String, String> replacement) {
    return (value, names) -> replacement.apply(names, String.valueOf(value));
  }

  /** That there is something, and nothing of it. */
  static Field presence() {
    return (value, names) -> Map.of();
  }

  /** An object with these fields, given as name and field in turn; it has no others. */
  static Field object(Object... namesAndFields) {
    Map<String, Field> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndFields.length; i += 2) {
      fields.put((String) namesAndFields[i], (Field) namesAndFields[i + 1]);
    }
    return (value, names) -> {
      Map<String, Object> copy = new LinkedHashMap<>();
      fields.forEach((name, field) -> {
        Object found = ((Map<?, ?>) value).get(name);
        Object kept = found == null ? null : field.copy(found, names);
        if (kept != null) {
          copy.put(name, kept);
        }
      });
      return copy;
    };
  }

  /** The same, left out when it has none but the first of its fields. */
  static Field objectWithMoreThan(String first, Object... namesAndFields) {
    Field object = object(namesAndFields);
    return (value, names) -> {
      Map<?, ?> copy = (Map<?, ?>) object.copy(value, names);
      return copy == null || copy.size() <= (copy.containsKey(first) ? 1 : 0) ? null : copy;
    };
  }

  /** A list; items that are left out are no part of it. */
  static Field list(Field item) {
    return (value, names) -> {
      List<Object> copy = new ArrayList<>();
      for (Object each : (List<?>) value) {
        Object kept = each == null ? null : item.copy(each, names);
        if (kept != null) {
          copy.add(kept);
        }
      }
      return copy;
    };
  }

  /** A map in the order of its new keys. */
  static Field map(BiFunction<Names, String, String> key, Field values) {
    return (value, names) -> {
      Map<String, Object> copy = new TreeMap<>();
      new TreeMap<>((Map<?, ?>) value).forEach((k, v) -> {
        Object kept = v == null ? null : values.copy(v, names);
        if (kept != null) {
          copy.put(key.apply(names, String.valueOf(k)), kept);
        }
      });
      return copy;
    };
  }

  /** Labels, or what has to be equal to them. */
  static Field labels() {
    return (value, names) -> {
      Map<String, Object> copy = new TreeMap<>();
      new TreeMap<>((Map<?, ?>) value).forEach((key, v) ->
          copy.put(names.labelKey((String) key), names.labelValue((String) key, v == null ? "" : (String) v)));
      return copy;
    };
  }

  /** Amounts by resource. */
  static Field resources() {
    return map(Names::resource, amount());
  }

  /** An object that tells by its {@code key} what its {@code value} or {@code values} are about. */
  static Field keyed(Field others) {
    return (value, names) -> {
      Map<?, ?> original = (Map<?, ?>) value;
      Map<String, Object> copy = new LinkedHashMap<>();
      String key = original.get("key") == null ? "" : (String) original.get("key");
      if (!key.isEmpty()) {
        copy.put("key", names.labelKey(key));
      }
      ((Map<?, ?>) others.copy(value, names)).forEach((name, kept) -> copy.put((String) name, kept));
      if (original.get("value") != null) {
        copy.put("value", names.labelValue(key, (String) original.get("value")));
      }
      if (original.get("values") instanceof List<?> values) {
        copy.put("values", values.stream().map(each -> names.labelValue(key, (String) each)).toList());
      }
      return copy;
    };
  }
}
