package io.berth.conformance;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Prints what became of each case, and counts. Passed cases are counted only. */
final class Report {

  /** How many mismatches of one case are shown. */
  private static final int SHOWN = 12;

  /** How many characters of a value are shown. */
  private static final int VALUE_LENGTH = 600;

  private final PrintStream out;
  private final SortedMap<String, Integer> leftOut = new TreeMap<>();
  private int passed;
  private int failed;

  Report(PrintStream out) {
    this.out = out;
  }

  int passed() {
    return passed;
  }

  int failed() {
    return failed;
  }

  int leftOut() {
    return leftOut.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Counts one case and shows its mismatches. */
  void add(String id, Verdict verdict) {
    if (verdict instanceof Verdict.Passed) {
      passed++;
    } else if (verdict instanceof Verdict.LeftOut left) {
      leftOut.merge(left.reason(), 1, Integer::sum);
    } else if (verdict instanceof Verdict.Failed f) {
      failed++;
      show(id, f.mismatches());
    }
  }

  /** Counts a case as failed because Berth threw. */
  void addThrown(String id, RuntimeException thrown) {
    failed++;
    var trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    out.println(id + ": threw");
    trace.toString().lines().limit(15).forEach(line -> out.println("    " + line.strip()));
  }

  void remark(String text) {
    out.println(text);
  }

  private void show(String id, List<Mismatch> mismatches) {
    out.println(id + ": " + mismatches.size() + (mismatches.size() == 1 ? " difference" : " differences"));
    for (Mismatch m : mismatches.subList(0, Math.min(SHOWN, mismatches.size()))) {
      if (!m.where().isEmpty()) {
        out.println("  at " + m.where());
      }
      out.println("    expected " + cut(m.expected()));
      out.println("    actual   " + cut(m.actual()));
    }
    if (mismatches.size() > SHOWN) {
      out.println("  and " + (mismatches.size() - SHOWN) + " more");
    }
  }

  private static String cut(String value) {
    return value.length() <= VALUE_LENGTH
        ? value
        : value.substring(0, VALUE_LENGTH) + "... (" + value.length() + " characters)";
  }

  /** The closing lines; nothing is printed after them. */
  void close() {
    leftOut.forEach((reason, count) -> out.println(count + " left out: " + reason));
    out.println(passed + " passed, " + failed + " failed");
    out.flush();
  }
}
