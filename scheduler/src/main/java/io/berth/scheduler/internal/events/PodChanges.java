package io.berth.scheduler.internal.events;

import io.berth.framework.FeatureGates;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.PodRequests;
import io.berth.framework.resource.PodResourcesOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which events the update of a pod means.
 *
 * <p>Source: pkg/scheduler/framework/events.go (PodSchedulingPropertiesChange), v1.37.2.
 */
public final class PodChanges {
  private static final PodStatus NO_STATUS = new PodStatus();

  private final PodResourcesOptions requests;

  /** Reads requests as the gates say. */
  public PodChanges(FeatureGates gates) {
    requests =
        PodResourcesOptions.SPEC
            .withUseStatusResources(gates.enabled(FeatureGates.IN_PLACE_POD_VERTICAL_SCALING))
            .withInPlacePodLevelResourcesVerticalScaling(
                gates.enabled(FeatureGates.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING));
  }

  /**
   * The events, at least one.
   *
   * @param target whether the hints are asked for this very pod; a pod with a node never is
   */
  public List<ClusterEvent<PodInfo>> between(PodInfo oldPod, PodInfo newPod, boolean target) {
    EventResource<PodInfo> resource =
        !newPod.nodeName().isEmpty()
            ? EventResource.ASSIGNED_POD
            : target ? EventResource.TARGET_POD : EventResource.UNSCHEDULED_POD;
    List<ClusterEvent<PodInfo>> events = new ArrayList<>(2);
    for (ActionType action : actions(oldPod, newPod)) {
      events.add(ClusterEvent.of(resource, action));
    }
    if (events.isEmpty()) {
      events.add(ClusterEvent.of(resource, ActionType.UPDATE));
    }
    return events;
  }

  private List<ActionType> actions(PodInfo oldPod, PodInfo newPod) {
    List<ActionType> actions = new ArrayList<>(2);
    if (!oldPod.labels().equals(newPod.labels())) {
      actions.add(ActionType.UPDATE_POD_LABEL);
    }
    Map<String, ExactQuantity> before = PodRequests.podRequests(oldPod.pod(), requests);
    Map<String, ExactQuantity> after = PodRequests.podRequests(newPod.pod(), requests);
    if (exceeds(before, after)) {
      actions.add(ActionType.UPDATE_POD_SCALE_DOWN);
    }
    if (exceeds(after, before)) {
      actions.add(ActionType.UPDATE_POD_SCALE_UP);
    }
    if (newPod.schedulingGates().isEmpty() && !oldPod.schedulingGates().isEmpty()) {
      actions.add(ActionType.UPDATE_POD_SCHEDULING_GATES_ELIMINATED);
    }
    if (tolerations(oldPod.pod()) != tolerations(newPod.pod())) {
      actions.add(ActionType.UPDATE_POD_TOLERATION);
    }
    if (!sameClaims(oldPod.pod(), newPod.pod())) {
      actions.add(ActionType.UPDATE_POD_GENERATED_RESOURCE_CLAIM);
    }
    return actions;
  }

  /** Whether some resource is in the first list only, or more of it is. */
  private static boolean exceeds(Map<String, ExactQuantity> more, Map<String, ExactQuantity> less) {
    for (Map.Entry<String, ExactQuantity> entry : more.entrySet()) {
      ExactQuantity other = less.get(entry.getKey());
      if (other == null || entry.getValue().exactMilliValueCeil().compareTo(other.exactMilliValueCeil()) > 0) {
        return true;
      }
    }
    return false;
  }

  private static int tolerations(Pod pod) {
    return pod.getSpec() == null || pod.getSpec().getTolerations() == null ? 0 : pod.getSpec().getTolerations().size();
  }

  private static boolean sameClaims(Pod oldPod, Pod newPod) {
    PodStatus before = status(oldPod);
    PodStatus after = status(newPod);
    return claims(before).equals(claims(after))
        && Objects.equals(before.getExtendedResourceClaimStatus(), after.getExtendedResourceClaimStatus());
  }

  private static PodStatus status(Pod pod) {
    return pod.getStatus() == null ? NO_STATUS : pod.getStatus();
  }

  private static List<?> claims(PodStatus status) {
    return status.getResourceClaimStatuses() == null ? List.of() : status.getResourceClaimStatuses();
  }
}
