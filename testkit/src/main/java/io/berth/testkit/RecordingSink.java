package io.berth.testkit;

import io.berth.framework.cluster.EventSink;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what a watch tells: {@code added(default/a)}, {@code updated(default/a)}, {@code deleted(default/a)},
 * {@code deleted(default/a, unknown)}, {@code synced}, {@code stopped}. It also keeps what should be there now, and fails on what a
 * watch must not do: add an object that is there, change or delete one that is not, or say anything after it has stopped. Not
 * thread-safe.
 */
public final class RecordingSink<T extends HasMetadata> implements EventSink<T> {
  private final List<String> calls = new ArrayList<>();
  private final Map<String, T> objects = new TreeMap<>();
  private @Nullable Throwable cause;
  private boolean synced;
  private boolean stopped;

  @Override
  public void added(T object) {
    say("added(" + key(object) + ")");
    if (objects.put(key(object), object) != null) {
      throw new AssertionError(key(object) + " was added twice");
    }
  }

  @Override
  public void updated(T oldObject, T newObject) {
    say("updated(" + key(newObject) + ")");
    if (objects.put(key(newObject), newObject) != oldObject) {
      throw new AssertionError(key(newObject) + " was updated from an object that was not told before");
    }
  }

  @Override
  public void deleted(T last, boolean finalStateUnknown) {
    say("deleted(" + key(last) + (finalStateUnknown ? ", unknown)" : ")"));
    if (objects.remove(key(last)) == null) {
      throw new AssertionError(key(last) + " was deleted, but was not there");
    }
  }

  @Override
  public void synced() {
    say("synced");
    if (synced) {
      throw new AssertionError("synced twice");
    }
    synced = true;
  }

  @Override
  public void stopped(@Nullable Throwable cause) {
    say("stopped");
    stopped = true;
    this.cause = cause;
  }

  /** What was told, in order. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** What was told since the last time that this was asked. */
  public List<String> drain() {
    List<String> drained = List.copyOf(calls);
    calls.clear();
    return drained;
  }

  /** What should be there now, by namespace and name. */
  public List<T> objects() {
    return List.copyOf(objects.values());
  }

  /** Whether the first list has come whole. */
  public boolean isSynced() {
    return synced;
  }

  /** Whether the watch has ended. */
  public boolean isStopped() {
    return stopped;
  }

  /** Why it ended, or {@code null}. */
  public @Nullable Throwable cause() {
    return cause;
  }

  private void say(String call) {
    if (stopped) {
      throw new AssertionError(call + " after the watch has stopped");
    }
    calls.add(call);
  }

  private static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null ? object.getMetadata().getName() : namespace + "/" + object.getMetadata().getName();
  }
}
