package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects of one kind, what lately became of them, and who watches. Guarded by the cluster's lock. */
final class Table<T extends HasMetadata> {
  private final ResourceKind<T> kind;
  private final int historySize;
  private final TreeMap<ObjectKey, T> objects = new TreeMap<>();
  private final ArrayDeque<Change<T>> history = new ArrayDeque<>();
  private final List<WatchStream<T>> streams = new ArrayList<>();
  private long forgotten;

  Table(ResourceKind<T> kind, int historySize) {
    this.kind = kind;
    this.historySize = historySize;
  }

  ResourceKind<T> kind() {
    return kind;
  }

  @Nullable T get(ObjectKey key) {
    return objects.get(key);
  }

  List<T> list() {
    return List.copyOf(objects.values());
  }

  List<T> list(String namespace) {
    return List.copyOf(objects.subMap(new ObjectKey(namespace, ""), new ObjectKey(namespace + '\0', "")).values());
  }

  int size() {
    return objects.size();
  }

  /** Makes the change and tells those who watch. */
  void apply(ObjectKey key, Change<T> change) {
    if (change.type() == Change.Type.DELETED) {
      objects.remove(key);
    } else {
      objects.put(key, change.object());
    }
    history.add(change);
    while (history.size() > historySize) {
      forgotten = history.remove().version();
    }
    for (WatchStream<T> stream : streams) {
      stream.offer(change);
    }
  }

  /** The changes after the version, or {@code null} when not all of them are remembered. */
  @Nullable List<Change<T>> changesAfter(long version) {
    if (version < forgotten) {
      return null;
    }
    return history.stream().filter(change -> change.version() > version).toList();
  }

  /** Forgets all history, so that whoever lost his watch must list anew. */
  void compact(long version) {
    history.clear();
    forgotten = version;
  }

  List<WatchStream<T>> streams() {
    return List.copyOf(streams);
  }

  void addStream(WatchStream<T> stream) {
    streams.add(stream);
  }

  void removeStream(WatchStream<T> stream) {
    streams.remove(stream);
  }
}
