package io.berth.conformance.opsche;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What must hold with four priorities: how many pods are deleted, of which priorities, and how many of them are preempted. */
final class PreemptionGates {
  private static final int INTER_ARRIVAL = 8;
  private static final double FEWEST_DELETIONS = 1450;
  private static final double MOST_DELETIONS = 2000;
  private static final double TOLERANCE = 0.15;
  private static final Map<Integer, Double> DELETIONS = new TreeMap<>(Map.of(2, 452.0, 3, 361.0, 4, 289.0));

  private final Gates gates;

  PreemptionGates(Gates gates) {
    this.gates = gates;
  }

  /** Checks the results of all settings. */
  void check(List<SettingResult> results) {
    List<SettingResult> middle = results.stream().filter(r -> r.setting().interArrival() == INTER_ARRIVAL).toList();
    for (SettingResult result : middle) {
      double deletions = result.deletions();
      gates.check(
          deletions >= FEWEST_DELETIONS && deletions <= MOST_DELETIONS,
          "%s: 1,450 to 2,000 pods are deleted; %.1f", result.setting(), deletions);
    }
    if (!middle.isEmpty()) {
      byPriority(middle);
    }
    evictions(results);
  }

  private void byPriority(List<SettingResult> middle) {
    boolean near = true;
    List<String> told = new ArrayList<>();
    for (Map.Entry<Integer, Double> wanted : DELETIONS.entrySet()) {
      double mean = middle.stream().mapToDouble(r -> r.deletions(wanted.getKey())).average().orElseThrow();
      near &= Math.abs(mean - wanted.getValue()) <= TOLERANCE * wanted.getValue();
      told.add(String.format(Locale.ROOT, "%.1f", mean));
    }
    gates.check(near, "8 s: of priorities 2, 3 and 4 about 452, 361 and 289 are deleted; %s", String.join(", ", told));
  }

  /** They grow with the load, and shrink with the nodes. */
  private void evictions(List<SettingResult> results) {
    TreeMap<Integer, List<SettingResult>> byNodes = new TreeMap<>();
    TreeMap<Integer, List<SettingResult>> byArrival = new TreeMap<>();
    for (SettingResult result : results) {
      byNodes.computeIfAbsent(result.setting().nodes(), n -> new ArrayList<>()).add(result);
      byArrival.computeIfAbsent(result.setting().interArrival(), i -> new ArrayList<>()).add(result);
    }
    byNodes.forEach((nodes, row) -> falls(row, nodes + " nodes: evictions fall with the inter-arrival"));
    byArrival.forEach((interArrival, row) -> falls(row, interArrival + " s: evictions fall with the nodes"));
  }

  private void falls(List<SettingResult> row, String what) {
    boolean falls = true;
    for (int i = 1; i < row.size(); i++) {
      falls &= row.get(i).evictions() < row.get(i - 1).evictions();
    }
    gates.check(falls, "%s; %s", what, String.join(", ", row.stream().map(r -> String.format(Locale.ROOT, "%.1f", r.evictions())).toList()));
  }
}
