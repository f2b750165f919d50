package io.berth.testkit;

import io.berth.framework.cluster.EventRecorder;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down events for people. Not thread-safe. */
public final class RecordingEvents implements EventRecorder {
  private final List<Recorded> events = new ArrayList<>();

  /** One event. */
  public record Recorded(
      String regarding, @Nullable String related, Type type, String reason, String action, String note, String controller) {
    /** {@code default/p Warning FailedScheduling: note}. */
    @Override
    public String toString() {
      return regarding + " " + type + " " + reason + ": " + note;
    }
  }

  /** What was recorded, in order. */
  public List<Recorded> events() {
    return List.copyOf(events);
  }

  @Override
  public void event(
      PodInfo regarding,
      @Nullable PodInfo related,
      Type type,
      String reason,
      String action,
      String note,
      String reportingController) {
    events.add(
        new Recorded(
            regarding.key(), related == null ? null : related.key(), type, reason, action, note, reportingController));
  }

  @Override
  public void event(
      ObjectRef<?> regarding, Type type, String reason, String action, String note, String reportingController) {
    events.add(new Recorded(regarding.key(), null, type, reason, action, note, reportingController));
  }
}
