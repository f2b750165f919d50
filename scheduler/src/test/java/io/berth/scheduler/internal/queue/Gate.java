package io.berth.scheduler.internal.queue;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.Status;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A PreEnqueue plugin that holds back the pods that a test says. */
final class Gate implements PreEnqueuePlugin, EnqueueExtensions {
  private final String name;
  private final Predicate<PodInfo> closed;
  private final List<ClusterEventWithHint<?>> events = new ArrayList<>();
  int asked;

  Gate(String name, Predicate<PodInfo> closed) {
    this.name = name;
    this.closed = closed;
  }

  <T> Gate to(ClusterEvent<T> event) {
    events.add(new ClusterEventWithHint<>(event, null, null));
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Status preEnqueue(PodInfo pod) {
    asked++;
    return closed.test(pod) ? Status.unresolvable("closed") : Status.SUCCESS;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return events;
  }
}
