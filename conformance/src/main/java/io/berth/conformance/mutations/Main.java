package io.berth.conformance.mutations;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The command behind {@code conformance/mutations}. */
public final class Main {
  static final String USAGE =
      """
      usage: conformance/mutations [--count N] [--seed S] [--threads N] [--list] [NAME...]

      Puts small faults into the source, one at a time, and looks whether random histories find each: all mutations
      of conformance/mutants, or those that are named. The sources themselves are not touched.

        --count N       how many histories are run until a mutation counts as missed (1000)
        --seed S        the first one's seed; the others follow (1)
        --threads N     how many histories run at once (the number of processors)
        --list          says what there is

      One line for each mutation; the last line is "N found, M missed". Exit status: 0 all found, 1 some missed,
      2 unusable arguments, or a mutation that no longer applies to the source.""";

  private static final int WIDEST = 220;

  private final Path root;
  private final PrintStream out;
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final List<String> names = new ArrayList<>();
  private boolean list;

  private Main(Path root, PrintStream out) {
    this.root = root;
    this.out = out;
    numbers.put("--count", 1000L);
    numbers.put("--seed", 1L);
    numbers.put("--threads", (long) Runtime.getRuntime().availableProcessors());
  }

  /** Runs the command and ends the process with its exit status; the first argument is the folder with all modules. */
  public static void main(String[] args) throws IOException {
    List<String> rest = List.of(args).subList(1, args.length);
    int status = run(Path.of(args[0]), rest, System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  static int run(Path root, List<String> args, PrintStream out, PrintStream err) throws IOException {
    if (args.contains("--help") || args.contains("-h")) {
      out.println(USAGE);
      return 0;
    }
    try {
      Main main = new Main(root, out);
      main.parse(args);
      return main.run();
    } catch (IllegalArgumentException unusable) {
      err.println(unusable.getMessage());
      return 2;
    }
  }

  private void parse(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (numbers.containsKey(arg)) {
        String value = ++i < args.size() ? args.get(i) : "nothing";
        if (!value.matches("-?\\d{1,18}")) {
          throw new IllegalArgumentException(arg + " wants a number, not " + value);
        }
        numbers.put(arg, Long.valueOf(value));
      } else if (arg.equals("--list")) {
        list = true;
      } else if (arg.startsWith("-")) {
        throw new IllegalArgumentException("what is " + arg + "?\n" + USAGE);
      } else {
        names.add(arg);
      }
    }
  }

  private int run() throws IOException {
    List<Mutation> mutations = chosen(MutationFile.readAll(root.resolve("conformance/mutants")));
    if (list) {
      mutations.forEach(mutation -> out.println(mutation.name() + ": " + mutation.what() + " (" + mutation.className() + ")"));
      return 0;
    }
    for (Mutation mutation : mutations) {
      mutation.applyTo(Files.readString(root.resolve(mutation.file())));
    }
    int threads = (int) Math.max(1, number("--threads"));
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      int found = 0;
      for (Mutation mutation : mutations) {
        found += isFound(mutation, pool, threads) ? 1 : 0;
      }
      out.println(found + " found, " + (mutations.size() - found) + " missed");
      return found == mutations.size() ? 0 : 1;
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Mutation> chosen(List<Mutation> all) {
    List<String> known = all.stream().map(Mutation::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException("there is no mutation " + name + "; there are " + String.join(", ", known));
      }
    }
    return names.isEmpty() ? all : all.stream().filter(mutation -> names.contains(mutation.name())).toList();
  }

  private boolean isFound(Mutation mutation, ExecutorService pool, int threads) throws IOException {
    Path scratch = root.resolve("conformance/target/mutants").resolve(mutation.name());
    try (Mutant mutant = Mutant.of(mutation, root, scratch)) {
      Search.Found found =
          Search.first(mutant.search(mutation.themes()), number("--seed"), number("--count"), pool, threads);
      String line =
          found == null
              ? "MISSED " + mutation.name() + ": " + number("--count") + " histories hold although " + mutation.what()
              : "found " + mutation.name() + " by history " + found.history() + ": " + found.message().lines().findFirst().orElse("");
      out.println(line.length() > WIDEST ? line.substring(0, WIDEST) + "..." : line);
      return found != null;
    }
  }

  private long number(String option) {
    return numbers.getOrDefault(option, 0L);
  }
}
