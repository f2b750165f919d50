package io.berth.conformance;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.event.QueueingHintFn;
import io.berth.framework.model.PodInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Asks the hints of plugins, one after the other, as the queue would if all of them had rejected the pod. */
final class Hints {

  private static final String QUEUE = "Queue";
  private static final String SKIP = "QueueSkip";
  private static final String ERROR = "Error";

  private Hints() {}

  /** A plugin's answer to each event that it registered. */
  static ObjectNode answers(EnqueueExtensions plugin, PodInfo pod, Iterable<Told> events) {
    ObjectNode answers = KubeObjects.object();
    for (Told told : events) {
      for (ClusterEventWithHint<?> registered : plugin.eventsToRegister()) {
        if (told.event().matches(registered.event())) {
          answers.put(told.name(), answer(registered, pod, told));
        }
      }
    }
    return answers;
  }

  /** Whether one of the answers sends the pod back to the queue. */
  static boolean wakes(ObjectNode answers) {
    return answers.valueStream().anyMatch(answer -> !answer.asString().equals(SKIP));
  }

  private static <T> String answer(ClusterEventWithHint<T> registered, PodInfo pod, Told told) {
    QueueingHintFn<T> hint = registered.hint();
    if (hint == null) {
      return QUEUE;
    }
    Class<T> type = registered.event().resource().type();
    try {
      return hint.hint(pod, cast(type, told.oldObject()), cast(type, told.newObject())) == QueueingHint.QUEUE ? QUEUE : SKIP;
    } catch (RuntimeException e) {
      return ERROR;
    }
  }

  private static <T> @Nullable T cast(Class<T> type, @Nullable Object object) {
    return object == null ? null : type.cast(object);
  }
}
