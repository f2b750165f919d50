package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import com.google.common.primitives.UnsignedLong;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers, truth values and times that are read from texts, which takes what Go's library takes.
 *
 * <p>Source: github.com/google/cel-go/common/types/string.go ConvertToType (as used by v1.37.2).
 */
final class Conversions {

  // Nothing but single characters is repeated in these patterns: matching takes no more time or stack than the text is long.
  private static final Pattern NUMBER = Pattern.compile("[+-]?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?");
  private static final Pattern HEX_NUMBER =
      Pattern.compile("[+-]?0[xX](?:[0-9a-fA-F]++\\.?[0-9a-fA-F]*+|\\.[0-9a-fA-F]++)[pP][+-]?[0-9]++");
  private static final Pattern INFINITE = Pattern.compile("[+-]?inf(?:inity)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern PART = Pattern.compile("([0-9]*+)(?:\\.([0-9]*+))?(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern TIME = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})"
      + "(?:[.,]([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))");
  private static final Map<String, Long> NANOS = Map.of("ns", 1L, "us", 1_000L, "µs", 1_000L, "μs", 1_000L, "ms", 1_000_000L,
      "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);
  /** Of a fraction so many digits count, as upstream. */
  private static final int MOST_DIGITS = 18;

  private static final Set<String> YES = Set.of("1", "t", "T", "true", "TRUE", "True");
  private static final Set<String> NO = Set.of("0", "f", "F", "false", "FALSE", "False");
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private Conversions() {}

  /** The interpreter wants two conversions of a function at least: those from its own type are bound, too. */
  static void addTo(FunctionLibrary library) {
    library
        .bind("double", unary("string_to_double", String.class, reading("double", Conversions::number)))
        .bind("double", unary("double_to_double", Double.class, value -> value))
        .bind("int", unary("string_to_int64", String.class, reading("int", Conversions::integer)))
        .bind("int", unary("int64_to_int64", Long.class, value -> value))
        .bind("uint", unary("string_to_uint64", String.class, reading("uint", Conversions::unsigned)))
        .bind("uint", unary("uint64_to_uint64", UnsignedLong.class, value -> value))
        .bind("bool", unary("string_to_bool", String.class, reading("bool", Conversions::truth)))
        .bind("bool", unary("bool_to_bool", Boolean.class, value -> value))
        .bind("duration", unary("string_to_duration", String.class, reading("google.protobuf.Duration", Conversions::duration)))
        .bind("duration", unary("duration_to_duration", Duration.class, value -> value))
        .bind("timestamp", unary("string_to_timestamp", String.class, reading("google.protobuf.Timestamp", Conversions::time)))
        .bind("timestamp", unary("int64_to_timestamp", Long.class, Conversions::time))
        .bind("timestamp", unary("timestamp_to_timestamp", Instant.class, value -> value));
  }

  private static dev.cel.runtime.CelFunctionOverload.Unary<String> reading(String type, Function<String, Object> read) {
    return text -> {
      try {
        return read.apply(text);
      } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
        throw RuntimeErrors.invalid("type conversion error from 'string' to '" + type + "'");
      }
    };
  }

  private static double number(String text) {
    if (INFINITE.matcher(text).matches()) {
      return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (text.equalsIgnoreCase("nan")) {
      return Double.NaN;
    }
    String plain = withoutUnderscores(text);
    double number =
        NUMBER.matcher(plain).matches() || HEX_NUMBER.matcher(plain).matches() ? Double.parseDouble(plain) : Double.NaN;
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  /** An underscore stands between two digits, or between the prefix of hexadecimal digits and the first of them. */
  private static String withoutUnderscores(String text) {
    if (text.indexOf('_') < 0) {
      return text;
    }
    int sign = text.startsWith("+") || text.startsWith("-") ? 1 : 0;
    boolean hex = text.startsWith("0x", sign) || text.startsWith("0X", sign);
    for (int i = text.indexOf('_'); i >= 0; i = text.indexOf('_', i + 1)) {
      boolean behind = i > 0 && (isDigit(text.charAt(i - 1), hex) || hex && i == sign + 2);
      if (!behind || i + 1 == text.length() || !isDigit(text.charAt(i + 1), hex)) {
        throw new NumberFormatException(text);
      }
    }
    return text.replace("_", "");
  }

  private static boolean isDigit(char c, boolean hex) {
    return c >= '0' && c <= '9' || hex && (c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F');
  }

  private static long integer(String text) {
    return Long.parseLong(matching(INTEGER, text));
  }

  private static UnsignedLong unsigned(String text) {
    if (text.startsWith("+") || text.startsWith("-")) {
      throw new NumberFormatException(text);
    }
    return UnsignedLong.valueOf(matching(INTEGER, text));
  }

  private static boolean truth(String text) {
    if (!YES.contains(text) && !NO.contains(text)) {
      throw new IllegalArgumentException(text);
    }
    return YES.contains(text);
  }

  private static Duration duration(String text) {
    int start = text.startsWith("+") || text.startsWith("-") ? 1 : 0;
    if (text.substring(start).equals("0")) {
      return Duration.ZERO;
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher parts = PART.matcher(text);
    int end = start;
    do {
      if (!parts.region(end, text.length()).lookingAt()) {
        throw new IllegalArgumentException(text);
      }
      nanos = nanos.add(nanos(parts.group(1), parts.group(2) == null ? "" : parts.group(2), NANOS.get(parts.group(3))));
      end = parts.end();
    } while (end < text.length());
    return Duration.ofNanos((text.startsWith("-") ? nanos.negate() : nanos).longValueExact());
  }

  private static BigDecimal nanos(String whole, String fraction, long unit) {
    if (whole.isEmpty() && fraction.isEmpty()) {
      throw new IllegalArgumentException("no digits");
    }
    BigDecimal amount = BigDecimal.valueOf(whole.isEmpty() ? 0 : Long.parseLong(whole));
    if (!fraction.isEmpty()) {
      String digits = fraction.substring(0, Math.min(fraction.length(), MOST_DIGITS));
      amount = amount.add(BigDecimal.valueOf(Long.parseLong(digits), digits.length()));
    }
    return amount.multiply(BigDecimal.valueOf(unit)).setScale(0, RoundingMode.DOWN);
  }

  private static Instant time(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    String fraction = parts.group(7) == null ? "" : parts.group(7);
    int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9));
    LocalDateTime local =
        LocalDateTime.of(number(parts, 1), number(parts, 2), number(parts, 3), number(parts, 4), number(parts, 5), number(parts, 6), nanos);
    Instant time = local.toInstant(ZoneOffset.UTC).minusSeconds(offset(parts));
    if (time.isBefore(FIRST) || !time.isBefore(END)) {
      throw new IllegalArgumentException(text);
    }
    return time;
  }

  private static Instant time(long seconds) {
    if (seconds < FIRST.getEpochSecond() || seconds >= END.getEpochSecond()) {
      throw RuntimeErrors.invalid("timestamp overflow");
    }
    return Instant.ofEpochSecond(seconds);
  }

  private static long offset(Matcher parts) {
    if (parts.group(8) == null) {
      return 0;
    }
    int hours = number(parts, 9);
    int minutes = number(parts, 10);
    if (hours > 24 || minutes >= 60) {
      throw new IllegalArgumentException("offset");
    }
    long seconds = hours * 3600L + minutes * 60L;
    return parts.group(8).equals("-") ? -seconds : seconds;
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }

  private static String matching(Pattern pattern, String text) {
    if (!pattern.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }
}
