package io.berth.conformance;

import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/** Statuses and decisions as case files hold them: {@code {code, reasons?, nodeNames?}}, reasons sorted. */
final class Statuses {

  private Statuses() {}

  static ObjectNode tree(Status status) {
    ObjectNode tree = KubeObjects.object().put("code", status.code().toString());
    if (!status.reasons().isEmpty()) {
      tree.set("reasons", KubeObjects.strings(status.reasons().stream().sorted().toList()));
    }
    return tree;
  }

  static ObjectNode tree(PreFilterDecision decision) {
    if (decision instanceof PreFilterDecision.Reject reject) {
      return tree(reject.status());
    }
    if (decision instanceof PreFilterDecision.Skip) {
      return tree(Status.SKIP);
    }
    ObjectNode tree = tree(Status.SUCCESS);
    if (decision instanceof PreFilterDecision.Only only) {
      tree.set("nodeNames", KubeObjects.strings(new TreeSet<>(only.names())));
    }
    return tree;
  }
}
