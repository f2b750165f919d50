package io.berth.scenario;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/** What happened when, in lines for people; the oldest lines go when there are too many. The same run tells the same story. */
public final class Story {
  private static final int MOST_LINES = 5000;

  private final Timers time;
  private final Instant start;
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private long dropped;

  Story(Timers time) {
    this.time = time;
    this.start = time.now();
  }

  /** Adds a line, with the time since the start before it. */
  public void tell(String what) {
    if (lines.size() == MOST_LINES) {
      lines.remove();
      dropped++;
    }
    lines.add(stamp() + what);
  }

  private String stamp() {
    long millis = Duration.between(start, time.now()).toMillis();
    return String.format(Locale.ROOT, "%4d.%03d  ", millis / 1000, millis % 1000);
  }

  /** All lines that are left. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** The last lines. */
  public List<String> last(int count) {
    return lines.stream().skip(Math.max(0, lines.size() - count)).toList();
  }

  @Override
  public String toString() {
    String before = dropped == 0 ? "" : "(" + dropped + " lines before this)\n";
    return before + String.join("\n", lines);
  }
}
