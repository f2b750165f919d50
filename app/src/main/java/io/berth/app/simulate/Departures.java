package io.berth.app.simulate;

import io.berth.framework.Timers;
import io.berth.framework.cluster.EventSink;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets pods on nodes that are asked to go be gone when their grace period is over, as their kubelets would at the latest. Pods that were on
 * their way out before the start stay.
 */
final class Departures implements EventSink<Pod> {

  private final InMemoryCluster cluster;
  private final Timers timers;
  private final Set<String> leaving = new HashSet<>();

  Departures(InMemoryCluster cluster, Timers timers) {
    this.cluster = cluster;
    this.timers = timers;
  }

  /** How many are on their way out. */
  int underWay() {
    return leaving.size();
  }

  @Override
  public void added(Pod pod) {
    // it was asked before the start, if at all
  }

  @Override
  public void updated(Pod before, Pod pod) {
    String node = pod.getSpec().getNodeName();
    boolean asked = before.getMetadata().getDeletionTimestamp() == null && pod.getMetadata().getDeletionTimestamp() != null;
    if (asked && node != null && !node.isEmpty() && leaving.add(pod.getMetadata().getUid())) {
      Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
      timers.schedule(Duration.ofSeconds(grace == null ? 0 : grace), () -> leave(pod));
    }
  }

  private void leave(Pod pod) {
    Pod there = cluster.get(pod);
    if (there != null && there.getMetadata().getUid().equals(pod.getMetadata().getUid())) {
      cluster.remove(there);
    } else {
      leaving.remove(pod.getMetadata().getUid());
    }
  }

  @Override
  public void deleted(Pod last, boolean finalStateUnknown) {
    leaving.remove(last.getMetadata().getUid());
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
