package io.berth.conformance.histories;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;

/**
 * A node, read once, in the plainest way; for the evaluation that shares nothing with the scheduler.
 *
 * @param amounts by resource: CPU in thousandths, memory in Mi, others as they are
 * @param bean what it was read from
 */
record NaiveNode(
    String name, Map<String, String> labels, Map<String, Long> amounts, List<Taint> taints, boolean cordoned, Node bean) {
  static NaiveNode of(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return new NaiveNode(
        node.getMetadata().getName(),
        labels == null ? Map.of() : labels,
        NaivePod.amounts(node.getStatus().getAllocatable()),
        node.getSpec().getTaints(),
        Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
        node);
  }

  /** Plain numbers; histories use no other suffixes. */
  static long number(String resource, Quantity quantity) {
    String text = quantity.toString();
    if (text.endsWith("m")) {
      return Long.parseLong(text.substring(0, text.length() - 1));
    }
    if (text.endsWith("Mi")) {
      return Long.parseLong(text.substring(0, text.length() - 2));
    }
    long whole = Long.parseLong(text);
    return resource.equals("cpu") ? whole * 1000 : whole;
  }
}
