package io.berth.conformance.histories;

import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.PendingPod.Place;
import io.berth.scheduler.Scheduler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** It is the turn of the pod with the highest priority among those that are active; one in its backoff has a turn when none is. */
final class QueueOrder implements WorldObserver {
  private List<PendingPod> before = List.of();

  @Override
  public void schedulerStarted(World world, Scheduler scheduler) {
    before = List.of();
  }

  @Override
  public void afterEvent(World world) {
    Scheduler scheduler = world.scheduler();
    if (scheduler == null) {
      return;
    }
    List<PendingPod> now = scheduler.queue().pods();
    Map<String, PendingPod> later = new HashMap<>();
    now.forEach(pod -> later.put(pod.pod().uid(), pod));
    for (PendingPod pod : before) {
      PendingPod after = later.get(pod.pod().uid());
      boolean hadItsTurn = after != null && after.attempts() > pod.attempts();
      if (hadItsTurn && (pod.place() == Place.ACTIVE || pod.place() == Place.BACKOFF)) {
        check(world, pod);
      }
    }
    before = now;
  }

  private void check(World world, PendingPod pod) {
    for (PendingPod other : before) {
      boolean first =
          other.place() == Place.ACTIVE && (pod.place() == Place.BACKOFF || other.pod().priority() > pod.pod().priority());
      if (first) {
        world.violated("turn", "it is the turn of pod " + pod.key() + ", which is " + pod.place() + ", before that of pod " + other.key());
      }
    }
  }
}
