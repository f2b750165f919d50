package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.Status;
import io.berth.framework.Timers;
import io.berth.framework.WaitingPod;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One pod's wait in the permit phase. Guarded by its own lock; the decision is told once, outside of it.
 *
 * <p>Source: pkg/scheduler/framework/runtime/waiting_pods_map.go (waitingPod), v1.37.2.
 */
final class PermitWait implements WaitingPod {
  private final PodInfo pod;
  private final Consumer<Status> decision;
  private final Set<String> pending;
  private final Map<String, Timers.Timer> timers = new LinkedHashMap<>();
  private boolean decided;

  PermitWait(PodInfo pod, Collection<String> plugins, Consumer<Status> decision) {
    this.pod = pod;
    this.pending = new LinkedHashSet<>(plugins);
    this.decision = decision;
  }

  /** Sets a timer for each plugin. */
  synchronized void start(Timers clock, Map<String, Duration> waits) {
    waits.forEach(
        (plugin, wait) -> {
          String message = "rejected due to timeout after waiting " + GoDuration.format(wait) + " at plugin " + plugin;
          timers.put(plugin, clock.schedule(wait, () -> reject(plugin, message)));
        });
  }

  @Override
  public PodInfo pod() {
    return pod;
  }

  @Override
  public String nodeName() {
    return pod.nodeName();
  }

  @Override
  public synchronized List<String> pendingPlugins() {
    return new ArrayList<>(pending);
  }

  @Override
  public void allow(String plugin) {
    synchronized (this) {
      pending.remove(plugin);
      Timers.Timer timer = timers.remove(plugin);
      if (timer != null) {
        timer.cancel();
      }
      if (!pending.isEmpty() || decided) {
        return;
      }
      decided = true;
    }
    decision.accept(Status.SUCCESS);
  }

  @Override
  public boolean reject(String plugin, String message) {
    return stop(new Status(Code.UNSCHEDULABLE, List.of(message), plugin, null));
  }

  @Override
  public boolean preempt(String plugin, String message) {
    return stop(new Status(Code.ERROR, List.of(message), plugin, null));
  }

  private boolean stop(Status status) {
    synchronized (this) {
      if (decided) {
        return false;
      }
      close();
    }
    decision.accept(status);
    return true;
  }

  /** Ends the wait without a decision. */
  synchronized void close() {
    decided = true;
    timers.values().forEach(Timers.Timer::cancel);
    timers.clear();
  }
}
