package io.berth.app.simulate;

import io.berth.app.simulate.Report.PendingPod;
import io.berth.app.simulate.Report.Rejection;
import io.berth.app.timeline.AmountText;
import io.berth.app.timeline.TimeText;
import io.berth.framework.resource.ResourceName;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** A report as text for people. What would be too long is cut and says so; {@code -o json} has all of it. */
final class TableReport {

  private static final int MOST_NODES = 25;
  private static final int MOST_NAMES = 5;

  private final Report report;
  private final StringBuilder out = new StringBuilder();

  private TableReport(Report report) {
    this.report = report;
  }

  /** The whole report; the last line has the numbers. */
  static String of(Report report) {
    var table = new TableReport(report);
    table.placements();
    table.pending();
    table.preempted();
    table.leftOut();
    report.explanations().forEach(e -> table.out.append(ExplanationText.of(e)).append('\n'));
    table.out.append(DeviceTable.of(report.devicesBefore(), report.devicesAfter()));
    table.utilisation();
    table.out.append(table.summary()).append('\n');
    return table.out.toString();
  }

  private void placements() {
    if (report.placements().isEmpty()) {
      return;
    }
    var table = new TextTable("NAMESPACE", "POD", "NODE");
    report.placements().forEach(p -> table.row(p.namespace(), p.pod(), p.node()));
    out.append("Placed\n").append(table).append('\n');
  }

  private void preempted() {
    if (report.preempted().isEmpty()) {
      return;
    }
    var table = new TextTable("NAMESPACE", "POD", "NODE", "AT", "FOR", "WHY");
    report.preempted().forEach(p -> table.row(p.namespace(), p.pod(), p.node(), TimeText.of(p.at()), p.preemptor(), p.why()));
    out.append("Preempted\n").append(table).append('\n');
  }

  /** Pods with the same message and the same reasons are told together. */
  private void pending() {
    if (report.pending().isEmpty()) {
      return;
    }
    var groups = new LinkedHashMap<List<Object>, List<PendingPod>>();
    for (PendingPod pod : report.pending()) {
      groups.computeIfAbsent(List.of(pod.message(), pod.rejections()), key -> new ArrayList<>()).add(pod);
    }
    out.append("Pending\n");
    for (List<PendingPod> group : groups.values()) {
      out.append(names(group.stream().map(p -> p.namespace() + "/" + p.pod()).toList())).append('\n');
      out.append("  ").append(group.get(0).message()).append('\n');
      group.get(0).rejections().forEach(this::rejection);
    }
    out.append('\n');
  }

  private void leftOut() {
    if (!report.leftOut().isEmpty()) {
      var names = report.leftOut().stream().map(p -> p.namespace() + "/" + p.pod() + " on " + p.node()).toList();
      out.append("Left out, since their nodes are not in the input\n").append(names(names)).append("\n\n");
    }
  }

  private void rejection(Rejection rejection) {
    out.append("    ").append(names(rejection.nodes())).append(": ").append(String.join(", ", rejection.reasons()));
    out.append(rejection.plugin().isEmpty() ? "\n" : " (" + rejection.plugin() + ")\n");
  }

  private static String names(List<String> names) {
    if (names.size() <= MOST_NAMES) {
      return String.join(", ", names);
    }
    return String.join(", ", names.subList(0, MOST_NAMES)) + " and " + (names.size() - MOST_NAMES) + " more";
  }

  private void utilisation() {
    List<ResourceName> resources =
        report.after().resources().stream()
            .filter(r -> report.after().nodes().stream().anyMatch(n -> n.concerns(r)))
            .toList();
    if (resources.isEmpty()) {
      return;
    }
    var before = report.before().total("");
    var after = report.after().total("");
    var cluster = new TextTable("RESOURCE", "ALLOCATABLE", "BEFORE", "AFTER");
    for (ResourceName name : resources) {
      BigInteger allocatable = after.allocatable(name);
      cluster.row(
          name.name(), AmountText.forPeople(name, allocatable), use(name, before, allocatable), use(name, after, allocatable));
    }
    out.append("Utilisation by requests\n").append(cluster).append('\n').append(nodes(resources)).append('\n');
  }

  private static String use(ResourceName name, Utilisation.NodeUse use, BigInteger allocatable) {
    return AmountText.forPeople(name, use.requested(name)) + " (" + percent(use.requested(name), allocatable) + ")";
  }

  private String nodes(List<ResourceName> resources) {
    var header = new ArrayList<String>(List.of("NODE"));
    resources.forEach(r -> header.add(r.name().toUpperCase(Locale.ROOT)));
    var table = new TextTable(header.toArray(String[]::new));
    int shown = Math.min(MOST_NODES, report.after().nodes().size());
    for (int i = 0; i < shown; i++) {
      var before = report.before().nodes().get(i);
      var after = report.after().nodes().get(i);
      var row = new ArrayList<String>(List.of(after.node()));
      for (ResourceName name : resources) {
        BigInteger allocatable = after.allocatable(name);
        String was = percent(before.requested(name), allocatable);
        String is = percent(after.requested(name), allocatable);
        row.add(!after.concerns(name) ? "-" : was.equals(is) ? is : was + " -> " + is);
      }
      table.row(row.toArray(String[]::new));
    }
    int left = report.after().nodes().size() - shown;
    return table + (left == 0 ? "" : "... and " + left + " more nodes; -o json has them all\n");
  }

  private static String percent(BigInteger requested, BigInteger allocatable) {
    return Math.round(Utilisation.percent(requested, allocatable)) + "%";
  }

  private String summary() {
    var counts = report.counts();
    var text = new StringBuilder();
    text.append(count(counts.toPlace(), "pod")).append(" to place on ").append(count(counts.nodes(), "node")).append(" beside ");
    text.append(counts.running()).append(" running: ").append(report.placements().size()).append(" placed, ");
    text.append(report.pending().size()).append(" pending");
    leftOut(text, counts.finished(), "finished, left out");
    leftOut(text, counts.unknownNode(), "on unknown nodes, left out");
    leftOut(text, counts.gone(), "deleted again");
    leftOut(text, report.preempted().size(), "preempted");
    leftOut(text, counts.volumesIgnored(), "with volumes that were ignored");
    return text.toString();
  }

  private static void leftOut(StringBuilder text, int count, String what) {
    if (count > 0) {
      text.append("; ").append(count).append(' ').append(what);
    }
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
