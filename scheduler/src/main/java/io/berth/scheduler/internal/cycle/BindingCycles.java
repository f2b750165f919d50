package io.berth.scheduler.internal.cycle;

import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The binding cycles under way, one a pod. Each costs an object, not a thread. Owned by the scheduler's own thread. */
public final class BindingCycles {
  private static final Logger LOG = LoggerFactory.getLogger(BindingCycles.class);

  private static final int SLACK = 64;

  final CycleContext context;
  final FailureHandler failures;
  final PodStatusWriter statuses;
  private final Map<String, BindingCycle> cycles = new LinkedHashMap<>();
  private final Set<String> bound = new LinkedHashSet<>();
  private boolean closed;

  BindingCycles(CycleContext context, FailureHandler failures, PodStatusWriter statuses) {
    this.context = context;
    this.failures = failures;
    this.statuses = statuses;
  }

  void begin(Attempt attempt, PodInfo assumed, Map<String, Duration> waits) {
    BindingCycle cycle = new BindingCycle(this, attempt, assumed);
    cycles.put(assumed.uid(), cycle);
    cycle.begin(waits);
  }

  void ended(BindingCycle cycle) {
    cycles.remove(cycle.uid(), cycle);
  }

  /** UIDs of the pods whose binding cycle is under way. */
  public Collection<String> uids() {
    return Collections.unmodifiableCollection(cycles.keySet());
  }

  /** The pod is bound; its echo may not have come yet. */
  void bound(String uid) {
    if (context.cache().isAssumed(uid)) {
      bound.add(uid);
      if (bound.size() > 2 * context.cache().assumedPods().size() + SLACK) {
        bound.removeIf(other -> !context.cache().isAssumed(other));
      }
    }
  }

  /** Whether the pod is bound and the cluster has not told so yet. */
  public boolean awaitsEcho(String uid) {
    return bound.contains(uid) && context.cache().isAssumed(uid);
  }

  boolean isClosed() {
    return closed;
  }

  /** Binding cycles go no further than where they are. */
  void close() {
    closed = true;
  }

  /** Gives back what the pod holds on its node; false when the cache says that it is not assumed there. */
  boolean unreserveAndForget(Attempt attempt, PodInfo assumed) {
    attempt.profile().runReservePluginsUnreserve(attempt.state(), assumed, assumed.nodeName());
    Status forgotten = context.cache().forget(assumed);
    if (!forgotten.isSuccess()) {
      LOG.error("pod {} was not forgotten: {}", assumed.key(), forgotten.message());
    }
    return forgotten.isSuccess();
  }
}
