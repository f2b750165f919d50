package io.berth.simulator;

import io.berth.framework.cluster.ClusterEvents;
import io.berth.framework.cluster.EventSink;
import io.berth.simulator.WatchInterceptor.WatchDecision;
import io.berth.simulator.WatchInterceptor.WatchedChange;
import io.berth.simulator.internal.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One watch: a connection that can be lost, and what its sink has heard. Everything that is to be told waits in a queue, guarded by
 * the cluster's lock; each entry is told by a task of its own on the cluster's executor, one at a time.
 *
 * <p>After a lost connection it goes on at the last version told, or lists anew and tells the difference, as a reflector does.
 *
 * <p>Source: client-go/tools/cache (reflector.go, delta_fifo.go), v0.37.2.
 */
final class WatchStream<T extends HasMetadata> implements ClusterEvents.Watch {
  private final ClusterCore core;
  private final Table<T> table;
  private final EventSink<T> sink;
  private final int number;
  private final Runnable deliverNext = this::deliverNext;
  private final AtomicInteger owed = new AtomicInteger();

  // guarded by the cluster's lock
  private final ArrayDeque<Item<T>> queue = new ArrayDeque<>();
  private boolean connected = true;
  private @Nullable Object hold;
  private boolean closed;
  private long toldVersion = -1;

  // used by one delivery at a time
  private final Map<ObjectKey, T> known = new HashMap<>();
  private boolean synced;

  /** Something to be told. */
  private sealed interface Item<T> {
    /** A change; {@code decided} when the interceptor is not to be asked again. */
    record Changed<T>(Change<T> change, boolean decided) implements Item<T> {}

    /** All objects at a version. */
    record Listed<T>(List<T> objects, long version) implements Item<T> {}

    /** The end. */
    record Stopped<T>(@Nullable Throwable cause) implements Item<T> {}
  }

  WatchStream(ClusterCore core, Table<T> table, EventSink<T> sink, int number) {
    this.core = core;
    this.table = table;
    this.sink = sink;
    this.number = number;
  }

  /** To be run once for each entry of the queue. */
  Runnable deliveryTask() {
    return deliverNext;
  }

  /** Under the lock: the first list. */
  void open(long version) {
    table.addStream(this);
    enqueue(new Item.Listed<>(table.list(), version));
  }

  /** Under the lock: a change of the kind. */
  void offer(Change<T> change) {
    if (connected) {
      enqueue(new Item.Changed<>(change, false));
    }
  }

  /** Under the lock: the connection is lost. */
  void disconnect(boolean forget, Duration reconnectAfter) {
    if (closed || !connected) {
      return;
    }
    connected = false;
    hold = null;
    queue.clear();
    core.timers().schedule(reconnectAfter, () -> core.run(() -> reconnect(forget)));
  }

  @Override
  public void close() {
    core.run(() -> stop(null));
  }

  private void stop(@Nullable Throwable cause) {
    if (!closed) {
      closed = true;
      table.removeStream(this);
      queue.clear();
      hold = null;
      enqueue(new Item.Stopped<>(cause));
    }
  }

  private void reconnect(boolean forget) {
    if (closed || connected) {
      return;
    }
    connected = true;
    List<Change<T>> missed = forget || toldVersion < 0 ? null : table.changesAfter(toldVersion);
    if (missed == null) {
      enqueue(new Item.Listed<>(table.list(), core.currentVersion()));
    } else {
      missed.forEach(change -> enqueue(new Item.Changed<>(change, false)));
    }
  }

  private void enqueue(Item<T> item) {
    queue.add(item);
    core.wake(this);
  }

  private void deliverNext() {
    if (owed.getAndIncrement() != 0) {
      return; // whoever is delivering now does this one too
    }
    boolean done = false;
    try {
      do {
        deliverOne();
      } while (owed.decrementAndGet() != 0);
      done = true;
    } finally {
      if (!done) {
        int left = owed.getAndSet(0) - 1;
        for (int i = 0; i < left; i++) {
          core.post(deliverNext);
        }
      }
    }
  }

  private void deliverOne() {
    Item<T> item = core.call(() -> hold != null ? null : queue.poll());
    if (item instanceof Item.Listed<T> listed) {
      told(listed.version());
      tellDifference(listed.objects());
    } else if (item instanceof Item.Changed<T> changed) {
      deliver(changed);
    } else if (item instanceof Item.Stopped<T> stopped) {
      sink.stopped(stopped.cause());
    }
  }

  private void deliver(Item.Changed<T> changed) {
    Change<T> change = changed.change();
    WatchInterceptor interceptor = core.watchInterceptor();
    WatchDecision decision =
        interceptor == null || changed.decided()
            ? WatchDecision.DELIVER
            : interceptor.beforeDelivery(new WatchedChange(table.kind(), number, change.type().name(), change.object()));
    if (decision instanceof WatchDecision.Deliver) {
      told(change.version());
      tell(change);
    } else if (decision instanceof WatchDecision.DeliverTwice) {
      told(change.version());
      tell(change);
      tell(change);
    } else if (decision instanceof WatchDecision.Delay delay) {
      core.run(() -> hold(change, delay.by()));
    } else if (decision instanceof WatchDecision.Disconnect disconnect) {
      core.run(() -> disconnect(false, disconnect.reconnectAfter()));
    } else if (decision instanceof WatchDecision.Expire expire) {
      core.run(() -> disconnect(true, expire.reconnectAfter()));
    } else if (decision instanceof WatchDecision.Break broken) {
      core.run(() -> stop(new IOException(broken.message())));
    }
  }

  private void hold(Change<T> change, Duration by) {
    if (closed || !connected) {
      return;
    }
    Object token = new Object();
    hold = token;
    queue.addFirst(new Item.Changed<>(change, true));
    core.timers().schedule(by, () -> core.run(() -> release(token)));
  }

  private void release(Object token) {
    if (hold == token) {
      hold = null;
      queue.forEach(item -> core.wake(this));
    }
  }

  private void told(long version) {
    core.run(() -> toldVersion = version);
  }

  private void tell(Change<T> change) {
    ObjectKey key = ObjectKey.of(change.object());
    if (change.type() == Change.Type.DELETED) {
      if (known.remove(key) != null) {
        sink.deleted(change.object(), false);
      }
      return;
    }
    T before = known.put(key, change.object());
    if (before == null) {
      sink.added(change.object());
    } else {
      sink.updated(before, change.object());
    }
  }

  private void tellDifference(List<T> objects) {
    Set<ObjectKey> there = new HashSet<>();
    for (T object : objects) {
      ObjectKey key = ObjectKey.of(object);
      there.add(key);
      T before = known.put(key, object);
      if (before == null) {
        sink.added(object);
      } else if (!before.getMetadata().getResourceVersion().equals(object.getMetadata().getResourceVersion())) {
        sink.updated(before, object);
      }
    }
    for (ObjectKey key : known.keySet().stream().filter(key -> !there.contains(key)).sorted().toList()) {
      sink.deleted(known.remove(key), true);
    }
    if (!synced) {
      synced = true;
      sink.synced();
    }
  }
}
