package io.berth.simulator.trace;

import io.berth.simulator.trace.WorkloadTrace.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes up traces with the heavy tails that are seen in real clusters: bursts of short-lived workloads among some that last for hours.
 *
 * <p>A workload is a ReplicaSet of 1 to 3 replicas (truncated geometric, ratio 0.8), whose pods ask for CPU and memory, each truncated
 * Pareto between 5 % and 50 % of a node with a mean of 12.5 %, on a grid of a ten-thousandth. The time from one workload to the next is
 * truncated Pareto between 0.1 ms and 16 times its mean, the lifetime between 2 s and 24 h, the priority truncated geometric, ratio 0.8.
 * The trace starts with workloads that ask for the wanted usage together; their lives are {@linkplain TruncatedPareto#lengthBiased() those
 * that are found at a moment}, of which any share may be left.
 *
 * <p>The mean lifetime starts from Little's law, and is corrected until what all workloads ask for is within 1 % of the wanted usage. Chance
 * is asked once, before that, and for the arrivals first: which workloads come, when, and how large they are depends on the
 * random numbers and the inter-arrival alone.
 */
public final class TraceGenerator {

  private static final double TOLERANCE = 0.01;
  private static final int MOST_ROUNDS = 200;
  private static final double SHORTEST_INTER_ARRIVAL = 1e-4;
  private static final double LONGEST_INTER_ARRIVAL = 16; // times the mean
  private static final double SHORTEST_LIFE = 2;
  private static final double LONGEST_LIFE = 24 * 3600;

  private final TraceSettings settings;
  private final double length;
  private final List<DraftedWorkload> drafts = new ArrayList<>();

  private TraceGenerator(TraceSettings settings) {
    this.settings = settings;
    this.length = seconds(settings.length());
  }

  /**
   * Makes up a trace. The same settings and the same random numbers give the same trace.
   *
   * @throws IllegalArgumentException when no mean lifetime gives the wanted usage
   */
  public static GeneratedTrace generate(TraceSettings settings, RandomGenerator random) {
    var generator = new TraceGenerator(settings);
    generator.draft(random);
    return generator.calibrate();
  }

  private void draft(RandomGenerator random) {
    double mean = seconds(settings.interArrival());
    var interArrivals = TruncatedPareto.withMean(mean, SHORTEST_INTER_ARRIVAL, LONGEST_INTER_ARRIVAL * mean);
    List<DraftedWorkload> arriving = new ArrayList<>();
    var next = DraftedWorkload.arriving(0, interArrivals, settings.priorities(), random);
    while (next.start() < length) {
      arriving.add(next);
      next = DraftedWorkload.arriving(next.start(), interArrivals, settings.priorities(), random);
    }
    double wanted = settings.usage() * settings.nodes() * DraftedWorkload.GRID;
    long cpu = 0;
    long memory = 0;
    while (Math.max(cpu, memory) < wanted) {
      var initial = DraftedWorkload.initial(settings.priorities(), random);
      cpu += (long) initial.replicas() * initial.cpu();
      memory += (long) initial.replicas() * initial.memory();
      drafts.add(initial);
    }
    drafts.addAll(arriving);
  }

  private GeneratedTrace calibrate() {
    double meanLife = settings.usage() * settings.nodes() / DraftedWorkload.meanLoad() * seconds(settings.interArrival());
    for (int round = 1; round <= MOST_ROUNDS && meanLife > 1.1 * SHORTEST_LIFE && meanLife < LONGEST_LIFE / 2; round++) {
      var lifetimes = TruncatedPareto.withMean(meanLife, SHORTEST_LIFE, LONGEST_LIFE);
      double[] ends = ends(lifetimes);
      Demand demand = Demand.of(drafts, ends, settings.nodes(), length);
      if (Math.abs(demand.usage() - settings.usage()) <= TOLERANCE * settings.usage()) {
        return new GeneratedTrace(trace(ends), settings.length(), lifetimes, demand.usage(), demand.overload(), round);
      }
      meanLife *= settings.usage() / demand.usage();
    }
    throw new IllegalArgumentException(
        "no mean lifetime brings the usage within 1 % of " + settings.usage() + ": take another inter-arrival, length or number of nodes");
  }

  private double[] ends(TruncatedPareto lifetimes) {
    TruncatedPareto atAMoment = lifetimes.lengthBiased();
    return drafts.stream().mapToDouble(draft -> draft.end(lifetimes, atAMoment)).toArray();
  }

  private WorkloadTrace trace(double[] ends) {
    List<Workload> workloads = new ArrayList<>(ends.length);
    for (int i = 0; i < ends.length; i++) {
      DraftedWorkload draft = drafts.get(i);
      var set = GeneratedObjects.replicaSet(i, draft);
      workloads.add(new Workload(set, duration(draft.start()), duration(ends[i]), draft.initial()));
    }
    return new WorkloadTrace(
        GeneratedObjects.nodes(settings.nodes()), GeneratedObjects.priorityClasses(settings.priorities()), workloads);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(1000 * Math.round(seconds * 1e6));
  }
}
