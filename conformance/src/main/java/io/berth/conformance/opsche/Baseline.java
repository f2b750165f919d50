package io.berth.conformance.opsche;

import io.berth.app.config.DefaultProfile;
import io.berth.conformance.opsche.SettingResult.Run;
import io.berth.simulator.trace.GeneratedTrace;
import io.berth.simulator.trace.TraceGenerator;
import io.berth.simulator.trace.TraceStatistics;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;

/**
 * The default profile alone on the evaluation's traces with one priority or four: is it as loaded as the paper's cluster was, and does it
 * delete and preempt as many pods, so that what is built upon it can be compared?
 */
final class Baseline {
  private static final double LEAST_USAGE = 84;
  private static final double MOST_USAGE = 90;
  private static final double CALIBRATION = 0.01;
  private static final double MOST_SECONDS = 2;
  private static final Setting TIMED = new Setting(16, 4, 1);

  private final PrintStream out;

  Baseline(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs all settings and checks the gates.
   *
   * @param interArrivals ascending
   * @param priorities how many there are, 1 or 4; several for one after the other
   * @return how many gates failed
   */
  int run(List<Integer> nodes, List<Integer> interArrivals, List<Integer> priorities, List<Long> seeds) {
    Gates gates = new Gates(out);
    for (int count : priorities) {
      List<SettingResult> results = new ArrayList<>();
      out.println("nodes  inter-arrival  priorities  seed   usage  latency  deletions  evictions  waiting  processor    time");
      for (int n : nodes) {
        for (int interArrival : interArrivals) {
          results.add(run(new Setting(n, interArrival, count), seeds));
        }
      }
      results.forEach(result -> check(result, gates));
      if (count == 1) {
        risingLatency(results, gates);
      } else {
        new PreemptionGates(gates).check(results);
      }
    }
    gates.close();
    return gates.failed();
  }

  private SettingResult run(Setting setting, List<Long> seeds) {
    List<Run> runs = new ArrayList<>();
    for (long seed : seeds) {
      Run run = run(setting, seed);
      runs.add(run);
      line(new SettingResult(setting, List.of(run)), Long.toString(seed));
    }
    SettingResult result = new SettingResult(setting, runs);
    line(result, "mean");
    return result;
  }

  private static Run run(Setting setting, long seed) {
    GeneratedTrace generated = TraceGenerator.generate(setting.trace(), new Random(seed));
    long start = System.nanoTime();
    long processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    int[] evictions = new int[1];
    TraceStatistics seen =
        TraceExperiment.run(
            generated, DefaultProfile.profile(), new Random(seed), event -> evictions[0] += event.reason().equals("Preempted") ? 1 : 0);
    double processorSeconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processor) / 1e9;
    return new Run(seed, generated.usage(), seen, evictions[0], processorSeconds, (System.nanoTime() - start) / 1e9);
  }

  private void line(SettingResult result, String seed) {
    out.println(
        String.format(
            Locale.ROOT,
            "%5d  %11d s  %10d  %4s  %4.1f %%  %5.2f s  %9.1f  %9.1f  %7.2f  %7.2f s  %4.2f s",
            result.setting().nodes(),
            result.setting().interArrival(),
            result.setting().priorities(),
            seed,
            result.usage(),
            result.latency(),
            result.deletions(),
            result.evictions(),
            result.pending(),
            result.mean(Run::processorSeconds),
            result.mean(Run::seconds)));
  }

  private static void check(SettingResult result, Gates gates) {
    Setting setting = result.setting();
    double off = result.most(run -> Math.abs(run.demand() - setting.trace().usage()) / setting.trace().usage());
    gates.check(off <= CALIBRATION, "%s: each trace asks for the wanted usage within 1 %%; %.2f %% off at most", setting, 100 * off);
    double usage = result.usage();
    gates.check(usage >= LEAST_USAGE && usage <= MOST_USAGE, "%s: usage is 84 to 90 %%; %.1f %%", setting, usage);
    if (setting.equals(TIMED)) {
      double mean = result.mean(Run::processorSeconds);
      gates.check(mean < MOST_SECONDS, "%s: two hours take less than 2 s of a processor; %.2f s", setting, mean);
    }
  }

  private static void risingLatency(List<SettingResult> results, Gates gates) {
    TreeMap<Integer, List<SettingResult>> byNodes = new TreeMap<>();
    results.forEach(result -> byNodes.computeIfAbsent(result.setting().nodes(), nodes -> new ArrayList<>()).add(result));
    byNodes.forEach(
        (nodes, row) -> {
          boolean rises = true;
          for (int i = 1; i < row.size(); i++) {
            rises &= row.get(i).latency() > row.get(i - 1).latency();
          }
          List<String> told = row.stream().map(r -> String.format(Locale.ROOT, "%.2f s", r.latency())).toList();
          gates.check(rises, "%d nodes: latency rises with the inter-arrival; %s", nodes, String.join(", ", told));
        });
  }
}
