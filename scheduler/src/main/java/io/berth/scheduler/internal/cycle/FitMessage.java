package io.berth.scheduler.internal.cycle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says in words why a pod found no node: how many nodes there are, and for each reason how many have it, sorted as text.
 *
 * <p>Source: pkg/scheduler/framework/types.go (FitError), v1.37.2.
 */
final class FitMessage {
  private FitMessage() {}

  static String of(Diagnosis diagnosis, int nodes) {
    StringBuilder message = new StringBuilder("0/").append(nodes).append(" nodes are available:");
    if (!diagnosis.preFilterMessage().isEmpty()) {
      message.append(' ').append(diagnosis.preFilterMessage()).append('.');
    } else {
      List<String> reasons = reasons(diagnosis.nodes(), nodes);
      if (!reasons.isEmpty()) {
        message.append(' ').append(String.join(", ", reasons)).append('.');
      }
    }
    if (!diagnosis.postFilterMessage().isEmpty()) {
      message.append(' ').append(diagnosis.postFilterMessage());
    }
    return message.toString();
  }

  private static List<String> reasons(NodeStatuses statuses, int nodes) {
    Map<String, Integer> histogram = new HashMap<>();
    statuses.forEachDistinct(
        (status, count) -> status.reasons().forEach(reason -> histogram.merge(reason, count, Integer::sum)));
    if (statuses.size() < nodes) {
      int others = nodes - statuses.size();
      statuses.absent().reasons().forEach(reason -> histogram.merge(reason, others, Integer::sum));
    }
    List<String> texts = new ArrayList<>(histogram.size());
    histogram.forEach((reason, count) -> texts.add(count + " " + reason));
    Collections.sort(texts);
    return texts;
  }
}
