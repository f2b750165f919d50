package io.berth.conformance.opsche;

import io.berth.simulator.trace.TraceStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The runs of a setting, one a seed.
 *
 * @param runs not empty
 */
record SettingResult(Setting setting, List<Run> runs) {

  SettingResult {
    runs = List.copyOf(runs);
  }

  /**
   * One run.
   *
   * @param demand the usage that the trace asks for
   * @param evictions how many pods were preempted
   * @param processorSeconds what the run took of a processor
   * @param seconds how long it took
   */
  record Run(long seed, double demand, TraceStatistics seen, int evictions, double processorSeconds, double seconds) {}

  /** Percent. */
  double usage() {
    return 100 * mean(run -> run.seen.usage());
  }

  /** Seconds. */
  double latency() {
    return mean(run -> run.seen.all().latency());
  }

  double deletions() {
    return mean(run -> run.seen.all().deleted());
  }

  /** Of pods of this priority alone. */
  double deletions(int priority) {
    return mean(run -> run.seen.byPriority().get(priority).deleted());
  }

  double evictions() {
    return mean(Run::evictions);
  }

  double pending() {
    return mean(run -> run.seen.pending());
  }

  double mean(ToDoubleFunction<Run> figure) {
    return runs.stream().mapToDouble(figure).average().orElseThrow();
  }

  double most(ToDoubleFunction<Run> figure) {
    return runs.stream().mapToDouble(figure).max().orElseThrow();
  }
}
