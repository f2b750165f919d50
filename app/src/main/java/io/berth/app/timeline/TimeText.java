package io.berth.app.timeline;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Points in a run, as people write them. */
public final class TimeText {

  /** How to write one, for messages. */
  public static final String ADVICE = "write it like 30s, 1m30s, 2h or 1d, or as an instant like 2026-01-01T00:00:30Z";

  private static final Pattern PARTS = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)");
  private static final double LONGEST_SECONDS = 100.0 * 365 * 24 * 3600;

  private TimeText() {}

  /**
   * A duration since the start, or an instant.
   *
   * @param start when the run begins
   * @return empty when the text is neither, or before the start
   */
  public static Optional<Duration> parse(String text, Instant start) {
    if (text.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    Matcher part = PARTS.matcher(text);
    double seconds = 0;
    int end = 0;
    while (part.find() && part.start() == end) {
      seconds += Double.parseDouble(part.group(1)) * seconds(part.group(2));
      end = part.end();
    }
    if (end > 0 && end == text.length()) {
      return seconds > LONGEST_SECONDS ? Optional.empty() : Optional.of(Duration.ofMillis(Math.round(seconds * 1000)));
    }
    try {
      Duration since = Duration.between(start, Instant.parse(text));
      return since.isNegative() || since.toSeconds() > LONGEST_SECONDS ? Optional.empty() : Optional.of(since);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static double seconds(String unit) {
    return switch (unit) {
      case "ms" -> 0.001;
      case "s" -> 1;
      case "m" -> 60;
      case "h" -> 3600;
      default -> 86_400;
    };
  }

  /** For people: {@code 0s}, {@code 1m30s}, {@code 2d3h}, {@code 1.5s}. */
  public static String of(Duration time) {
    var text = new StringBuilder();
    part(text, time.toDays(), "d");
    part(text, time.toHoursPart(), "h");
    part(text, time.toMinutesPart(), "m");
    int millis = time.toMillisPart();
    String fraction = millis == 0 ? "" : "." + Integer.toString(1000 + millis).substring(1).replaceAll("0+$", "");
    if (text.length() == 0 || time.toSecondsPart() != 0 || millis != 0) {
      text.append(time.toSecondsPart()).append(fraction).append('s');
    }
    return text.toString();
  }

  private static void part(StringBuilder text, long value, String unit) {
    if (value != 0) {
      text.append(value).append(unit);
    }
  }
}
