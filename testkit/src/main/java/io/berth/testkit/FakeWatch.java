package io.berth.testkit;

import io.berth.framework.cluster.ClusterEvents;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A watch that a test drives. Not thread-safe. */
public final class FakeWatch<T extends HasMetadata> implements ClusterEvents.Watch {
  private final ResourceKind<T> kind;
  private final EventSink<T> sink;
  private final Told<T> told;
  private boolean synced;
  private boolean stopped;

  FakeWatch(ResourceKind<T> kind, EventSink<T> sink) {
    this.kind = kind;
    this.sink = sink;
    this.told =
        new Told<>(
            new Told.Listener<>() {
              @Override
              public void added(T object) {
                sink.added(object);
              }

              @Override
              public void updated(T before, T after) {
                sink.updated(before, after);
              }

              @Override
              public void deleted(T object, boolean finalStateUnknown) {
                sink.deleted(object, finalStateUnknown);
              }
            });
  }

  /** The kind that is watched. */
  public ResourceKind<T> kind() {
    return kind;
  }

  /** The object comes to be. */
  public FakeWatch<T> add(T object) {
    told.add(object);
    return this;
  }

  /** The object of the same name changes to this one. */
  public FakeWatch<T> update(T object) {
    told.update(object);
    return this;
  }

  /** The object ceases to be; this is its last state. */
  public FakeWatch<T> delete(T object) {
    told.delete(object);
    return this;
  }

  /** The first list has been told whole. */
  public void sync() {
    if (!synced) {
      synced = true;
      sink.synced();
    }
  }

  /** The last event comes once more: an addition as an update, a deletion not at all. */
  public void duplicate() {
    told.repeat();
  }

  /** Nothing is told from now on. */
  public void drop() {
    told.drop();
  }

  /** The difference between what was told and what is there is told. */
  public void relist() {
    told.relist();
  }

  /** The watch ends for good. */
  public void fail(Throwable cause) {
    stop(cause);
  }

  /** What has been told and not been taken back. */
  public List<T> told() {
    return told.list();
  }

  /** Whether it has ended. */
  public boolean isStopped() {
    return stopped;
  }

  @Override
  public void close() {
    stop(null);
  }

  private void stop(@Nullable Throwable cause) {
    if (!stopped) {
      stopped = true;
      told.drop();
      sink.stopped(cause);
    }
  }
}
