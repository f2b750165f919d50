package io.berth.app.simulate;

import io.berth.app.timeline.Recorder;
import io.berth.framework.Timers;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects who was evicted for whom, when, and why, from the events that the scheduler reports. */
final class Preemptions implements EventSink<Pod> {

  private static final String PREEMPTED = "Preempted";
  private static final String ON_NODE = " on node ";
  private static final String CONDITION = "DisruptionTarget";

  private final InMemoryCluster cluster;
  private final Timers timers;
  private final Instant start;
  private final List<Report.Preempted> all = new ArrayList<>();

  /** Of victims that went at once: the event comes later. */
  private final Map<String, Integer> gone = new HashMap<>();

  private @Nullable Recorder recorder;

  Preemptions(InMemoryCluster cluster, Timers timers) {
    this.cluster = cluster;
    this.timers = timers;
    start = timers.now();
  }

  /** From now on the recorder is told of each. */
  void record(Recorder recorder) {
    this.recorder = recorder;
  }

  /** All of them, in order. */
  List<Report.Preempted> all() {
    return all;
  }

  /** An event of the cluster, of whatever kind. */
  void told(RecordedEvent event) {
    if (!event.reason().equals(PREEMPTED)) {
      return;
    }
    String at = event.note().substring(event.note().indexOf(ON_NODE) + ON_NODE.length());
    String node = at.indexOf(' ') < 0 ? at : at.substring(0, at.indexOf(' '));
    String why = why(event);
    all.add(Report.Preempted.of(event.regarding(), node, Duration.between(start, timers.now()), event.related(), why));
    if (recorder != null) {
      recorder.preempted(event.regardingUid(), node, event.related(), why);
    }
  }

  private String why(RecordedEvent event) {
    Integer victim = gone.remove(event.regardingUid());
    Integer was = victim == null ? priority(event.regarding()) : victim;
    Integer preemptor = priority(event.related());
    return was == null || preemptor == null ? "" : "priority " + preemptor + " over " + was;
  }

  private @Nullable Integer priority(String key) {
    int slash = key.indexOf('/');
    Pod pod = slash < 0 ? null : cluster.get(ResourceKind.PODS, key.substring(0, slash), key.substring(slash + 1));
    return pod == null ? null : priority(pod);
  }

  private static int priority(Pod pod) {
    Integer priority = pod.getSpec().getPriority();
    return priority == null ? 0 : priority;
  }

  @Override
  public void added(Pod pod) {
    // nobody is evicted yet
  }

  @Override
  public void updated(Pod before, Pod pod) {
    // a pod that is still there can be asked
  }

  @Override
  public void deleted(Pod last, boolean finalStateUnknown) {
    if (last.getStatus() != null && last.getStatus().getConditions().stream().anyMatch(c -> CONDITION.equals(c.getType()))) {
      gone.put(last.getMetadata().getUid(), priority(last));
    }
  }

  @Override
  public void synced() {
    // nothing hangs on it
  }

  @Override
  public void stopped(@Nullable Throwable cause) {
    // the world ends with it
  }
}
