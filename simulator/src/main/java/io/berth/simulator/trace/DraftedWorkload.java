package io.berth.simulator.trace;

import java.util.random.RandomGenerator;

/**
 * All that chance decides about a workload; how long it lives is still a share of a distribution.
 *
 * @param start seconds; 0 for an initial one
 * @param life where its total life stands among all lives, from 0 to 1
 * @param remaining the share of its life that it still has at its start; 1 unless it is an initial one
 * @param cpu in {@link #GRID}ths of a node, for each replica; memory likewise
 */
record DraftedWorkload(
    boolean initial, double start, double life, double remaining, int replicas, int priority, int cpu, int memory) {

  static final int GRID = 10_000;

  private static final TruncatedPareto REQUESTS = TruncatedPareto.withMean(0.125, 0.05, 0.5);
  private static final TruncatedGeometric REPLICAS = new TruncatedGeometric(3, 0.8);
  private static final double PRIORITY_RATIO = 0.8;

  static double meanLoad() {
    return REQUESTS.mean() * REPLICAS.mean();
  }

  static DraftedWorkload initial(int priorities, RandomGenerator random) {
    double life = random.nextDouble();
    double remaining = random.nextDouble();
    int replicas = REPLICAS.quantile(random.nextDouble());
    int priority = priority(priorities, random);
    return new DraftedWorkload(true, 0, life, remaining, replicas, priority, request(random), request(random));
  }

  /** The next one after another. */
  static DraftedWorkload arriving(double after, TruncatedPareto interArrivals, int priorities, RandomGenerator random) {
    int replicas = REPLICAS.quantile(random.nextDouble());
    double start = after + interArrivals.quantile(random.nextDouble());
    double life = random.nextDouble();
    int cpu = request(random);
    int memory = request(random);
    return new DraftedWorkload(false, start, life, 1, replicas, priority(priorities, random), cpu, memory);
  }

  /** When it ends, in seconds. */
  double end(TruncatedPareto lifetimes, TruncatedPareto lifetimesAtAMoment) {
    return start + remaining * (initial ? lifetimesAtAMoment : lifetimes).quantile(life);
  }

  private static int request(RandomGenerator random) {
    return (int) Math.round(REQUESTS.quantile(random.nextDouble()) * GRID);
  }

  private static int priority(int priorities, RandomGenerator random) {
    return new TruncatedGeometric(priorities, PRIORITY_RATIO).quantile(random.nextDouble());
  }
}
