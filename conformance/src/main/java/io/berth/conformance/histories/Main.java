package io.berth.conformance.histories;

import java.io.PrintStream;
import java.util.List;

/** The command behind {@code conformance/histories}. */
public final class Main {
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
      out.println(CommandLine.USAGE);
      return 0;
    }
    CommandLine command;
    try {
      command = CommandLine.parse(args);
    } catch (IllegalArgumentException unusable) {
      err.println(unusable.getMessage());
      err.println(CommandLine.USAGE);
      return 2;
    }
    if (command.print()) {
      print(command, out);
      return 0;
    }
    return new Batch(command, out).run() == 0 ? 0 : 1;
  }

  private static void print(CommandLine command, PrintStream out) {
    History history = HistoryGenerator.of(command.seed(), command.options());
    out.println(history);
    out.println();
    out.println("what happened:");
    HistoryRun.Result result = HistoryRun.of(history);
    out.println(result.story());
    out.println();
    out.println(result.passed() ? "everything held" : result.rule() + ": " + result.message());
  }
}
