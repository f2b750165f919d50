package io.berth.framework.cluster;

import io.berth.framework.model.PodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Writes events for people. Best effort: it neither blocks nor fails, and may drop or join events. Thread-safe.
 *
 * <p>Source: client-go/tools/events, v0.37.2.
 */
public interface EventRecorder {
  /**
   * Records an event about a pod.
   *
   * @param regarding the pod
   * @param related another pod that has to do with it, such as the preemptor, or {@code null}
   */
  void event(PodInfo regarding, @Nullable PodInfo related, EventNote note);

  /** Records an event about an object that is no pod, such as a slice of devices that cannot be used. */
  void event(ObjectRef<?> regarding, EventNote note);

  /** How serious an event is. */
  enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** As it is written. */
    @Override
    public String toString() {
      return text;
    }
  }
}
