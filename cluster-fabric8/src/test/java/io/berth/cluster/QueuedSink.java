package io.berth.cluster;

import io.berth.framework.cluster.EventSink;
import io.berth.testkit.RecordingSink;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Hands what a watch tells, from whatever thread, to a test that waits for it; what a watch must not do becomes a call as well. */
final class QueuedSink<T extends HasMetadata> implements EventSink<T> {
  private static final long PATIENCE_SECONDS = 20;

  private final RecordingSink<T> recording = new RecordingSink<>();
  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
  private volatile List<T> objects = List.of();
  private volatile @Nullable Throwable cause;

  @Override
  public void added(T object) {
    record(() -> recording.added(object));
  }

  @Override
  public void updated(T oldObject, T newObject) {
    record(() -> recording.updated(oldObject, newObject));
  }

  @Override
  public void deleted(T last, boolean finalStateUnknown) {
    record(() -> recording.deleted(last, finalStateUnknown));
  }

  @Override
  public void synced() {
    record(recording::synced);
  }

  @Override
  public void stopped(@Nullable Throwable why) {
    cause = why;
    record(() -> recording.stopped(why));
  }

  private void record(Runnable call) {
    try {
      call.run();
    } catch (AssertionError broken) {
      calls.add(broken.toString());
    }
    objects = recording.objects();
    calls.addAll(recording.drain());
  }

  /** The next calls, in order. */
  List<String> next(int count) throws InterruptedException {
    List<String> next = new ArrayList<>();
    while (next.size() < count) {
      String call = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (call == null) {
        throw new AssertionError("waited in vain for " + count + " calls, there were " + next);
      }
      next.add(call);
    }
    return next;
  }

  /** The calls that nobody has asked for. */
  List<String> rest() {
    return List.copyOf(calls);
  }

  List<T> objects() {
    return objects;
  }

  @Nullable Throwable cause() {
    return cause;
  }
}
