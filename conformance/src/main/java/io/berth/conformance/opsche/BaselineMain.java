package io.berth.conformance.opsche;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** The command behind {@code conformance/opsche-baseline}. */
public final class BaselineMain {
  private BaselineMain() {}

  /**
   * Runs the gates and ends the process: 0 all passed, 1 some failed.
   *
   * @param args node counts and inter-arrivals, each separated by commas, the number of seeds and the first of them, counts of priorities
   */
  public static void main(String[] args) {
    long first = Long.parseLong(args[3]);
    List<Long> seeds = LongStream.range(first, first + Long.parseLong(args[2])).boxed().toList();
    System.exit(new Baseline(System.out).run(numbers(args[0]), numbers(args[1]), numbers(args[4]), seeds) == 0 ? 0 : 1);
  }

  private static List<Integer> numbers(String text) {
    return Arrays.stream(text.split(",")).map(Integer::valueOf).sorted().toList();
  }
}
