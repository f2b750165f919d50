package io.berth.conformance;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** The command behind {@code conformance/run}. */
public final class Main {

  private static final String USAGE =
      """
      usage: conformance/run SUITE [FILE...]

      Runs the cases of a suite and shows where Berth differs from upstream (kube-scheduler v1.37.2).
      A file is plain JSON or compressed by gzip or xz. Without a file: the copy that the project holds.
      The last line is "N passed, M failed"; cases that need what is not there yet are counted on the line before.
      Exit status: 0 all passed, 1 some failed, 2 unusable input.

      suites:
      %s""";

  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    int status = run(List.of(args), System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    if (args.contains("--help") || args.contains("-h")) {
      out.println(usage());
      return 0;
    }
    if (args.isEmpty()) {
      err.println(usage());
      return 2;
    }
    var kind = SuiteKind.named(args.get(0));
    if (kind.isEmpty()) {
      err.println("no suite is called " + args.get(0) + "; there are " + SuiteKind.names());
      return 2;
    }
    var report = new Report(out);
    List<String> files = args.subList(1, args.size());
    boolean bundled = files.isEmpty();
    for (String file : bundled ? kind.get().bundled() : files) {
      if (!runFile(kind.get(), file, bundled, report, err)) {
        return 2;
      }
    }
    report.close();
    return report.failed() == 0 ? 0 : 1;
  }

  private static boolean runFile(SuiteKind kind, String file, boolean bundled, Report report, PrintStream err) {
    try (InputStream in = bundled ? SuiteKind.open(file) : new FileInputStream(file)) {
      new Runner(kind, report).run(in);
      return true;
    } catch (IOException e) {
      err.println(file + ": cannot be read: " + e.getMessage());
    } catch (UnusableInput e) {
      err.println(file + " " + e.getMessage());
    }
    return false;
  }

  private static String usage() {
    StringBuilder suites = new StringBuilder();
    Arrays.stream(SuiteKind.values())
        .forEach(k -> suites.append("  %-12s %s%n".formatted(k.suiteName(), k.description())));
    return USAGE.formatted(suites.toString().stripTrailing());
  }
}
