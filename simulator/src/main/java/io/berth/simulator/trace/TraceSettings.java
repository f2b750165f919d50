package io.berth.simulator.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a generated trace is to be like.
 *
 * @param nodes how many equal nodes the cluster has
 * @param interArrival the mean time from one new workload to the next
 * @param priorities how many priorities workloads have, 1 the lowest and most frequent
 * @param length until when workloads arrive
 * @param usage how much of the cluster all workloads ask for, averaged over the length: 0.9 for nine tenths
 */
public record TraceSettings(int nodes, Duration interArrival, int priorities, Duration length, double usage) {

  private static final Duration SHORTEST = Duration.ofMillis(1);

  /** Checks everything, and says all that is wrong at once. */
  public TraceSettings {
    List<String> wrong = new ArrayList<>();
    check(nodes >= 1 && nodes <= 100_000, "nodes is " + nodes + ": give 1 to 100000", wrong);
    check(
        interArrival.compareTo(SHORTEST) >= 0 && interArrival.compareTo(length) <= 0,
        "interArrival is " + interArrival + ": give 1 ms at least, and no more than the length",
        wrong);
    check(priorities >= 1 && priorities <= 100, "priorities is " + priorities + ": give 1 to 100", wrong);
    check(
        length.compareTo(Duration.ofMinutes(1)) >= 0 && length.compareTo(Duration.ofDays(1)) <= 0,
        "length is " + length + ": give a minute to a day",
        wrong);
    check(usage > 0 && usage <= 10, "usage is " + usage + ": give more than 0, and 10 at most; 1 is the whole cluster", wrong);
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", wrong));
    }
  }

  /** Two hours, of one priority, at a usage of 90 %. */
  public static TraceSettings of(int nodes, Duration interArrival) {
    return new TraceSettings(nodes, interArrival, 1, Duration.ofHours(2), 0.9);
  }

  /** The same with other priorities. */
  public TraceSettings withPriorities(int number) {
    return new TraceSettings(nodes, interArrival, number, length, usage);
  }

  /** The same with another length. */
  public TraceSettings withLength(Duration other) {
    return new TraceSettings(nodes, interArrival, priorities, other, usage);
  }

  /** The same with another usage. */
  public TraceSettings withUsage(double other) {
    return new TraceSettings(nodes, interArrival, priorities, length, other);
  }

  private static void check(boolean fine, String message, List<String> wrong) {
    if (!fine) {
      wrong.add(message);
    }
  }
}
