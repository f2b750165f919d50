package io.berth.testkit;

import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EventRecorder;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down events for people. Not thread-safe. */
public final class RecordingEvents implements EventRecorder {
  private final List<Recorded> events = new ArrayList<>();

  /**
   * One event.
   *
   * @param regarding the key of the object that it is about
   * @param related the key of the other pod, or {@code null}
   * @param said what it says
   */
  public record Recorded(String regarding, @Nullable String related, EventNote said) {
    /** {@code default/p Warning FailedScheduling: note}. */
    @Override
    public String toString() {
      return regarding + " " + said.type() + " " + said.reason() + ": " + said.note();
    }
  }

  /** What was recorded, in order. */
  public List<Recorded> events() {
    return List.copyOf(events);
  }

  @Override
  public void event(PodInfo regarding, @Nullable PodInfo related, EventNote note) {
    events.add(new Recorded(regarding.key(), related == null ? null : related.key(), note));
  }

  @Override
  public void event(ObjectRef<?> regarding, EventNote note) {
    events.add(new Recorded(regarding.key(), null, note));
  }
}
