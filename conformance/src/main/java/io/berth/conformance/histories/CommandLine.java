package io.berth.conformance.histories;

import java.util.List;

/**
 * What {@code conformance/histories} is asked to do.
 *
 * @param count how many histories
 * @param seed the first one's seed; the others follow
 * @param threads how many run at once
 * @param shrink whether failing histories are made shorter
 * @param print whether the first one is printed, with what happens in it
 */
record CommandLine(long count, long seed, int threads, boolean shrink, boolean print, HistoryGenerator.Options options) {
  static final String USAGE =
      """
      usage: conformance/histories [--count N] [--seed S] [--nodes N] [--faults none|all] [--with NAME,...]
                                   [--threads N] [--no-shrink]
             conformance/histories --print --seed S [--nodes N] [--faults none|all] [--with NAME,...]

      Runs random histories of a cluster with the default profile: pods and nodes come, change and go, requests and
      watches go wrong, the scheduler crashes and starts anew. After each event all invariants are looked at, each
      decision is compared with an independent evaluation, and when nothing happens any more no pod may wait that fits.
      The same seed makes the same history. A history that fails is told with its seed and made as short as possible.

        --count N       how many (1000); their seeds are S, S+1, ...
        --seed S        the first seed (1)
        --nodes N       nodes of a cluster at most (8)
        --faults none   nothing goes wrong (all)
        --with NAME,... what they are about beside pods and nodes
        --threads N     how many histories run at once (the number of processors)
        --no-shrink     failing histories are told by their seeds only
        --print         prints the history of the seed and what happens in it

      The last line is "N passed, M failed". Exit status: 0 all passed, 1 some failed, 2 unusable arguments.""";

  static CommandLine parse(List<String> args) {
    CommandLine command =
        new CommandLine(1000, 1, Runtime.getRuntime().availableProcessors(), true, false, HistoryGenerator.Options.DEFAULTS);
    int i = 0;
    while (i < args.size()) {
      String arg = args.get(i++);
      if (arg.equals("--no-shrink")) {
        command = new CommandLine(command.count, command.seed, command.threads, false, command.print, command.options);
      } else if (arg.equals("--print")) {
        command = new CommandLine(command.count, command.seed, command.threads, command.shrink, true, command.options);
      } else if (i == args.size()) {
        throw new IllegalArgumentException(List.of("--count", "--seed", "--nodes", "--faults", "--with", "--threads").contains(arg)
            ? arg + " wants a value" : "what is " + arg + "?");
      } else {
        command = command.with(arg, args.get(i++));
      }
    }
    return command;
  }

  private CommandLine with(String option, String value) {
    return switch (option) {
      case "--count" -> new CommandLine(number(option, value, 1), seed, threads, shrink, print, options);
      case "--seed" -> new CommandLine(count, number(option, value, Long.MIN_VALUE), threads, shrink, print, options);
      case "--threads" -> new CommandLine(count, seed, (int) number(option, value, 1), shrink, print, options);
      case "--nodes" ->
          new CommandLine(
              count, seed, threads, shrink, print, new HistoryGenerator.Options((int) number(option, value, 2), options.faults(), options.themes()));
      case "--faults" ->
          new CommandLine(
              count, seed, threads, shrink, print, new HistoryGenerator.Options(options.maxNodes(), faults(value), options.themes()));
      case "--with" ->
          new CommandLine(
              count, seed, threads, shrink, print, new HistoryGenerator.Options(options.maxNodes(), options.faults(), Themes.named(value)));
      default -> throw new IllegalArgumentException("what is " + option + "?");
    };
  }

  private static long number(String option, String value, long least) {
    try {
      long number = Long.parseLong(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException noNumber) {
      throw new IllegalArgumentException(option + " wants a number, not " + value, noNumber);
    }
    throw new IllegalArgumentException(option + " " + value + " is below " + least);
  }

  private static boolean faults(String value) {
    return switch (value) {
      case "all" -> true;
      case "none" -> false;
      default -> throw new IllegalArgumentException("--faults wants none or all, not " + value);
    };
  }
}
