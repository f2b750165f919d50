package io.berth.framework.selector;

import io.fabric8.kubernetes.api.model.Taint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A taint of a node. What is absent is empty. */
public record NodeTaint(String key, String value, String effect) {

  /** No pod is placed that does not tolerate it. */
  public static final String NO_SCHEDULE = "NoSchedule";

  /** Pods that do not tolerate it are better placed elsewhere. */
  public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";

  /** No pod is placed, and none stays, that does not tolerate it. */
  public static final String NO_EXECUTE = "NoExecute";

  /** The taint that stands for {@code spec.unschedulable}. */
  public static final NodeTaint UNSCHEDULABLE = new NodeTaint("node.kubernetes.io/unschedulable", "", NO_SCHEDULE);

  /** Reads taints in their order. */
  public static List<NodeTaint> listOf(@Nullable List<Taint> taints) {
    if (taints == null || taints.isEmpty()) {
      return List.of();
    }
    List<NodeTaint> read = new ArrayList<>(taints.size());
    for (Taint taint : taints) {
      read.add(new NodeTaint(orEmpty(taint.getKey()), orEmpty(taint.getValue()), orEmpty(taint.getEffect())));
    }
    return List.copyOf(read);
  }

  /** Whether a pod that does not tolerate it must not be placed: NoSchedule or NoExecute. */
  public boolean preventsScheduling() {
    return effect.equals(NO_SCHEDULE) || effect.equals(NO_EXECUTE);
  }

  /** Whether a pod that does not tolerate it is better placed elsewhere: PreferNoSchedule. */
  public boolean discouragesScheduling() {
    return effect.equals(PREFER_NO_SCHEDULE);
  }

  /** As {@code kubectl taint} writes it. */
  @Override
  public String toString() {
    return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
  }

  static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
