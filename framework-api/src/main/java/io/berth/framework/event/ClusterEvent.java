package io.berth.framework.event;

/**
 * A change in the cluster.
 *
 * <p>Source: kube-scheduler/framework/types.go, v1.37.2.
 *
 * @param <T> what hints see
 * @param resource what has changed
 * @param actions how
 * @param label for logs and metrics
 */
public record ClusterEvent<T>(EventResource<T> resource, ActionType actions, String label) {
  /** Moves every pod, whoever rejected it. */
  public static final ClusterEvent<Object> WILDCARD =
      new ClusterEvent<>(EventResource.WILDCARD, ActionType.ALL, "WildCard");

  /** An event with upstream's usual label, the resource and the action. */
  public static <T> ClusterEvent<T> of(EventResource<T> resource, ActionType actions) {
    return new ClusterEvent<>(resource, actions, resource.name() + actions);
  }

  /** Whether this is a wildcard, which every plugin is taken to have registered. */
  public boolean isWildcard() {
    return resource.name().equals(EventResource.WILDCARD.name()) && actions.equals(ActionType.ALL);
  }

  /**
   * Whether a plugin that registered the other event is concerned by this one. An update of nothing in particular concerns only
   * those who registered all updates.
   */
  public boolean matches(ClusterEvent<?> registered) {
    return registered.isWildcard()
        || (resource.matches(registered.resource) && registered.actions.contains(actions));
  }

  @Override
  public String toString() {
    return label;
  }
}
