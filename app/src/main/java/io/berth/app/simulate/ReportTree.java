package io.berth.app.simulate;

import io.berth.app.timeline.AmountText;
import io.berth.framework.resource.ResourceName;
import io.berth.scheduler.Explanation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A report as maps and lists, for JSON and YAML. The names are a promise: scripts read them. */
final class ReportTree {

  private ReportTree() {}

  static Map<String, Object> of(Report report) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("summary", summary(report));
    tree.put("placements", placements(report.placements()));
    tree.put("pending", report.pending().stream().map(ReportTree::pending).toList());
    if (!report.preempted().isEmpty()) {
      tree.put("preempted", report.preempted().stream().map(ReportTree::preempted).toList());
    }
    tree.put("leftOut", placements(report.leftOut()));
    tree.put("utilisation", utilisation(report));
    if (!report.devicesAfter().isEmpty()) {
      tree.put("devices", DeviceTree.of(report.devicesBefore(), report.devicesAfter()));
    }
    if (!report.explanations().isEmpty()) {
      tree.put("explanations", report.explanations().stream().map(ReportTree::explanation).toList());
    }
    tree.put("warnings", report.warnings());
    return tree;
  }

  private static List<Map<String, Object>> placements(List<Report.Placement> placements) {
    return placements.stream().map(p -> map("namespace", p.namespace(), "pod", p.pod(), "node", p.node())).toList();
  }

  private static Map<String, Object> summary(Report report) {
    var counts = report.counts();
    return map(
        "nodes", counts.nodes(),
        "running", counts.running(),
        "finished", counts.finished(),
        "boundToUnknownNode", counts.unknownNode(),
        "fromWorkloads", counts.fromWorkloads(),
        "volumesIgnored", counts.volumesIgnored(),
        "toPlace", counts.toPlace(),
        "placed", report.placements().size(),
        "pending", report.pending().size(),
        "deleted", counts.gone());
  }

  private static Map<String, Object> preempted(Report.Preempted pod) {
    return map(
        "namespace", pod.namespace(),
        "pod", pod.pod(),
        "node", pod.node(),
        "seconds", pod.at().toMillis() / 1000.0,
        "for", pod.preemptor(),
        "why", pod.why());
  }

  private static Map<String, Object> pending(Report.PendingPod pod) {
    return map(
        "namespace", pod.namespace(),
        "pod", pod.pod(),
        "message", pod.message(),
        "rejections",
            pod.rejections().stream()
                .map(r -> map("plugin", r.plugin(), "code", r.code(), "reasons", r.reasons(), "nodes", r.nodes()))
                .toList());
  }

  private static Map<String, Object> utilisation(Report report) {
    List<ResourceName> resources = report.after().resources();
    var before = report.before().total("");
    var after = report.after().total("");
    var nodes = new ArrayList<Object>();
    for (int i = 0; i < report.after().nodes().size(); i++) {
      var node = report.after().nodes().get(i);
      nodes.add(map("node", node.node(), "resources", uses(resources, report.before().nodes().get(i), node)));
    }
    return map("cluster", uses(resources, before, after), "nodes", nodes);
  }

  private static Map<String, Object> uses(List<ResourceName> resources, Utilisation.NodeUse before, Utilisation.NodeUse after) {
    var uses = new LinkedHashMap<String, Object>();
    for (ResourceName name : resources) {
      BigInteger allocatable = after.allocatable(name);
      if (after.concerns(name)) {
        uses.put(
            name.name(),
            map(
                "allocatable", AmountText.exact(name, allocatable),
                "before", AmountText.exact(name, before.requested(name)),
                "after", AmountText.exact(name, after.requested(name)),
                "percentBefore", oneDecimal(Utilisation.percent(before.requested(name), allocatable)),
                "percentAfter", oneDecimal(Utilisation.percent(after.requested(name), allocatable))));
      }
    }
    return uses;
  }

  private static double oneDecimal(double value) {
    return Math.round(value * 10) / 10.0;
  }

  private static Map<String, Object> explanation(Explanation e) {
    return map(
        "namespace", e.pod().namespace(),
        "pod", e.pod().name(),
        "node", e.nodeName() == null ? "" : e.nodeName(),
        "message", e.message() == null ? "" : e.message(),
        "preFilter", e.preFilter().stream().map(ReportTree::verdict).toList(),
        "nodes", e.nodes().stream().map(ReportTree::node).toList());
  }

  private static Map<String, Object> node(Explanation.NodeExplanation n) {
    return map(
        "node", n.nodeName(),
        "fits", n.fits(),
        "filters", n.verdicts().stream().map(ReportTree::verdict).toList(),
        "scores", n.scores().stream().map(ReportTree::score).toList(),
        "total", n.total());
  }

  private static Map<String, Object> score(Explanation.Score s) {
    return map(
        "plugin", s.plugin(), "raw", s.raw(), "normalized", s.normalized(), "weight", s.weight(), "weighted", s.weighted());
  }

  private static Map<String, Object> verdict(Explanation.Verdict v) {
    return map("plugin", v.plugin(), "code", v.status().code().toString(), "reasons", v.status().reasons());
  }

  private static Map<String, Object> map(Object... keysAndValues) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
