package io.berth.scenario;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * Watches a {@link World} and says what does not hold, through {@link World#violated}. All methods are called on the thread that runs
 * the world; those that tell of a scheduler's doings are called in the middle of its task.
 */
public interface WorldObserver {
  /** A scheduler is about to be started, the first one or a new one after a crash. */
  default void schedulerStarted(World world, Scheduler scheduler) {}

  /** A node has been chosen for a pod. {@code known} does not count the pod yet. */
  default void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {}

  /** No node was found for a pod, by what {@code known} has. */
  default void unfit(World world, PodInfo pod, KnownCluster known) {}

  /** What a pod holds on its node is given back. */
  default void unreserved(World world, PodInfo pod, String nodeName, KnownCluster known) {}

  /** A binding is about to be asked for. */
  default void binding(World world, ObjectRef<Pod> pod, String nodeName, KnownCluster known) {}

  /** A binding was answered. */
  default void bound(World world, ObjectRef<Pod> pod, String nodeName, WriteOutcome<Pod> outcome, KnownCluster known) {}

  /** Another object than a pod is about to be created, or written anew, itself or its status. */
  default void writing(World world, HasMetadata object, KnownCluster known) {}

  /** One event has run, and all is as it will be until the next. */
  default void afterEvent(World world) {}

  /** Nothing happens any more; see {@link World#rest}. */
  default void atRest(World world) {}
}
