package io.berth.conformance.opsche;

import java.io.PrintStream;
import java.util.Locale;

/** Tells which gates hold, and counts them. */
final class Gates {
  private final PrintStream out;
  private int passed;
  private int failed;

  Gates(PrintStream out) {
    this.out = out;
  }

  /** One gate; what was found is told either way. */
  void check(boolean holds, String what, Object... figures) {
    out.println((holds ? "PASS " : "FAIL ") + String.format(Locale.ROOT, what, figures));
    if (holds) {
      passed++;
    } else {
      failed++;
    }
  }

  int failed() {
    return failed;
  }

  /** The last line. */
  void close() {
    out.println(passed + " passed, " + failed + " failed");
  }
}
