package io.berth.framework.event;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;

/**
 * What kind of object an event is about, and as what type hints see it.
 *
 * <p>Source: kube-scheduler/framework/types.go, v1.37.2.
 *
 * @param <T> the type of the old and the new object in a hint
 * @param name upstream's name, such as {@code Node} or {@code resource.k8s.io/ResourceClaim}
 * @param type the class of T
 * @param watched whether its objects are in the cluster and are watched there; {@code false} when plugins alone raise its events
 */
public record EventResource<T>(String name, Class<T> type, boolean watched) {
  /** Any pod. */
  public static final EventResource<PodInfo> POD = new EventResource<>("Pod", PodInfo.class);

  /** A pod that has a node, or is assumed on one. */
  public static final EventResource<PodInfo> ASSIGNED_POD = new EventResource<>("AssignedPod", PodInfo.class);

  /** A pod without a node, other than the pod that is asked about. */
  public static final EventResource<PodInfo> UNSCHEDULED_POD = new EventResource<>("UnscheduledPod", PodInfo.class);

  /** The pod itself that is asked about. */
  public static final EventResource<PodInfo> TARGET_POD = new EventResource<>("TargetPod", PodInfo.class);

  /** A node; hints see it without its pods. */
  public static final EventResource<NodeInfo> NODE = new EventResource<>("Node", NodeInfo.class);

  /** Every kind of object. */
  public static final EventResource<Object> WILDCARD = new EventResource<>("*", Object.class);

  /** A resource whose objects are watched in the cluster. */
  public EventResource(String name, Class<T> type) {
    this(name, type, true);
  }

  /**
   * A resource of a plugin's own, for what it holds in memory: nothing is watched for it, and its events are those that are published
   * through {@link io.berth.framework.EventPublisher}.
   *
   * @param name unlike that of any watched resource, best with the plugin's name in it
   * @param type what hints see, of any class
   */
  public static <T> EventResource<T> published(String name, Class<T> type) {
    return new EventResource<>(name, type, false);
  }

  /** Whether this is {@link #POD} or one of its three special cases. */
  public boolean isPod() {
    return watched && type == PodInfo.class;
  }

  /** Whether an event of this resource concerns those who registered the other: equal, a wildcard, or Pod and a special case. */
  public boolean matches(EventResource<?> registered) {
    return name.equals(registered.name)
        || registered.name.equals(WILDCARD.name)
        || (registered.name.equals(POD.name) && isPod());
  }

  @Override
  public String toString() {
    return name;
  }
}
