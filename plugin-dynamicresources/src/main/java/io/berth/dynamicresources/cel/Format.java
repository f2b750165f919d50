package io.berth.dynamicresources.cel;

import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named format of texts.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/format.go, v1.37.2.
 *
 * @param name how it is called
 * @param patternLength the length of the pattern that its cost is reckoned by
 * @param check what is wrong with a text; empty if nothing
 */
record Format(String name, int patternLength, Function<String, List<String>> check) implements KubeValue {

  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
  private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final Pattern UUID =
      Pattern.compile("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$");
  private static final Pattern BASE64 =
      Pattern.compile("^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$");
  private static final Pattern TIME =
      Pattern.compile("^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$");

  private static final Map<String, Format> ALL = new LinkedHashMap<>();

  static {
    add("dns1123Label", "DNS1123Label", 30, Format::label);
    add("dns1123Subdomain", "DNS1123Subdomain", 60, Format::subdomain);
    add("dns1035Label", "DNS1035Label", 30, Format::label1035);
    add("qualifiedName", "QualifiedName", 60, Format::qualifiedName);
    add("dns1123LabelPrefix", "DNS1123LabelPrefix", 30, text -> label(withoutTrailingDash(text)));
    add("dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", 60, text -> subdomain(withoutTrailingDash(text)));
    add("dns1035LabelPrefix", "DNS1035LabelPrefix", 30, text -> label1035(withoutTrailingDash(text)));
    add("labelValue", "LabelValue", 40, Format::labelValue);
    add("uri", "URI", 1103, Format::uri);
    add("uuid", "uuid", 79, text -> UUID.matches(text) ? List.of() : List.of("does not match the UUID format"));
    add("byte", "byte", 84, text -> BASE64.matches(text) ? List.of() : List.of("invalid base64"));
    add("date", "date", 74, text -> isDate(text) ? List.of() : List.of("invalid date"));
    add("datetime", "datetime", 74, text -> isDateTime(text) ? List.of() : List.of("invalid datetime"));
  }

  private static void add(String name, String title, int patternLength, Function<String, List<String>> check) {
    ALL.put(name, new Format(title, patternLength, check));
  }

  /** All formats by name. */
  static Map<String, Format> all() {
    return ALL;
  }

  /** What is wrong with a text. */
  List<String> problems(String text) {
    return check.apply(text);
  }

  private static List<String> label(String text) {
    List<String> problems = tooLong(text, 63, "characters");
    if (!Pattern.matches(LABEL, text)) {
      problems.add(Pattern.matches(SUBDOMAIN, text)
          ? "must not contain dots"
          : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an "
              + "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '" + LABEL + "')");
    }
    return problems;
  }

  private static List<String> subdomain(String text) {
    List<String> problems = tooLong(text, 253, "characters");
    if (!Pattern.matches(SUBDOMAIN, text)) {
      problems.add("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
          + "end with an alphanumeric character (e.g. 'example.com', regex used for validation is '" + SUBDOMAIN + "')");
    }
    return problems;
  }

  private static List<String> label1035(String text) {
    List<String> problems = tooLong(text, 63, "characters");
    if (!Pattern.matches(LABEL_1035, text)) {
      problems.add("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and "
          + "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '" + LABEL_1035 + "')");
    }
    return problems;
  }

  private static List<String> qualifiedName(String text) {
    String[] parts = text.split("/", -1);
    String expected = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
        + "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '" + KEY + "')";
    if (parts.length > 2) {
      return List.of("a valid label key " + expected + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    List<String> problems = new ArrayList<>();
    if (parts.length == 2) {
      (parts[0].isEmpty() ? List.of("must be non-empty") : subdomain(parts[0])).forEach(problem -> problems.add("prefix part " + problem));
    }
    String name = parts[parts.length - 1];
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    }
    tooLong(name, 63, "bytes").forEach(problem -> problems.add("name part " + problem));
    if (!Pattern.matches(KEY, name)) {
      problems.add("name part " + expected);
    }
    return problems;
  }

  private static List<String> labelValue(String text) {
    List<String> problems = tooLong(text, 63, "bytes");
    if (!Pattern.matches("(" + KEY + ")?", text)) {
      problems.add("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end "
          + "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(" + KEY + ")?')");
    }
    return problems;
  }

  private static List<String> tooLong(String text, int length, String unit) {
    List<String> problems = new ArrayList<>();
    if (text.getBytes(StandardCharsets.UTF_8).length > length) {
      problems.add("must be no more than " + length + " " + unit);
    }
    return problems;
  }

  private static String withoutTrailingDash(String text) {
    return text.length() > 1 && text.endsWith("-") ? text.substring(0, text.length() - 2) + "a" : text;
  }

  private static List<String> uri(String text) {
    String problem = UrlFunctions.problem(text);
    return problem == null ? List.of() : List.of(problem);
  }

  private static boolean isDate(String text) {
    try {
      return text.length() == 10 && LocalDate.parse(text) != null;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
    return parts.length >= 2 && isDate(parts[0]) && TIME.matches(parts[1]);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Format that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
