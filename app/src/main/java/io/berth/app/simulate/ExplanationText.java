package io.berth.app.simulate;

import io.berth.scheduler.Explanation;
import io.berth.scheduler.Explanation.NodeExplanation;
import io.berth.scheduler.Explanation.Score;
import io.berth.scheduler.Explanation.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An explanation as text for people: the nodes that fit first, the best of them on top. */
final class ExplanationText {

  private ExplanationText() {}

  static String of(Explanation e) {
    var out = new StringBuilder("Explanation of ").append(e.pod().key());
    out.append(e.nodeName() == null ? " (pending)" : " (on " + e.nodeName() + ")").append('\n');
    if (e.message() != null) {
      out.append("  ").append(e.message()).append('\n');
    }
    if (!e.preFilter().isEmpty()) {
      out.append("  before any node: ").append(verdicts(e.preFilter())).append('\n');
    }
    var nodes = new ArrayList<>(e.nodes());
    nodes.sort(Comparator.comparing((NodeExplanation n) -> !n.fits()).thenComparing(n -> -n.total()));
    nodes.forEach(n -> node(out, n, e.nodeName()));
    return out.toString();
  }

  private static void node(StringBuilder out, NodeExplanation node, @Nullable String chosen) {
    out.append("  ").append(node.nodeName()).append(": ");
    out.append(node.fits() ? "fits" : "does not fit");
    if (!node.scores().isEmpty()) {
      out.append(node.fits() ? ", score " : ", would score ").append(node.total());
    }
    out.append(node.nodeName().equals(chosen) ? ", the pod is here\n" : "\n");
    if (!node.verdicts().isEmpty()) {
      out.append("    filters: ").append(verdicts(node.verdicts())).append('\n');
    }
    if (!node.scores().isEmpty()) {
      out.append("    scores: ").append(node.scores().stream().map(ExplanationText::score).collect(Collectors.joining(", "))).append('\n');
    }
  }

  private static String verdicts(List<Verdict> verdicts) {
    return verdicts.stream().map(ExplanationText::verdict).collect(Collectors.joining(", "));
  }

  private static String verdict(Verdict v) {
    if (v.status().isSuccess()) {
      return v.plugin() + " ok";
    }
    return v.status().isSkip() ? v.plugin() + " -" : v.plugin() + " NO (" + v.status().message() + ")";
  }

  private static String score(Score s) {
    return s.plugin() + " " + s.normalized() + (s.weight() == 1 ? "" : " x " + s.weight() + " = " + s.weighted());
  }
}
