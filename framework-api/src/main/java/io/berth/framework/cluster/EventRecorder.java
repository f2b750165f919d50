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
   * @param type {@code Normal} or {@code Warning}
   * @param reason such as {@code FailedScheduling}
   * @param action such as {@code Scheduling}
   * @param note for people; longer than 1024 bytes it is cut
   * @param reportingController the profile's name
   */
  void event(
      PodInfo regarding,
      @Nullable PodInfo related,
      Type type,
      String reason,
      String action,
      String note,
      String reportingController);

  /**
   * Records an event about an object that is no pod, such as a slice of devices that cannot be used. A recorder that knows of pods alone
   * drops it.
   *
   * @param regarding the object
   * @param type {@code Normal} or {@code Warning}
   * @param reason such as {@code ResourcePoolIgnored}
   * @param action such as {@code Scheduling}
   * @param note for people; longer than 1024 bytes it is cut
   * @param reportingController the profile's name
   */
  default void event(
      ObjectRef<?> regarding, Type type, String reason, String action, String note, String reportingController) {}

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
