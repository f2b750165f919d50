package io.berth.scheduler.internal.runtime;

import io.berth.framework.PodInPreBind;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The pods of all profiles in the PreBind phase. The map is owned by the scheduler's own thread, its entries are thread-safe.
 *
 * <p>Source: pkg/scheduler/framework/runtime/pods_in_prebind_map.go, v1.37.2.
 */
public final class PreBindPods {
  private final Map<String, Entry> pods = new HashMap<>();

  /** The pod's PreBind begins. */
  public Entry add(String uid) {
    Entry entry = new Entry();
    pods.put(uid, entry);
    return entry;
  }

  /** The pod's PreBind has ended, or binding has. */
  public void remove(String uid) {
    Entry entry = pods.remove(uid);
    if (entry != null) {
      entry.over.complete(null);
    }
  }

  /** The pod, or {@code null}. */
  public @Nullable PodInPreBind get(String uid) {
    return pods.get(uid);
  }

  /** A pod in the PreBind phase. */
  public static final class Entry implements PodInPreBind {
    private final CancellationSource cancellation = new CancellationSource();
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private boolean finished;
    private boolean canceled;

    @Override
    public boolean cancelPod(String reason) {
      synchronized (this) {
        if (finished) {
          return false;
        }
        canceled = true;
      }
      cancellation.cancel(reason);
      return true;
    }

    @Override
    public CompletionStage<@Nullable Void> over() {
      return over.minimalCompletionStage();
    }

    /** Tells PreBind plugins to stop. */
    public CancellationSource cancellation() {
      return cancellation;
    }

    /** From now on the pod cannot be cancelled; false when it has been. */
    public synchronized boolean markPrebound() {
      if (canceled) {
        return false;
      }
      finished = true;
      return true;
    }
  }
}
