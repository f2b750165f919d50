package io.berth.scheduler.internal.runtime;

import io.berth.framework.Status;
import io.berth.framework.Timers;
import io.berth.framework.WaitingPod;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pods of all profiles that wait in the permit phase, in the order in which they began to wait. Owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/runtime/waiting_pods_map.go, v1.37.2.
 */
public final class WaitingPods {
  private final Map<String, PermitWait> pods = new LinkedHashMap<>();
  private final Timers timers;
  private final Executor thread;

  /** Nobody waits yet. */
  public WaitingPods(Timers timers, Executor thread) {
    this.timers = timers;
    this.thread = thread;
  }

  /**
   * The pod begins to wait.
   *
   * @param waits how long it waits for each plugin at most
   * @param decided called once on the scheduler's thread, in a task of its own, with success or why the pod must not go on
   */
  void add(PodInfo pod, Map<String, Duration> waits, Consumer<Status> decided) {
    PermitWait wait = new PermitWait(pod, waits.keySet(), status -> thread.execute(() -> end(pod.uid(), decided, status)));
    pods.put(pod.uid(), wait);
    wait.start(timers, waits);
  }

  private void end(String uid, Consumer<Status> decided, Status status) {
    pods.remove(uid);
    decided.accept(status);
  }

  /** Whether the pod waits. */
  public boolean contains(String uid) {
    return pods.containsKey(uid);
  }

  /** The pod, or {@code null}. */
  public @Nullable WaitingPod get(String uid) {
    return pods.get(uid);
  }

  /** All of them. */
  public List<WaitingPod> list() {
    return List.copyOf(pods.values());
  }

  /**
   * Rejects the pod in nobody's name.
   *
   * @return whether it waited and this decided it
   */
  public boolean reject(String uid) {
    PermitWait wait = pods.get(uid);
    return wait != null && wait.reject("", "removed");
  }

  /** Ends all waits without a decision; for the end of the scheduler. */
  public void close() {
    pods.values().forEach(PermitWait::close);
    pods.clear();
  }
}
