package io.berth.app.manifest;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What an unquoted YAML scalar means to Kubernetes' tools, which read YAML 1.1: {@code yes} is true, {@code 010} is eight, {@code ~} is
 * nothing. Source: go.yaml.in/yaml/v2 {@code resolve.go}, which {@code kubectl} uses.
 */
final class YamlScalars {

  private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  /** A whole number with more digits fits nowhere; it stays as it is written. */
  private static final int LONGEST = 1_000;

  private static final Map<String, Token> WORDS = new HashMap<>();

  static {
    for (String word : new String[] {"y", "yes", "true", "on", "n", "no", "false", "off"}) {
      putForms(word, Token.BOOLEAN);
    }
    putForms("null", Token.NULL);
    WORDS.put("~", Token.NULL);
    for (String sign : new String[] {"", "+", "-"}) {
      WORDS.put(sign + ".inf", Token.FLOAT);
      WORDS.put(sign + ".Inf", Token.FLOAT);
      WORDS.put(sign + ".INF", Token.FLOAT);
    }
    WORDS.put(".nan", Token.FLOAT);
    WORDS.put(".NaN", Token.FLOAT);
    WORDS.put(".NAN", Token.FLOAT);
  }

  private YamlScalars() {}

  private static void putForms(String word, Token token) {
    WORDS.put(word, token);
    WORDS.put(word.toUpperCase(Locale.ROOT), token);
    WORDS.put(word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1), token);
  }

  /** What kind of value it is. */
  static Token kind(String plain) {
    if (plain.isEmpty()) {
      return Token.NULL;
    }
    char first = plain.charAt(0);
    boolean number = first >= '0' && first <= '9' || first == '+' || first == '-' || first == '.';
    if (!number && "yYnNtTfFoO~".indexOf(first) < 0) {
      return Token.TEXT;
    }
    Token word = plain.length() <= 5 ? WORDS.get(plain) : null;
    if (word != null) {
      return word;
    }
    if (!number) {
      return Token.TEXT;
    }
    String digits = plain.indexOf('_') < 0 ? plain : plain.replace("_", "");
    if (radix(digits) != 0) {
      return Token.INTEGER;
    }
    return FLOAT.matcher(digits).matches() ? Token.FLOAT : Token.TEXT;
  }

  /** The decimal form of a scalar that {@link #kind} calls a whole number. */
  static String decimal(String plain) {
    String digits = plain.replace("_", "");
    int radix = radix(digits);
    int start = digits.charAt(0) == '-' || digits.charAt(0) == '+' ? 1 : 0;
    String body = digits.substring(start + prefixLength(digits, start));
    if (radix == 10 && start == 0) {
      return body;
    }
    if (body.length() > LONGEST) {
      return plain;
    }
    return new BigInteger((digits.charAt(0) == '-' ? "-" : "") + body, radix).toString();
  }

  /** Whether the words for truth that YAML 1.1 has mean true. */
  static boolean isTrue(String plain) {
    char first = Character.toLowerCase(plain.charAt(0));
    return first == 'y' || first == 't' || plain.equalsIgnoreCase("on");
  }

  /** The base of a whole number, 0 when it is none. */
  private static int radix(String digits) {
    int start = digits.charAt(0) == '-' || digits.charAt(0) == '+' ? 1 : 0;
    int prefix = prefixLength(digits, start);
    int radix = 10;
    if (prefix > 0) {
      radix =
          switch (digits.charAt(start + prefix - 1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 8;
          };
    }
    if (start + prefix == digits.length()) {
      return 0;
    }
    for (int i = start + prefix; i < digits.length(); i++) {
      if (digits.charAt(i) > 'f' || Character.digit(digits.charAt(i), radix) < 0) {
        return 0;
      }
    }
    return radix;
  }

  private static int prefixLength(String digits, int start) {
    if (digits.length() - start < 2 || digits.charAt(start) != '0') {
      return 0;
    }
    char second = digits.charAt(start + 1);
    if ("xXbBoO".indexOf(second) >= 0) {
      return 2;
    }
    return second >= '0' && second <= '9' ? 1 : 0;
  }
}
