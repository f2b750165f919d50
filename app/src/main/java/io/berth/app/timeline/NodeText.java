package io.berth.app.timeline;

import io.berth.framework.resource.ResourceName;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A node's state, or what has changed of it, in a few words. */
final class NodeText {

  private NodeText() {}

  static String of(@Nullable NodeState before, NodeState now) {
    List<String> words = new ArrayList<>();
    var names = new TreeSet<>(now.allocatable().names());
    if (before != null) {
      names.addAll(before.allocatable().names());
    }
    names.remove(ResourceName.PODS);
    for (ResourceName name : names) {
      BigInteger amount = now.allocatable().getExact(name);
      if (before == null || !before.allocatable().getExact(name).equals(amount)) {
        words.add(name.name() + " " + AmountText.forPeople(name, amount));
      }
    }
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
