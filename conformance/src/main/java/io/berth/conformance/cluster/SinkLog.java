package io.berth.conformance.cluster;

import io.berth.framework.cluster.EventSink;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a watch has told of one namespace, and what it should not have. Thread-safe. */
final class SinkLog<T extends HasMetadata> implements EventSink<T> {
  private final String namespace;
  private final Map<String, String> versions = new TreeMap<>();
  private final List<String> calls = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private boolean synced;
  private boolean stopped;

  SinkLog(String namespace) {
    this.namespace = namespace;
  }

  @Override
  public synchronized void added(T object) {
    if (concerns(object)) {
      say("added " + name(object));
      faultIf(versions.put(name(object), version(object)) != null, name(object) + " was added twice");
    }
  }

  @Override
  public synchronized void updated(T oldObject, T newObject) {
    if (concerns(newObject)) {
      say("updated " + name(newObject));
      String before = versions.put(name(newObject), version(newObject));
      faultIf(!version(oldObject).equals(before), name(newObject) + " was updated from a version that was not told before");
      faultIf(version(newObject).equals(before), name(newObject) + " was told twice");
    }
  }

  @Override
  public synchronized void deleted(T last, boolean finalStateUnknown) {
    if (concerns(last)) {
      say("deleted " + name(last));
      faultIf(versions.remove(name(last)) == null, name(last) + " was deleted but was not there");
    }
  }

  @Override
  public synchronized void synced() {
    faultIf(synced, "synced twice");
    synced = true;
  }

  @Override
  public synchronized void stopped(@Nullable Throwable cause) {
    faultIf(cause != null, "stopped by itself: " + cause);
    stopped = true;
  }

  private void say(String call) {
    faultIf(stopped, call + " after the watch has stopped");
    calls.add(call);
  }

  private void faultIf(boolean condition, String fault) {
    if (condition) {
      faults.add(fault);
    }
  }

  private boolean concerns(T object) {
    return namespace.equals(object.getMetadata().getNamespace());
  }

  static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }

  synchronized boolean isSynced() {
    return synced;
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /** The version of each object that should be there, by name. */
  synchronized Map<String, String> versions() {
    return new TreeMap<>(versions);
  }

  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }
}
