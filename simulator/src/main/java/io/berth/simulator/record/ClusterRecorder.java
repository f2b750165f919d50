package io.berth.simulator.record;

import io.berth.framework.cluster.ClusterEvents;
import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.framework.cluster.EventSink;
import io.berth.simulator.record.Recording.Type;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Records a cluster by watching it, a simulated or a real one. What is there when the first lists of all kinds have come is the start; after
 * that each change is written as the watches tell of it, those that do not touch a recorded field left out. It never writes to the cluster.
 *
 * <p>Everything runs on the given executor, which has to be serial.
 */
public final class ClusterRecorder {

  private final InstantSource clock;
  private final Executor executor;
  private final RecordingWriter writer;
  private final Names names;
  private final List<Watch> watches = new ArrayList<>();
  private final List<Kept<?>> kinds = new ArrayList<>();
  private final List<RecordedKind<?>> recorded;
  private int unsynced;
  private Instant start;
  private boolean ended;
  private volatile @Nullable String problem;
  private volatile boolean begun;
  private long changes;

  private ClusterRecorder(InstantSource clock, Executor executor, RecordingWriter writer, Options options) {
    this.clock = clock;
    this.executor = executor;
    this.writer = writer;
    this.names = options.anonymise() ? new Anonymiser() : Names.PLAIN;
    this.recorded = RecordedKind.of(options.devices());
    this.unsynced = recorded.size();
    this.start = clock.instant();
  }

  /**
   * What is recorded, and how.
   *
   * @param anonymise whether names are replaced
   * @param devices whether devices and claims are recorded, which a cluster has to know then
   */
  public record Options(boolean anonymise, boolean devices) {}

  /**
   * Starts to record.
   *
   * @param clock tells when a change came
   * @param executor where everything runs, one task after the other; one that runs tasks at once does for a cluster in virtual time
   * @param out where the recording goes; {@link #end} closes it
   */
  public static ClusterRecorder start(ClusterEvents cluster, InstantSource clock, Executor executor, OutputStream out, Options options)
      throws IOException {
    var recorder = new ClusterRecorder(clock, executor, new RecordingWriter(out), options);
    recorder.recorded.forEach(kind -> recorder.watch(cluster, kind));
    return recorder;
  }

  /** Starts to record everything, devices included; whether names are replaced says {@code anonymise}. */
  public static ClusterRecorder start(ClusterEvents cluster, InstantSource clock, Executor executor, OutputStream out, boolean anonymise)
      throws IOException {
    return start(cluster, clock, executor, out, new Options(anonymise, true));
  }

  private <T extends HasMetadata> void watch(ClusterEvents cluster, RecordedKind<T> kind) {
    var kept = new Kept<>(kind);
    kinds.add(kept);
    watches.add(cluster.watch(kind.kind(), kept));
  }

  /** How many changes have been written. On the executor. */
  public long changes() {
    return changes;
  }

  /** Whether everything that was there at the start has been written. On any thread. */
  public boolean hasBegun() {
    return begun;
  }

  /** Why the recording is not whole, if so. On any thread. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Ends the recording and closes the file, on the executor; a recording that is not whole stays without its end. */
  public void end() {
    watches.forEach(Watch::close);
    executor.execute(
        () -> {
          if (!ended && unsynced > 0) {
            fail("the cluster's objects have not all been listed; whoever records needs the right to list and watch " + plurals(recorded));
          }
          guarded(() -> writer.end(problem == null ? offset() : null));
          ended = true;
        });
  }

  private static String plurals(List<RecordedKind<?>> kinds) {
    return String.join(", ", kinds.stream().map(each -> each.kind().plural()).toList());
  }

  private Duration offset() {
    Duration offset = Duration.between(start, clock.instant());
    return offset.isNegative() ? Duration.ZERO : offset;
  }

  private void fail(String why) {
    problem = problem == null ? why : problem;
  }

  private interface Write {
    void run() throws IOException;
  }

  private void guarded(Write write) {
    if (ended) {
      return;
    }
    try {
      write.run();
    } catch (IOException e) {
      fail("the recording could not be written: " + e.getMessage());
    }
  }

  private void begin() throws IOException {
    start = clock.instant();
    writer.header(start, names.hidden());
    for (Kept<?> kind : kinds) {
      kind.begin();
    }
    begun = true;
  }

  /** The objects of one kind, by namespace and name. */
  private final class Kept<T extends HasMetadata> implements EventSink<T> {
    final RecordedKind<T> kind;
    final Map<String, T> initial = new TreeMap<>();

    /** As they were written last. */
    final Map<String, Map<String, Object>> written = new TreeMap<>();

    Kept(RecordedKind<T> kind) {
      this.kind = kind;
    }

    void begin() throws IOException {
      for (Map.Entry<String, T> object : initial.entrySet()) {
        Map<String, Object> tree = kind.reduced(object.getValue(), names);
        writer.initial(kind.kind(), tree);
        written.put(object.getKey(), tree);
      }
      initial.clear();
    }

    @Override
    public void added(T object) {
      executor.execute(() -> guarded(() -> changed(object)));
    }

    @Override
    public void updated(T oldObject, T newObject) {
      executor.execute(() -> guarded(() -> changed(newObject)));
    }

    @Override
    public void deleted(T last, boolean finalStateUnknown) {
      executor.execute(() -> guarded(() -> gone(last)));
    }

    @Override
    public void synced() {
      executor.execute(
          () -> {
            if (--unsynced == 0) {
              guarded(ClusterRecorder.this::begin);
            }
          });
    }

    @Override
    public void stopped(@Nullable Throwable cause) {
      if (cause != null) {
        executor.execute(() -> fail("the watch of " + kind.kind().plural() + " has ended: " + cause.getMessage()));
      }
    }

    private void changed(T object) throws IOException {
      String key = key(object);
      if (unsynced > 0) {
        initial.put(key, object);
        return;
      }
      Map<String, Object> tree = kind.reduced(object, names);
      Map<String, Object> before = written.put(key, tree);
      if (!tree.equals(before)) {
        write(before == null ? Type.ADD : Type.UPDATE, tree);
      }
    }

    private void gone(T last) throws IOException {
      String key = key(last);
      initial.remove(key);
      Map<String, Object> before = written.remove(key);
      if (before != null) {
        Map<String, Object> meta = new LinkedHashMap<>(metadata(before));
        meta.keySet().retainAll(List.of("name", "namespace", "uid"));
        write(Type.DELETE, Map.of("metadata", meta));
      }
    }

    private void write(Type type, Map<String, Object> tree) throws IOException {
      writer.change(offset(), type, kind.kind(), tree);
      changes++;
    }
  }

  @SuppressWarnings("unchecked") // metadata is an object
  private static Map<String, Object> metadata(Map<String, Object> tree) {
    return (Map<String, Object>) Objects.requireNonNull(tree.get("metadata"));
  }

  private static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return (namespace == null ? "" : namespace) + '\0' + object.getMetadata().getName();
  }
}
