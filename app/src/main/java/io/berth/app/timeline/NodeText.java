package io.berth.app.timeline;

import io.berth.framework.resource.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node's state, or what has changed of it, in a few words. */
final class NodeText {

  private NodeText() {}

  static String of(@Nullable NodeState before, NodeState now) {
    List<String> words = new ArrayList<>();
    var amounts = new TreeMap<ResourceName, Long>();
    now.allocatable().forEach(amounts::put);
    if (before != null) {
      before.allocatable().forEach((name, amount) -> amounts.putIfAbsent(name, 0L));
    }
    amounts.remove(ResourceName.PODS);
    amounts.forEach((name, amount) -> {
      if (before == null || before.allocatable().get(name) != amount) {
        words.add(name.name() + " " + AmountText.forPeople(name, amount));
      }
    });
    if (before == null || before.allowedPods() != now.allowedPods()) {
      words.add("pods " + now.allowedPods());
    }
    if (before == null ? now.cordoned() : before.cordoned() != now.cordoned()) {
      words.add(now.cordoned() ? "cordoned" : "uncordoned");
    }
    if (before == null ? !now.taints().isEmpty() : !before.taints().equals(now.taints())) {
      words.add(now.taints().isEmpty() ? "no taints" : "taints " + String.join(", ", now.taints()));
    }
    if (before != null && !before.labels().equals(now.labels())) {
      words.add("labels changed");
    }
    return String.join(", ", words);
  }
}
