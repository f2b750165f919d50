package io.berth.scheduler.internal.events;

import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.scheduler.internal.queue.SchedulingQueue;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Keeps the stores of all kinds but pods and nodes, and tells the queue.
 *
 * <p>Source: pkg/scheduler/eventhandlers.go (addAllEventHandlers), v1.37.2.
 */
public final class KindHandlers {
  private final SchedulingQueue queue;
  private final EventMeter meter;

  /** Tells this queue. */
  public KindHandlers(SchedulingQueue queue, EventMeter meter) {
    this.queue = queue;
    this.meter = meter;
  }

  <T extends HasMetadata> Feed.ObjectHandler<T> of(ObjectStore<T> store) {
    return new KindHandler<>(store);
  }

  private final class KindHandler<T extends HasMetadata> implements Feed.ObjectHandler<T> {
    private final ObjectStore<T> store;
    private final ClusterEvent<T> add;
    private final ClusterEvent<T> update;
    private final ClusterEvent<T> delete;

    KindHandler(ObjectStore<T> store) {
      this.store = store;
      this.add = ClusterEvent.of(store.kind().events(), ActionType.ADD);
      this.update = ClusterEvent.of(store.kind().events(), ActionType.UPDATE);
      this.delete = ClusterEvent.of(store.kind().events(), ActionType.DELETE);
    }

    @Override
    public void added(T object) {
      long start = meter.start();
      store.put(object);
      queue.moveAllToActiveOrBackoffQueue(add, null, object, null);
      meter.handled(add, start);
    }

    @Override
    public void updated(T oldObject, T newObject) {
      long start = meter.start();
      store.put(newObject);
      queue.moveAllToActiveOrBackoffQueue(update, oldObject, newObject, null);
      meter.handled(update, start);
    }

    @Override
    public void deleted(T last, boolean finalStateUnknown) {
      long start = meter.start();
      store.remove(last, finalStateUnknown);
      queue.moveAllToActiveOrBackoffQueue(delete, last, null, null);
      meter.handled(delete, start);
    }
  }
}
