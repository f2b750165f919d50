package io.berth.scheduler;

import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.events.PodStore;
import io.berth.scheduler.internal.queue.QueueEntry;
import io.berth.scheduler.internal.queue.QueuePlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What always holds between two tasks of a scheduler, whatever its cluster and its plugins do. Looks at everything, so it is for tests
 * and for diagnosis. For the scheduler's own thread.
 */
public final class SchedulerInvariants {
  private SchedulerInvariants() {}

  /**
   * Fails when something does not hold.
   *
   * @throws IllegalStateException naming all of it
   */
  public static void check(Scheduler scheduler) {
    List<String> violations = violations(scheduler);
    if (!violations.isEmpty()) {
      throw new IllegalStateException(String.join("\n", violations));
    }
  }

  /** What does not hold, one sentence each; empty when all is well. */
  public static List<String> violations(Scheduler scheduler) {
    Engine engine = scheduler.engine();
    List<String> found = new ArrayList<>();
    engine.parts().thread().failures().forEach(failure -> found.add("a task of the scheduler failed: " + failure));
    found.addAll(engine.parts().cache().violations());
    found.addAll(engine.queue().view().violations());
    assumedPodsAreBeingBound(engine, found);
    if (engine.isSynced()) {
      nothingIsLost(engine, found);
    }
    return found;
  }

  /**
   * What must be over once nothing happens any more, and is not, one sentence each: cycles, attempts and the events kept for them,
   * bindings, assumed pods. Pods that wait are all right.
   */
  public static List<String> unrest(Scheduler scheduler) {
    Engine engine = scheduler.engine();
    List<String> found = new ArrayList<>();
    if (engine.cycle().isOccupied()) {
      found.add("a cycle is under way");
    }
    for (QueueEntry entry : engine.queue().view().entries()) {
      if (entry.place() == QueuePlace.ACTIVE || entry.place() == QueuePlace.IN_FLIGHT) {
        found.add("pod " + entry.pod().key() + " is " + entry.place());
      }
    }
    int events = engine.queue().view().inFlightEventCount();
    if (events > 0) {
      found.add(events + " events are kept for attempts");
    }
    engine.cycle().bindings().uids().forEach(uid -> found.add("the pod with UID " + uid + " is being bound"));
    engine.parts().cache().assumedPods().forEach(pod -> found.add("pod " + pod.key() + " is assumed on " + pod.nodeName()));
    return found;
  }

  private static void assumedPodsAreBeingBound(Engine engine, List<String> found) {
    Collection<String> binding = engine.cycle().bindings().uids();
    for (PodInfo pod : engine.parts().cache().assumedPods()) {
      PodInfo known = engine.parts().pods().get(pod.key());
      boolean echoUnderWay = engine.cycle().bindings().awaitsEcho(pod.uid());
      if (!binding.contains(pod.uid()) && !echoUnderWay) {
        found.add("pod " + pod.key() + " is assumed on " + pod.nodeName() + " and nobody binds it; the cluster says " + known);
      }
    }
  }

  /** Each pod that the cluster has is on a node, or waits, or is being bound, or is not ours. */
  private static void nothingIsLost(Engine engine, List<String> found) {
    PodStore pods = engine.parts().pods();
    Set<String> waiting = new HashSet<>();
    for (QueueEntry entry : engine.queue().view().entries()) {
      waiting.add(entry.pod().uid());
    }
    Collection<String> binding = engine.cycle().bindings().uids();
    Set<String> lost = new TreeSet<>();
    for (PodInfo pod : pods.all()) {
      boolean onNode = engine.parts().cache().pod(pod.uid()) != null;
      if (!pod.nodeName().isEmpty()) {
        if (!onNode) {
          lost.add("pod " + pod.key() + " is on node " + pod.nodeName() + " and the cache does not have it");
        }
      } else if (engine.profiles().containsKey(pod.schedulerName())
          && !pod.terminating()
          && !onNode
          && !waiting.contains(pod.uid())
          && !binding.contains(pod.uid())) {
        lost.add("pod " + pod.key() + " is neither waiting nor being bound");
      }
    }
    found.addAll(lost);
  }
}
