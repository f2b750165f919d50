package io.berth.framework.selector;

import java.util.ArrayList;
import java.util.List;

/**
 * The syntax of label keys and values, with upstream's words for what is wrong.
 *
 * <p>Source: apimachinery/pkg/api/validate/content/kube.go and dns.go, v0.37.2.
 */
public final class LabelSyntax {

  private static final int MAX_NAME = 63;
  private static final int MAX_SUBDOMAIN = 253;
  private static final String NAME_FORMAT = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String LABEL_FORMAT = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String NAME_RULE = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start"
      + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
      + NAME_FORMAT + "')";

  private LabelSyntax() {}

  /** Whether this is a valid label key: an optional DNS subdomain and a slash, and a name. */
  public static boolean isLabelKey(String key) {
    return keyProblems(key).isEmpty();
  }

  /** What is wrong with a label key; empty if nothing is. */
  public static List<String> keyProblems(String key) {
    int slash = key.indexOf('/');
    List<String> problems = new ArrayList<>(0);
    if (slash >= 0) {
      if (key.indexOf('/', slash + 1) >= 0) {
        problems.add("a valid label key " + NAME_RULE.substring("name part ".length())
            + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        return problems;
      }
      prefixProblems(key.substring(0, slash), problems);
    }
    String name = key.substring(slash + 1);
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (byteLength(name) > MAX_NAME) {
      problems.add("name part must be no more than 63 bytes");
    }
    if (!isName(name)) {
      problems.add(NAME_RULE);
    }
    return problems;
  }

  /** What is wrong with a label value; empty if nothing is. */
  public static List<String> valueProblems(String value) {
    List<String> problems = new ArrayList<>(0);
    if (byteLength(value) > MAX_NAME) {
      problems.add("must be no more than 63 bytes");
    }
    if (!value.isEmpty() && !isName(value)) {
      problems.add("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
          + " start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for"
          + " validation is '(" + NAME_FORMAT + ")?')");
    }
    return problems;
  }

  private static void prefixProblems(String prefix, List<String> problems) {
    if (prefix.isEmpty()) {
      problems.add("prefix part must be non-empty");
      return;
    }
    if (byteLength(prefix) > MAX_SUBDOMAIN) {
      problems.add("prefix part must be no more than 253 bytes");
    }
    if (!isSubdomain(prefix)) {
      problems.add("prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
          + " and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
          + LABEL_FORMAT + "(\\." + LABEL_FORMAT + ")*')");
    }
  }

  private static boolean isName(String name) {
    if (name.isEmpty() || !isAlphanumeric(name.charAt(0)) || !isAlphanumeric(name.charAt(name.length() - 1))) {
      return false;
    }
    for (int i = 1; i < name.length() - 1; i++) {
      char c = name.charAt(i);
      if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return true;
  }

  private static boolean isSubdomain(String text) {
    boolean afterDot = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
      boolean inside = !afterDot && i + 1 < text.length();
      if (!plain && !(inside && (c == '-' && text.charAt(i + 1) != '.' || c == '.' && text.charAt(i - 1) != '-'))) {
        return false;
      }
      afterDot = c == '.';
    }
    return !text.isEmpty();
  }

  private static boolean isAlphanumeric(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  /** The length in UTF-8, which is what upstream counts. */
  private static int byteLength(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      length += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isHighSurrogate(c) ? 4 : Character.isLowSurrogate(c) ? 0 : 3;
    }
    return length;
  }
}
