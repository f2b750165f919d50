package io.berth.scheduler.internal.queue;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.QueueingHintFn;
import java.util.ArrayList;
import java.util.List;

/** A plugin that only registers events. */
final class Listening implements EnqueueExtensions {
  private final String name;
  private final List<ClusterEventWithHint<?>> events = new ArrayList<>();

  Listening(String name) {
    this.name = name;
  }

  <T> Listening to(ClusterEvent<T> event) {
    events.add(new ClusterEventWithHint<>(event, null, null));
    return this;
  }

  <T> Listening to(ClusterEvent<T> event, QueueingHintFn<T> hint) {
    events.add(new ClusterEventWithHint<>(event, hint, null));
    return this;
  }

  Listening to(ClusterEventWithHint<?> event) {
    events.add(event);
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return events;
  }
}
