package io.berth.app;

import java.time.Duration;

/**
 * One line on standard error that says how far a long run has come; it is written over itself and wiped in the end. Silent when nobody
 * watches, and for runs that are over before anybody wonders. Not thread-safe.
 */
public final class ProgressLine {

  private static final long PATIENCE = Duration.ofMillis(700).toNanos();
  private static final long INTERVAL = Duration.ofMillis(200).toNanos();

  /** Makes the text when it is time for one. */
  @FunctionalInterface
  public interface Text {
    /** What to show. */
    String get();
  }

  private final Console console;
  private long nextAt;
  private int shown;

  /** A line that begins to show when the run has taken a moment. */
  public ProgressLine(Console console) {
    this.console = console;
    nextAt = console.nanoTime().getAsLong() + PATIENCE;
  }

  /** Shows the text if it is time. */
  public void show(Text text) {
    if (!console.errIsTerminal() || console.nanoTime().getAsLong() - nextAt < 0) {
      return;
    }
    nextAt = console.nanoTime().getAsLong() + INTERVAL;
    String line = text.get();
    console.err().print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
    console.err().flush();
    shown = line.length();
  }

  /** Wipes the line. */
  public void clear() {
    if (shown > 0) {
      console.err().print("\r" + " ".repeat(shown) + "\r");
      console.err().flush();
      shown = 0;
    }
  }
}
