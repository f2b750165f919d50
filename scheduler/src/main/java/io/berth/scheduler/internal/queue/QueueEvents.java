package io.berth.scheduler.internal.queue;

import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.PodInfo;

/**
 * Events and labels with a meaning of their own.
 *
 * <p>Source: pkg/scheduler/framework/events.go, v1.37.2.
 */
public final class QueueEvents {
  /** An attempt has failed. */
  public static final String SCHEDULE_ATTEMPT_FAILURE = "ScheduleAttemptFailure";

  /** A pod's backoff has ended. */
  public static final String BACKOFF_COMPLETE = "BackoffComplete";

  /** A pod was taken out of its backoff, since nobody else was waiting. */
  public static final String POP_FROM_BACKOFF_Q = "PopFromBackoffQ";

  /** Somebody wants the pod tried now. */
  public static final ClusterEvent<Object> FORCE_ACTIVATE =
      new ClusterEvent<>(EventResource.WILDCARD, ActionType.ALL, "ForceActivate");

  /** The pod has been in the unschedulable pool for too long. */
  public static final ClusterEvent<Object> UNSCHEDULABLE_TIMEOUT =
      new ClusterEvent<>(EventResource.WILDCARD, ActionType.ALL, "UnschedulableTimeout");

  public static final ClusterEvent<PodInfo> ASSIGNED_POD_ADD = ClusterEvent.of(EventResource.ASSIGNED_POD, ActionType.ADD);
  public static final ClusterEvent<PodInfo> ASSIGNED_POD_UPDATE = ClusterEvent.of(EventResource.ASSIGNED_POD, ActionType.UPDATE);
  public static final ClusterEvent<PodInfo> ASSIGNED_POD_DELETE = ClusterEvent.of(EventResource.ASSIGNED_POD, ActionType.DELETE);
  public static final ClusterEvent<PodInfo> UNSCHEDULED_POD_ADD = ClusterEvent.of(EventResource.UNSCHEDULED_POD, ActionType.ADD);
  public static final ClusterEvent<PodInfo> UNSCHEDULED_POD_UPDATE =
      ClusterEvent.of(EventResource.UNSCHEDULED_POD, ActionType.UPDATE);
  public static final ClusterEvent<PodInfo> UNSCHEDULED_POD_DELETE =
      ClusterEvent.of(EventResource.UNSCHEDULED_POD, ActionType.DELETE);
  public static final ClusterEvent<PodInfo> TARGET_POD_UPDATE = ClusterEvent.of(EventResource.TARGET_POD, ActionType.UPDATE);

  private QueueEvents() {}
}
